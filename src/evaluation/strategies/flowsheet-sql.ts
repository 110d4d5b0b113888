// A real SQL-on-FHIR flowsheet: ViewDefinitions run to tables, which the model queries with read-only SQL.
import { z } from 'zod';
import { finalAnswer, runAgent } from '../../agent/run-agent.ts';
import type { PatientRecord } from '../../fhir/record.ts';
import type { EpisodeGraph } from '../../graph/episode-graph.ts';
import { countTokens } from '../../linearization/token-counter.ts';
import type { GraphTool, ToolResult } from '../../tools/graph-tool.ts';
import { runView } from '../sql-on-fhir/run-view.ts';
import type { ViewDefinition } from '../sql-on-fhir/view-definition.ts';
import type { Strategy, StrategyPage } from '../strategy.ts';
import { asPlainPage, priceFor, questionText, requireModel, toStrategyAnswer, traceCollector } from './asked.ts';
import views from './flowsheet-views.json' with { type: 'json' };

export interface SqlTable {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly type: 'number' | 'text' }[];
  readonly rows: readonly (readonly (string | number | null)[])[];
}

/** Tables that can be queried and nothing else. A port; `adapters/storage` has DuckDB. */
export interface SqlTables {
  /** At most a bounded number of rows; `more` when there are more. Throws on bad SQL. */
  query(sql: string): Promise<{
    readonly columns: readonly string[];
    readonly rows: readonly (readonly unknown[])[];
    readonly more: boolean;
  }>;
  close(): void;
}

/** @param createTables makes an engine over the flowsheet of one record; closed after the question */
export function flowsheetSql(createTables: (tables: readonly SqlTable[]) => Promise<SqlTables>): Strategy {
  return {
    name: 'flowsheet-sql',
    description: 'SQL-on-FHIR v2 views as tables, queried by the model with read-only SQL (DuckDB)',
    needsModel: true,
    page: ({ graph }) => schemaPage(flowsheetTables(graph)),
    async answer(input, model) {
      const tables = flowsheetTables(input.graph);
      const engine = await createTables(tables);
      const asked = requireModel(model);
      const trace = traceCollector();
      try {
        const run = runAgent({
          graph: input.graph,
          model: asked,
          question: questionText(input.evalCase),
          page: asPlainPage(schemaPage(tables)),
          tools: [queryTool(engine)],
          mend: false,
          ...priceFor(input, asked),
          ...(input.signal === undefined ? {} : { signal: input.signal }),
        });
        return toStrategyAnswer(await finalAnswer(run, trace.onEvent), trace.keys);
      } finally {
        engine.close();
      }
    },
  };
}

/** The views of `flowsheet-views.json` over a record, run once a record. Source: SQL on FHIR v2. */
export function flowsheetTables({ record }: EpisodeGraph): readonly SqlTable[] {
  const known = tablesOfRecord.get(record);
  if (known !== undefined) return known;
  const resources = record.resources.map(({ resource }) => resource);
  const tables = views.map((view): SqlTable => {
    const { columns, rows } = runView(view satisfies ViewDefinition, resources);
    const types = columnTypes(view.select);
    return {
      name: view.name,
      columns: columns.map((name) => ({ name, type: types.get(name) === 'decimal' ? 'number' : 'text' })),
      rows: rows.map((row) => columns.map((name) => toCell(row[name]))),
    };
  });
  tablesOfRecord.set(record, tables);
  return tables;
}

const tablesOfRecord = new WeakMap<PatientRecord, readonly SqlTable[]>();

function columnTypes(
  selects: readonly { readonly column?: readonly { readonly name: string; readonly type?: string }[] }[],
): ReadonlyMap<string, string> {
  return new Map(selects.flatMap((select) => select.column ?? []).map(({ name, type }) => [name, type ?? 'string']));
}

function toCell(value: unknown): string | number | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number') return value;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function schemaPage(tables: readonly SqlTable[]): StrategyPage {
  const text = [
    'The record as SQL tables (DuckDB, read-only); query them with query_sql. Times are ISO text with offset.',
    ...tables.map(
      ({ name, columns, rows }) => `${name}(${columns.map((column) => column.name).join(', ')}): ${rows.length} rows`,
    ),
  ].join('\n');
  return { text, tokens: countTokens(text), keys: [] };
}

function queryTool(engine: SqlTables): GraphTool {
  return {
    name: 'query_sql',
    description:
      'Run one read-only SELECT over the tables. Example: {"sql":"SELECT display, max(start) FROM procedure GROUP BY 1"}',
    inputSchema: z.object({ sql: z.string() }),
    async call(args): Promise<ToolResult> {
      const sql = z.object({ sql: z.string() }).safeParse(args);
      if (!sql.success) return { ok: false, code: 'invalid-argument', text: 'Expected {"sql": "SELECT …"}.' };
      try {
        const { columns, rows, more } = await engine.query(sql.data.sql);
        const lines = [columns.join(' | '), ...rows.map((row) => row.map((cell) => cell ?? '').join(' | '))];
        const keys = keysIn(columns, rows).map((key) => ({ key }));
        const text = lines.join('\n');
        if (!more) return { ok: true, text, items: keys, shown: rows.length, total: rows.length, complete: true };
        const reason = `only the first ${rows.length} rows; aggregate or filter in SQL`;
        return {
          ok: true,
          text: `${text}\n(${reason})`,
          items: keys,
          shown: rows.length,
          total: rows.length + 1,
          complete: false,
          reason,
        };
      } catch (error) {
        return {
          ok: false,
          code: 'invalid-argument',
          text: `DuckDB refused it: ${error instanceof Error ? error.message.split('\n')[0] : 'unknown'}`,
        };
      }
    },
  };
}

/** The resources that rows name in a `key` column. */
function keysIn(columns: readonly string[], rows: readonly (readonly unknown[])[]): string[] {
  const at = columns.indexOf('key');
  return at < 0 ? [] : rows.map((row) => String(row[at]));
}
