// A SQL-on-FHIR v2 ViewDefinition: its shape, and the checks that need no data.
import { z } from 'zod';
import { HopperError } from '../../errors.ts';

/** Source: SQL on FHIR v2, ViewDefinition.select.column. */
export interface ViewColumn {
  readonly name: string;
  readonly path: string;
  readonly type?: string | undefined;
  /** True: the cell is a list. False or absent: more than one value is an error. */
  readonly collection?: boolean | undefined;
}

/** Source: SQL on FHIR v2, ViewDefinition.select. */
export interface ViewSelect {
  readonly column?: readonly ViewColumn[] | undefined;
  readonly select?: readonly ViewSelect[] | undefined;
  readonly unionAll?: readonly ViewSelect[] | undefined;
  readonly forEach?: string | undefined;
  readonly forEachOrNull?: string | undefined;
  readonly repeat?: readonly string[] | undefined;
}

export interface ViewDefinition {
  readonly resource: string;
  readonly select: readonly ViewSelect[];
  readonly where?: readonly { readonly path: string }[] | undefined;
  readonly constant?: readonly ({ readonly name: string } & Readonly<Record<string, unknown>>)[] | undefined;
}

/**
 * Check a ViewDefinition: its shape, one name per column, and the same columns in every branch of a `unionAll`.
 *
 * @throws `invalid-input` naming what is wrong
 */
export function parseViewDefinition(data: unknown): ViewDefinition {
  const parsed = viewSchema.safeParse(data);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw invalid(`${issue?.path.join('.') || 'view'}: ${issue?.message ?? 'wrong shape'}`);
  }
  const names = columnNames(parsed.data.select);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw invalid(`column ${twice} stands twice`);
  return parsed.data;
}

/** Names of the columns of a list of selects, in the order of the table: own columns, nested selects, union. */
export function columnNames(selects: readonly ViewSelect[]): readonly string[] {
  return selects.flatMap((select) => [
    ...(select.column ?? []).map((column) => column.name),
    ...columnNames(select.select ?? []),
    ...unionColumnNames(select.unionAll ?? []),
  ]);
}

function unionColumnNames(branches: readonly ViewSelect[]): readonly string[] {
  const [first = [], ...rest] = branches.map((branch) => columnNames([branch]));
  const other = rest.find((names) => names.join() !== first.join());
  if (other !== undefined) throw invalid(`branches of a unionAll differ: ${first.join(', ')} and ${other.join(', ')}`);
  return first;
}

function invalid(found: string): HopperError {
  return new HopperError('invalid-input', `Expected a SQL-on-FHIR ViewDefinition, found ${found}.`);
}

const columnSchema = z.object({
  name: z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/),
  path: z.string(),
  type: z.string().optional(),
  collection: z.boolean().optional(),
});

const selectSchema: z.ZodType<ViewSelect> = z.lazy(() =>
  z.object({
    column: z.array(columnSchema).optional(),
    select: z.array(selectSchema).optional(),
    unionAll: z.array(selectSchema).optional(),
    forEach: z.string().optional(),
    forEachOrNull: z.string().optional(),
    repeat: z.array(z.string()).optional(),
  }),
);

const viewSchema = z.object({
  resource: z.string().min(1),
  select: z.array(selectSchema).min(1),
  where: z.array(z.object({ path: z.string() })).optional(),
  constant: z.array(z.looseObject({ name: z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/) })).optional(),
});
