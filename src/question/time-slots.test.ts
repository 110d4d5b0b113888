// Time phrases of the published question sets: how many are read, and whether their windows are the reference's, to the day.
import { describe, expect, it } from 'vitest';
import { hasSharedData, readSharedLines } from '../../test/support/shared-data.ts';
import type { Now } from '../fhir/clinical-time.ts';
import { english } from './english-table.ts';
import { findOperations, findOrder } from './operation.ts';
import { readTimePhrases } from './time-phrase.ts';
import { findVisits } from './visit-phrase.ts';
import { fold } from './words.ts';

interface Row {
  readonly question: string;
  readonly template: string;
  readonly assumption?: string | null;
  readonly now?: string;
  readonly query?: string;
}

function rowsOf(name: string): readonly Row[] {
  return readSharedLines<Row>('questions', `${name}.jsonl.gz`);
}

function nowAt(text: string): Now {
  const localMs = Date.parse(`${text.replace(' ', 'T')}Z`);
  return { ms: localMs, localMs, text, from: 'question' };
}

const day = (localMs: number) => (Number.isFinite(localMs) ? new Date(localMs).toISOString().slice(0, 10) : undefined);

/** What still speaks of time when everything read is blotted out. */
const timeWords =
  /\b(?:since|until|ago|yesterday|today|tomorrow|(?:19|2[01])\d\d|\d+\/\d+|(?:this|last|previous|current) \w+|(?:first|second|last) (?:\w+ )?(?:visit|stay|encounter|admission|time))\b/;

describe.skipIf(!hasSharedData())('published questions', () => {
  it('reads at least 95 % of the time slots of FHIR-AgentBench', () => {
    let slots = 0;
    let unread = 0;
    for (const row of rowsOf('fhir-agentbench')) {
      const ofRow = row.template.match(/\[time_filter_\w+\]/g)?.length ?? 0;
      if (ofRow === 0) continue;
      slots += ofRow;
      const now = nowAt(/time is (\d[\d-]+ [\d:]+)/.exec(row.assumption ?? '')?.[1] ?? '2150-01-01 00:00:00');
      const folded = fold(row.question).replaceAll(/patient \d+/g, 'patient');
      const reading = readTimePhrases(folded, now, 'natural');
      const visits = findVisits(folded, blot(folded, reading.phrases), english);
      const left = blot(folded, [...reading.phrases, ...visits]);
      const ordered = blot(left, findOrder(left, english));
      // "Elapsed since" is what is done, not when.
      const isElapsed = findOperations([folded], english).some(({ operation }) => operation === 'elapsed');
      const rest = isElapsed ? ordered.replaceAll(/\bsince\b/g, '~') : ordered;
      const missed = reading.unread[0] ?? timeWords.exec(rest)?.[0];
      if (missed === undefined) continue;
      unread += 1;
      console.log(`not read: "${missed}" in "${row.question}"`);
    }
    console.log(`FHIR-AgentBench: ${slots - unread} of ${slots} time slots read`);
    expect(unread / slots).toBeLessThanOrEqual(0.05);
  });

  it('means the same days as the reference queries of FHIRPath-QA, in at least 95 %', () => {
    let compared = 0;
    let differing = 0;
    for (const { question, template, now, query } of rowsOf('fhirpath-qa')) {
      if (!template.includes('[time_filter_global') || now === undefined || query === undefined) continue;
      compared += 1;
      const reading = readTimePhrases(question, nowAt(now), 'calendar', { dateOrder: 'day-first' });
      const start = reading.window && day(reading.window.startLocalMs);
      const end = reading.window && day(reading.window.endLocalMs - 1);
      const [from, to] = boundsOf(query);
      if (start === from && end === to) continue;
      differing += 1;
      console.log(`differs: "${question}" is ${start} to ${end}, the reference ${from} to ${to}`);
    }
    console.log(`FHIRPath-QA: ${compared - differing} of ${compared} windows as in the reference query`);
    expect(differing / compared).toBeLessThanOrEqual(0.05);
  });
});

function blot(text: string, stretches: readonly { readonly start: number; readonly end: number }[]): string {
  let left = text;
  for (const { start, end } of stretches) left = left.slice(0, start) + '~'.repeat(end - start) + left.slice(end);
  return left;
}

/** First and last day that a query's comparisons allow. */
function boundsOf(query: string): readonly [string | undefined, string | undefined] {
  const bounds = [...query.matchAll(/([<>]?=) @(\d{4}-\d{2}-\d{2})T/g)].map(([, operator, date]) => ({
    operator,
    date,
  }));
  const equal = bounds.find(({ operator }) => operator === '=')?.date;
  if (equal !== undefined) return [equal, equal];
  const dates = (operator: string) =>
    bounds.filter((bound) => bound.operator === operator).flatMap(({ date }) => date ?? []);
  return [dates('>=').sort().at(-1), dates('<=').sort()[0]];
}
