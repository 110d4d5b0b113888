// Rows of a SQL-on-FHIR v2 ViewDefinition over resources.
import { HopperError } from '../../errors.ts';
import type { FhirResource } from '../../fhir/resource.ts';
import { columnNames, parseViewDefinition, type ViewColumn, type ViewSelect } from './view-definition.ts';
import { createViewExpressions, type ViewExpressions, type ViewNode } from './view-expression.ts';

/** A cell: a JSON primitive or object, a list where the column is a collection, `null` where there is nothing. */
export type ViewRow = Readonly<Record<string, unknown>>;

export interface ViewTable {
  /** In table order. */
  readonly columns: readonly string[];
  /** By resource in the order given, then in the order of the view. */
  readonly rows: readonly ViewRow[];
}

/**
 * Run a view.
 *
 * Source: SQL on FHIR v2, "processing algorithm": columns, nested selects and unions of one select are joined as a cross
 * product; `forEach`, `forEachOrNull` and `repeat` give one context a node.
 *
 * @throws `invalid-input` for a malformed view, a path that can't be evaluated, several values in a plain column, or a
 * `where` that isn't boolean
 */
export function runView(definition: unknown, resources: readonly FhirResource[]): ViewTable {
  const view = parseViewDefinition(definition);
  const expressions = createViewExpressions(view);
  for (const path of pathsOf(view.select)) expressions.evaluate(path, null, 0);
  const rows: ViewRow[] = [];
  for (const resource of resources) {
    if (resource.resourceType !== view.resource) continue;
    if (!(view.where ?? []).every(({ path }) => holds(expressions, path, resource))) continue;
    rows.push(...selectRows(view.select, { node: resource, rowIndex: 0 }, expressions));
  }
  return { columns: columnNames(view.select), rows };
}

interface ViewContext {
  readonly node: ViewNode;
  readonly rowIndex: number;
}

function holds(expressions: ViewExpressions, path: string, resource: FhirResource): boolean {
  const [value, ...more] = expressions.evaluate(path, resource, 0);
  if (value === undefined) return false;
  if (typeof value !== 'boolean' || more.length > 0) {
    throw new HopperError(
      'invalid-input',
      `Expected a boolean from where \`${path}\`, found ${more.length + 1} of another type.`,
    );
  }
  return value;
}

function selectRows(selects: readonly ViewSelect[], context: ViewContext, expressions: ViewExpressions): ViewRow[] {
  return selects.reduce<ViewRow[]>((rows, select) => cross(rows, rowsOfSelect(select, context, expressions)), [{}]);
}

function rowsOfSelect(select: ViewSelect, context: ViewContext, expressions: ViewExpressions): ViewRow[] {
  return contextsOf(select, context, expressions).flatMap((each) => {
    const cells = Object.fromEntries(
      (select.column ?? []).map((column) => [column.name, cellOf(column, each, expressions)]),
    );
    const nested = selectRows(select.select ?? [], each, expressions);
    const union = select.unionAll?.flatMap((branch) => rowsOfSelect(branch, each, expressions)) ?? [{}];
    return cross(cross([cells], nested), union);
  });
}

function cross(left: readonly ViewRow[], right: readonly ViewRow[]): ViewRow[] {
  return left.flatMap((a) => right.map((b) => ({ ...a, ...b })));
}

function contextsOf(select: ViewSelect, context: ViewContext, expressions: ViewExpressions): readonly ViewContext[] {
  const path = select.forEach ?? select.forEachOrNull;
  if (path === undefined && select.repeat === undefined) return [context];
  const nodes =
    path === undefined
      ? repeated(select.repeat ?? [], context, expressions)
      : expressions.evaluate(path, context.node, context.rowIndex);
  if (nodes.length === 0 && select.forEachOrNull !== undefined) return [{ node: null, rowIndex: 0 }];
  return nodes.map((node, rowIndex) => ({ node, rowIndex }));
}

/** Every node reached by following any of the paths again and again, a node before what lies below it. */
function repeated(paths: readonly string[], context: ViewContext, expressions: ViewExpressions): unknown[] {
  return paths.flatMap((path) =>
    expressions
      .evaluate(path, context.node, context.rowIndex)
      .flatMap((node) => [node, ...repeated(paths, { node, rowIndex: context.rowIndex }, expressions)]),
  );
}

function cellOf(column: ViewColumn, context: ViewContext, expressions: ViewExpressions): unknown {
  const values = expressions.evaluate(column.path, context.node, context.rowIndex);
  if (column.collection === true) return values;
  if (values.length > 1) {
    throw new HopperError(
      'invalid-input',
      `Expected at most one value in column ${column.name}, found ${values.length}; mark it as a collection.`,
    );
  }
  return values[0] ?? null;
}

function pathsOf(selects: readonly ViewSelect[]): readonly string[] {
  return selects.flatMap((select) => [
    ...[select.forEach, select.forEachOrNull, ...(select.repeat ?? [])].filter((path) => path !== undefined),
    ...(select.column ?? []).map((column) => column.path),
    ...pathsOf(select.select ?? []),
    ...pathsOf(select.unionAll ?? []),
  ]);
}
