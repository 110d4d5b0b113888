// The answers that the published question sets give, as claims on the resources that bear them out. Nothing here asks
// our own plans: FHIR-AgentBench names the resources, FHIRPath-QA's own query selects them.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gunzipSync } from 'node:zlib';
import type { Derivation } from '../../src/agent/answer.ts';
import { sharedPath } from './shared-data.ts';

/** One right answer of a set. */
export interface ReferenceClaim {
  readonly set: 'fhir-agentbench' | 'fhirpath-qa';
  readonly id: string;
  readonly question: string;
  readonly template: string;
  /** Path of the record in the shared data. */
  readonly record: string;
  readonly now: string | undefined;
  readonly value: string | number | boolean;
  readonly how: Derivation;
  /** Keys of the resources it rests on. */
  readonly keys: readonly string[];
}

type Row = Readonly<Record<string, unknown>> & {
  readonly subject_id: string;
  readonly question: string;
  readonly template: string;
};

/** Every usable answer of both sets, in the sets' order. */
export function loadReferenceClaims(): readonly ReferenceClaim[] {
  return [...agentBenchClaims(), ...fhirPathClaims()];
}

function agentBenchClaims(): readonly ReferenceClaim[] {
  const rows = readRows('questions/fhir-agentbench.jsonl.gz').filter((row) => row.answerable_here === true);
  return rows.flatMap((row) => {
    const how = derivationOf(row.template);
    if (how === undefined) return [];
    const ids = (row.true_fhir_ids ?? {}) as Readonly<Record<string, readonly string[]>>;
    // A prescription stands for its drug.
    const types = Object.keys(ids).filter((type) => type !== 'Medication' || ids.MedicationRequest === undefined);
    const keys = types.flatMap((type) => (ids[type] ?? []).map((id) => `${type}/${id}`));
    const values = (row.true_answer as readonly (readonly unknown[])[]).flat().filter((value) => value !== null);
    return values.map((value) => ({
      set: 'fhir-agentbench' as const,
      id: String(row.question_id),
      ...commonOf(row),
      now: /current time is (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)/.exec(String(row.assumption))?.[1],
      value: how === 'exists' ? value === 1 : inRecordWords(value as string | number),
      how,
      keys,
    }));
  });
}

/** How an answer of FHIR-AgentBench follows from its resources, by the words of its template. */
function derivationOf(template: string): Derivation | undefined {
  if (/agg_function/.test(template)) return undefined;
  if (/number of drugs/.test(template)) return 'distinct';
  if (/^Count/.test(template)) return 'count';
  if (/total/.test(template)) return 'sum';
  if (/length of|How many/.test(template)) return 'elapsed';
  return /^Has_verb/.test(template) ? 'exists' : 'stated';
}

/** MIMIC's table words that its FHIR mapping writes as codes of HL7's (v3 MaritalStatus, ActPriority and ActCode). */
function inRecordWords(value: string | number): string | number {
  return mimicWords[String(value)] ?? value;
}

const mimicWords: Readonly<Record<string, string>> = {
  WIDOWED: 'W',
  MARRIED: 'M',
  SINGLE: 'S',
  DIVORCED: 'D',
  'EW EMER.': 'emergency',
  URGENT: 'urgent',
  'EU OBSERVATION': 'observation encounter',
  'SURGICAL SAME DAY ADMISSION': 'short stay',
};

function fhirPathClaims(): readonly ReferenceClaim[] {
  const rows = readRows('questions/fhirpath-qa.jsonl.gz').filter((row) => row.usable === true);
  const bundles = new Map<string, Bundle>();
  return rows.flatMap((row) => {
    const bundle = bundles.get(row.subject_id) ?? readBundle(row.subject_id);
    bundles.set(row.subject_id, bundle);
    const query = String(row.query_2_1 ?? row.query);
    const resources = bundle.evaluate(resourcePart(query));
    const keys = [...new Set(resources.map(({ resourceType, id }) => `${resourceType}/${id}`))];
    const how: Derivation = !/count\(\)\s*$/.test(query)
      ? 'stated'
      : /distinct\(\)\.count\(\)\s*$/.test(query)
        ? 'distinct'
        : 'count';
    return (row.answer as readonly Answered[]).map(plainAnswer).map((value) => ({
      set: 'fhirpath-qa' as const,
      id: String(row.id),
      ...commonOf(row),
      now: String(row.now),
      value,
      how: typeof value === 'boolean' ? ('exists' as const) : how,
      keys,
    }));
  });
}

/** FHIRPath gives a Period for `performed`: its start is the time asked for. */
type Answered = string | number | boolean | { readonly start: string };

function plainAnswer(value: Answered): string | number | boolean {
  return typeof value === 'object' ? value.start : value;
}

function commonOf(row: Row) {
  return { question: row.question, template: row.template, record: `mimic-demo/${row.subject_id}.ndjson.gz` };
}

interface Bundle {
  evaluate(query: string): readonly { readonly resourceType: string; readonly id: string }[];
}

type Resource = { readonly resourceType: string; readonly id: string };

function readBundle(subject: string): Bundle {
  const resources = readLines(`mimic-demo/${subject}.ndjson.gz`) as readonly Resource[];
  const byReference = new Map(resources.map((resource) => [`${resource.resourceType}/${resource.id}`, resource]));
  const bundle = { resourceType: 'Bundle', entry: resources.map((resource) => ({ resource })) };
  const resolve = (inputs: readonly { readonly reference?: string }[]) =>
    inputs.flatMap(({ reference }) => byReference.get(reference ?? '') ?? []);
  return {
    evaluate: (query) =>
      fhirpath.evaluate(bundle, query, {}, r4, { userInvocationTable: { resolve: { fn: resolve, arity: { 0: [] } } } }),
  };
}

/** The leading steps of a query that still select whole resources. */
function resourcePart(query: string): string {
  const steps: string[] = [];
  let depth = 0;
  let start = 0;
  let quoted = false;
  for (let index = 0; index <= query.length; index += 1) {
    const character = query[index];
    if (character === "'") quoted = !quoted;
    if (quoted) continue;
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (depth > 0 || (character !== '.' && character !== undefined)) continue;
    steps.push(query.slice(start, index));
    start = index + 1;
  }
  const end = steps.findIndex((step) => !/^(Bundle|entry|resource|where\(.*|sort\(.*|first\(\)|last\(\))$/s.test(step));
  return steps.slice(0, end < 0 ? steps.length : end).join('.');
}

function readRows(path: string): readonly Row[] {
  return readLines(path) as readonly Row[];
}

function readLines(path: string): readonly unknown[] {
  const text = gunzipSync(readFileSync(sharedPath(path))).toString();
  return text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [JSON.parse(line) as unknown]));
}

const require = createRequire(import.meta.url);
const fhirpath = require('fhirpath') as {
  evaluate(input: unknown, query: string, environment: object, model: unknown, options: object): Resource[];
};
const r4: unknown = require('fhirpath/fhir-context/r4');
