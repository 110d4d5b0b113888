// The whole answer checked: every typed value and every number, date and name in its text, against what it cites.
import type { EpisodeGraph } from '../graph/episode-graph.ts';
import type { ToolItem } from '../tools/graph-tool.ts';
import { wholeBasisOf } from '../tools/whole-basis.ts';
import { verifyAbsence } from './absence.ts';
import type { CheckedClaim } from './answer.ts';
import { createEvidenceReader, type Evidence } from './evidence.ts';
import { askedFamilies } from './name-role.ts';
import type { DraftAnswer } from './parse-answer.ts';
import { plainUnit } from './plain-text.ts';
import { checkText } from './text-claims.ts';
import type { SeenResult } from './tool-session.ts';
import { type Claim, type Verdict, verifyClaim } from './verify-claim.ts';
import { asksNow } from './verify-over.ts';
import { readWrittenTime, type WrittenTime } from './written-time.ts';

export interface VerifyInput {
  readonly graph: EpisodeGraph;
  readonly draft: DraftAnswer;
  readonly question: string;
  /** What names of nodes and results stand for. */
  readonly resolve: (names: readonly string[]) => {
    readonly nodes: readonly number[];
    readonly results: readonly SeenResult[];
  };
  /** All results of the conversation, for absences. */
  readonly results: readonly SeenResult[];
  /** Whether the page showed the whole record. */
  readonly wholePage: boolean;
}

/**
 * Checks an answer against the record, from the cited resources' JSON alone.
 *
 * @returns the typed values in order, then the absence if one is claimed, then what in the text is borne out by nothing
 */
export function verifyAnswer(input: VerifyInput): readonly CheckedClaim[] {
  const { graph, draft } = input;
  if (draft.status === 'not-understood') return [];
  const asked = [input.question, ...input.results.map(({ args }) => wordsOf(args))].join('\n');
  const read = createEvidenceReader(graph);
  const evidenceOf = (names: readonly string[]): Sources => {
    const { nodes, results } = input.resolve(names);
    return {
      evidence: [...new Set([...nodes, ...results.flatMap((each) => nodesOf(graph, each))])].flatMap(
        (index) => read(index) ?? [],
      ),
      results,
    };
  };
  const now = readWrittenTime(graph.now.text) ?? { local: '', localMs: graph.now.localMs, instantMs: graph.now.ms };
  const values = draft.values.map((value) => {
    // A no and a zero may rest on no resource at all; any other value without sources rests on the answer's.
    const isNone = value.value === false || value.value === 0;
    const names = value.cite ?? [];
    return checkValue(input, value, evidenceOf(names.length > 0 || isNone ? names : draft.citations), now, read);
  });
  const absence = draft.status === 'not-recorded' ? [verifyAbsence(input)] : [];
  const all = evidenceOf([...draft.citations, ...draft.values.flatMap((value) => value.cite ?? [])]);
  const text = checkText({
    graph,
    text: draft.text,
    question: asked,
    evidence: all.evidence,
    known: knownOf(draft, { ...all, results: input.results }, now),
  });
  return [...values, ...absence, ...text];
}

/** What a call asked, in words: ids name nodes, and the digits in them are nobody's statement. */
function wordsOf(args: unknown): string {
  return (
    JSON.stringify(args, (name, value: unknown) => (name === 'ids' || name === 'cursor' ? undefined : value)) ?? ''
  );
}

interface Sources {
  readonly evidence: readonly Evidence[];
  readonly results: readonly SeenResult[];
}

function checkValue(
  input: VerifyInput,
  value: DraftAnswer['values'][number],
  sources: Sources,
  now: WrittenTime,
  read: (index: number) => Evidence | undefined,
): CheckedClaim {
  const claim: Claim = {
    value: value.value,
    how: value.how ?? 'stated',
    evidence: sources.evidence,
    now,
    ...(value.unit ? { unit: value.unit } : {}),
    ...(value.time ? { time: value.time } : {}),
    ...familiesAsked(input.question, sources.results),
    asksNow: asksNow(input.question),
    asksNever: asksNever(input.question),
  };
  const words = [
    String(value.value),
    value.unit,
    value.time === undefined || value.time === null ? undefined : `(${value.time})`,
  ]
    .filter(Boolean)
    .join(' ');
  const keys = sources.evidence.map((each) => each.node.key).slice(0, listedKeys);
  if (
    (value.value === asksNever(input.question) || (value.value === 0 && claim.how === 'count')) &&
    sources.evidence.length === 0
  ) {
    return { ...verifyAbsence(input), claim: words, kind: value.value === false ? 'yes-no' : 'number' };
  }
  const verdict = recounted(claim, sources.results, read) ?? verifyClaim(claim);
  const tool = verdict.supported ? undefined : computedBy(claim, sources.results);
  const reason = tool === undefined ? verdict.reason : `computed by ${tool.tool} (${tool.id}) over more than it lists`;
  return { claim: words, kind: verdict.kind, supported: verdict.supported || tool !== undefined, reason, keys };
}

/** Whether a question asks if something never was. */
function asksNever(question: string | undefined): boolean {
  return /\bnever\b/i.test(question ?? '');
}

/**
 * The claim recomputed from every node behind a cited result of this value that lists only some of them; of different
 * names, from all nodes of the result. `undefined` when no cited result keeps such nodes.
 */
function recounted(
  claim: Claim,
  results: readonly SeenResult[],
  read: (index: number) => Evidence | undefined,
): Verdict | undefined {
  const items = results.flatMap(({ result }) => (result.ok ? result.items : []));
  const whole =
    claim.how === 'distinct'
      ? [items.flatMap((item) => wholeBasisOf(item) ?? [])]
      : items.filter((item) => saysSame(item, claim)).map((item) => wholeBasisOf(item) ?? []);
  for (const nodes of whole) {
    if (nodes.length === 0) continue;
    const listed = claim.how === 'distinct' ? claim.evidence.map(({ node }) => node.index) : [];
    const evidence = [...new Set([...nodes, ...listed])].flatMap((index) => read(index) ?? []);
    const verdict = verifyClaim({ ...claim, evidence });
    if (verdict.supported) return verdict;
  }
  return undefined;
}

/** What a name must be the name of: by the question's words, else by what the cited results were asked to give. */
function familiesAsked(question: string, results: readonly SeenResult[]): Pick<Claim, 'families'> {
  const gives = results.flatMap(({ args }) => {
    const give = (args as { readonly give?: unknown } | null)?.give;
    return typeof give === 'string' ? [give] : [];
  });
  const families = askedFamilies(question, gives);
  return families === undefined ? {} : { families };
}

/** Whether an item holds the claimed value, a number at the digits that the claim shows. */
function saysSame(item: ToolItem, { value, unit }: Claim): boolean {
  if (unit !== undefined && item.unit !== undefined && plainUnit(item.unit) !== plainUnit(unit)) return false;
  if (typeof item.value !== 'number' || typeof value === 'boolean') return item.value === value;
  const decimals = /\.(\d+)$/.exec(String(value))?.[1]?.length ?? 0;
  return Number(item.value.toFixed(decimals)) === Number(value);
}

/**
 * A cited result whose own number this is, when it rests on more nodes than it lists and does not keep the rest, so that
 * recomputing from the listed ones proves nothing.
 */
function computedBy(claim: Claim, results: readonly SeenResult[]): SeenResult | undefined {
  return results.find(
    ({ result }) =>
      result.ok &&
      result.total > result.shown &&
      result.items.some((item) => wholeBasisOf(item) === undefined && saysSame(item, claim)),
  );
}

/** Nodes that a tool result stands for. */
function nodesOf(graph: EpisodeGraph, { result }: SeenResult): readonly number[] {
  if (!result.ok) return [];
  const names = result.items.flatMap((item) => [
    item.key,
    ...(Array.isArray(item.keys) ? (item.keys as readonly unknown[]) : []),
  ]);
  return names.flatMap((name) => (typeof name === 'string' ? (graph.find(name)?.index ?? []) : []));
}

function knownOf(draft: DraftAnswer, all: Sources, now: WrittenTime) {
  const values = draft.values.flatMap(({ value, unit }) =>
    typeof value === 'number' ? [{ number: value, unit: unit ?? undefined }] : [],
  );
  const parts = draft.values.flatMap(({ value, how, unit }) =>
    typeof value === 'number' && how === 'elapsed' && unit === 'd' ? partsOfDays(value) : [],
  );
  const leftOut = all.results.flatMap(({ result }) => result.text.match(/(?<=Left out: )\d+/g) ?? []).map(Number);
  const counts = [
    ...parts,
    draft.values.length,
    ...leftOut,
    all.evidence.length,
    ...all.results.flatMap(({ result }) => (result.ok ? [result.total, result.shown] : [])),
  ];
  const times = draft.values.flatMap(({ value, time }) =>
    [time, value].flatMap((text) => (typeof text === 'string' ? (readWrittenTime(text) ?? []) : [])),
  );
  return { numbers: [...values, ...counts.map((number) => ({ number, unit: undefined }))], times: [...times, now] };
}

/** Whole days, hours and minutes of a duration, as people say it. */
function partsOfDays(days: number): readonly number[] {
  const minutes = Math.round(days * 1440);
  return [
    Math.floor(minutes / 1440),
    Math.floor((minutes % 1440) / 60),
    minutes % 60,
    Number(days.toFixed(1)),
    Number(days.toFixed(2)),
  ];
}

const listedKeys = 20;
