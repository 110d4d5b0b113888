// The Inspector's command line lists and calls every tool of the built product over stdio, as a person would check a server.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { installWithNode22 } from './node-22.ts';

const version = '@modelcontextprotocol/inspector@2.12.0';
const product = ['dist/cli.js', 'mcp'];

/** One call, with what its answer must say: a right value, not only no error. */
interface ToolCheck {
  readonly tool: string;
  readonly args: readonly string[];
  readonly says: RegExp;
}

/** On the example record. */
const oneRecord: readonly ToolCheck[] = [
  { tool: 'linearize', args: ['question=creatinine in 2022', 'budget=1000'], says: /Creatinine ×\d+: 2\.83 → 1\.68/ },
  {
    tool: 'ask_offline',
    args: ['question=What was the highest creatinine in 2022?'],
    says: /3\.2 mg\/dL on 2022-09-13/,
  },
  {
    tool: 'verify_claims',
    args: ['claims=[{"value":"3.2","unit":"mg/dL","cites":["Observation/observation-961"]}]'],
    says: /1 of 1 supported/,
  },
  { tool: 'inspect_node', args: ['ids=["Observation/observation-961"]'], says: /valueQuantity: 3\.2 mg\/dL/ },
  { tool: 'search_graph', args: ['query=creatinine', 'limit=3'], says: /\\"shown\\":3,\\"total\\":\d+,/ },
  { tool: 'follow_links', args: ['id=e118', 'direction=in', 'limit=2'], says: /132 links of e118/ },
  {
    tool: 'filter_time',
    args: ['type=Observation', 'start=2022-09-13', 'end=2022-09-13'],
    says: /Creatinine 3\.2 mg\/dL/,
  },
  { tool: 'aggregate', args: ['op=max', 'text=creatinine', 'time=2022'], says: /3\.2 mg\/dL/ },
  {
    tool: 'calculate',
    args: ['op=convert', 'value=3.2', 'unit=mg/dL', 'to_unit=umol/L', 'analyte=creatinine'],
    says: /28[23]/,
  },
];

/** On a folder of several patients. */
const severalRecords: readonly ToolCheck[] = [
  { tool: 'list_patients', args: [], says: /\\"shown\\":2,\\"total\\":2,\\"complete\\":true/ },
  { tool: 'open_record', args: ['record=a'], says: /Record a: 2 resources/ },
];

/**
 * @param folder of a record of two patients, `a` and `b`
 * @returns what failed, in words; nothing when all is well
 */
export async function runInspector(record: string, folder: string): Promise<readonly string[]> {
  if (!existsSync(product[0]!)) return ['dist/cli.js is not there: run npm run build'];
  const node22 = installWithNode22('fhir-hopper-inspector', [version], 'mcp-inspector');
  const inspect = async (path: string, ...words: readonly string[]): Promise<string> => {
    const args = ['--cli', '--connect-timeout', '60000', 'node', ...product, path, ...words];
    const { stdout, stderr } = await promisify(execFile)(node22.command('mcp-inspector'), args, { env: node22.env });
    return `${stdout}\n${stderr}`;
  };
  const failures: string[] = [];
  for (const [path, checks] of [
    [record, oneRecord],
    [folder, severalRecords],
  ] as const) {
    const listed = await inspect(path, '--method', 'tools/list', '--strict');
    if (/Warning: tool|[1-9]\d* errors?/.test(listed)) failures.push(`schemas: ${/Issue: .*/.exec(listed)?.[0]}`);
    const names = [...listed.matchAll(/^ {6}"name": "(\w+)"/gm)].map(([, name]) => name);
    const unchecked = names.filter((name) => ![...oneRecord, ...severalRecords].some(({ tool }) => tool === name));
    if (names.length === 0 || unchecked.length > 0) failures.push(`listed but not called: ${unchecked.join(', ')}`);
    for (const { tool, args, says } of checks) {
      const toolArgs = args.flatMap((arg) => ['--tool-arg', arg]);
      const output = await inspect(path, '--method', 'tools/call', '--tool-name', tool, ...toolArgs).catch(String);
      const isRight = says.test(output) && !output.includes('"isError": true');
      console.log(`inspector: ${isRight ? '✓' : '✗'} ${tool}`);
      if (!isRight) failures.push(`${tool}: expected ${says}, found ${output.slice(0, MAX_TOLD)}`);
    }
  }
  return failures;
}

const MAX_TOLD = 600;
