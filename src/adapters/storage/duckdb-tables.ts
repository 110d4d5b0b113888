// Tables in an in-process DuckDB that can read nothing but them: the engine under the SQL flowsheet.
import { HopperError } from '../../errors.ts';
import type { SqlTable, SqlTables } from '../../evaluation/strategies/flowsheet-sql.ts';

/**
 * Load tables into a fresh in-memory DuckDB, then close it to the outside: no files, no network, no extensions, no
 * change of settings.
 *
 * @throws `invalid-input` naming the package to add when DuckDB isn't installed
 */
export async function createDuckDbTables(tables: readonly SqlTable[]): Promise<SqlTables> {
  const { DuckDBInstance } = await importDuckDb();
  const instance = await DuckDBInstance.create(':memory:', { memory_limit: '1GB', threads: '2' });
  const connection = await instance.connect();
  for (const table of tables) {
    const columns = table.columns.map(({ name, type }) => `"${name}" ${type === 'number' ? 'DOUBLE' : 'VARCHAR'}`);
    await connection.run(`CREATE TABLE "${table.name}" (${columns.join(', ')})`);
    const appender = await connection.createAppender(table.name);
    for (const row of table.rows) {
      for (const [at, cell] of row.entries()) {
        if (cell === null) appender.appendNull();
        else if (table.columns[at]?.type === 'number') appender.appendDouble(Number(cell));
        else appender.appendVarchar(String(cell));
      }
      appender.endRow();
    }
    appender.closeSync();
  }
  await connection.run('SET enable_external_access = false');
  await connection.run('SET lock_configuration = true');
  return {
    async query(sql) {
      const timer = setTimeout(() => connection.interrupt(), QUERY_TIMEOUT_MS);
      try {
        const reader = await connection.runAndReadUntil(sql, MAX_ROWS + 1);
        const rows = reader.getRowsJson();
        return { columns: reader.columnNames(), rows: rows.slice(0, MAX_ROWS), more: rows.length > MAX_ROWS };
      } finally {
        clearTimeout(timer);
      }
    },
    close() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

async function importDuckDb(): Promise<typeof import('@duckdb/node-api')> {
  try {
    return await import('@duckdb/node-api');
  } catch (cause) {
    throw new HopperError('invalid-input', 'The flowsheet-sql strategy needs DuckDB: npm install @duckdb/node-api', {
      cause,
    });
  }
}

const QUERY_TIMEOUT_MS = 5000;
const MAX_ROWS = 100;
