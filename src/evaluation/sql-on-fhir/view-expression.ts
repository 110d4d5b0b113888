// FHIRPath as SQL on FHIR uses it: typed constants, %rowIndex, the key functions, and where its results differ from fhirpath.js.
import fhirpath, { type UserInvocationTable } from 'fhirpath';
import r4Model from 'fhirpath/fhir-context/r4';
import { HopperError } from '../../errors.ts';
import { asObject, asText } from '../../fhir/resource.ts';
import type { ViewDefinition } from './view-definition.ts';

/** A node of a resource as fhirpath.js hands it out and takes it back; it remembers its FHIR type. `null`: no node. */
export type ViewNode = unknown;

/** Evaluates the paths of one view. Paths are compiled once. */
export interface ViewExpressions {
  /** @throws `invalid-input` for a path that can't be read or evaluated */
  evaluate(path: string, node: ViewNode, rowIndex: number): readonly unknown[];
}

export function createViewExpressions(view: ViewDefinition): ViewExpressions {
  const constants = Object.fromEntries(
    (view.constant ?? []).map((constant) => [constant.name, constantValue(constant)]),
  );
  const compiled = new Map<string, Compiled>();
  const compile = (path: string): Compiled => {
    const known = compiled.get(path);
    if (known !== undefined) return known;
    const made = fhirpath.compile(path, r4Model, { userInvocationTable: viewFunctions, preciseMath: true }) as Compiled;
    compiled.set(path, made);
    return made;
  };
  return {
    evaluate(path, node, rowIndex) {
      try {
        return compile(path)(node === null ? [] : node, { ...constants, rowIndex });
      } catch (cause) {
        throw new HopperError(
          'invalid-input',
          `Expected a FHIRPath expression that can be evaluated, found \`${path}\`.`,
          { cause },
        );
      }
    },
  };
}

type Compiled = (input: unknown, variables: Readonly<Record<string, unknown>>) => readonly unknown[];

/** The value of ViewDefinition.constant.value[x]; dates and times as FHIRPath's own types, so that they compare as such. */
function constantValue(constant: Readonly<Record<string, unknown>>): unknown {
  const [element, value] = Object.entries(constant).find(([name]) => name.startsWith('value')) ?? [];
  if (element === undefined) {
    throw new HopperError('invalid-input', `Expected a value[x] in constant ${String(constant.name)}, found none.`);
  }
  const literal = typeof value === 'string' ? timeLiteral(element, value) : undefined;
  if (literal === undefined) return value;
  return fhirpath.evaluate({}, literal, undefined, r4Model, { resolveInternalTypes: false })[0];
}

function timeLiteral(element: string, value: string): string | undefined {
  if (element === 'valueDate') return `@${value}`;
  if (element === 'valueDateTime' || element === 'valueInstant')
    return value.includes('T') ? `@${value}` : `@${value}T`;
  if (element === 'valueTime') return `@T${value}`;
  return undefined;
}

/**
 * Source: SQL on FHIR v2, required additional functions (the keys) and its tests: `join` of nothing is an empty text, and a
 * boundary of a dateTime without offset lies in the farthest time zone (FHIRPath lowBoundary, highBoundary).
 */
const viewFunctions: UserInvocationTable = {
  join: {
    fn: (inputs: readonly unknown[], separator = '') => [inputs.join(separator)],
    arity: { 0: [], 1: ['String'] },
    nullable: false,
  },
  lowBoundary: boundary('lowBoundary', '+14:00'),
  highBoundary: boundary('highBoundary', '-12:00'),
  getResourceKey: {
    fn: (inputs: readonly unknown[]) =>
      inputs.flatMap((input) => keyOf(asObject(input)?.resourceType, asObject(input)?.id)),
    arity: { 0: [] },
  },
  getReferenceKey: {
    fn: (inputs: readonly unknown[], type?: { readonly name: string }) =>
      inputs.flatMap((input) => {
        const [id, resourceType] =
          (asText(asObject(input)?.reference) ?? '').split('/_history/')[0]?.split('/').reverse() ?? [];
        return type !== undefined && type.name !== resourceType ? [] : keyOf(resourceType, id);
      }),
    arity: { 0: [], 1: ['TypeSpecifier'] },
  },
};

function boundary(name: string, farthestOffset: string): UserInvocationTable[string] {
  const ownBoundary = fhirpath.compile(`${name}()`, r4Model, { preciseMath: true });
  return {
    fn: (inputs: unknown) =>
      ownBoundary(inputs).map((value) => (isLocalDateTime(value) ? `${value}${farthestOffset}` : value)),
    arity: { 0: [] },
    internalStructures: true,
  };
}

function isLocalDateTime(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-.*T[\d:.]+$/.test(value);
}

function keyOf(type: unknown, id: unknown): string[] {
  return typeof type === 'string' && typeof id === 'string' ? [`${type}/${id}`] : [];
}
