import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { graphOf } from '../../test/support/small-graph.ts';
import type { FhirResource } from '../fhir/resource.ts';
import { countTokens } from '../linearization/token-counter.ts';
import type { ToolItem, ToolSuccess } from './graph-tool.ts';
import { createGraphTools } from './graph-tools.ts';

interface ToolCase {
  readonly name: string;
  readonly tool: string;
  readonly args: unknown;
  readonly ok: boolean;
  readonly code?: string;
  readonly total?: number;
  readonly complete?: boolean;
  readonly items?: readonly Partial<ToolItem>[];
  readonly text?: readonly string[];
  readonly reason?: readonly string[];
  readonly not?: string;
}

const read = (name: string) => JSON.parse(readFileSync(new URL(`../../test/cases/${name}`, import.meta.url), 'utf8'));
const { resources, now } = read('plans.json') as { readonly resources: readonly FhirResource[]; readonly now: string };
const { cases } = read('tools.json') as { readonly cases: readonly ToolCase[] };
const graph = graphOf(resources, { now });
const tools = createGraphTools(graph);

function call(name: string, args: unknown, from = tools) {
  const tool = from.find((each) => each.name === name);
  if (tool === undefined) throw new Error(`no tool ${name}`);
  return tool.call(args);
}

async function succeed(name: string, args: unknown, from = tools): Promise<ToolSuccess> {
  const result = await call(name, args, from);
  if (!result.ok) throw new Error(result.text);
  return result;
}

describe('createGraphTools', () => {
  it.each(cases.map((each) => [each.name, each] as const))('%s', async (_, wanted) => {
    const result = await call(wanted.tool, wanted.args);
    expect([result.ok, result.text]).toEqual([wanted.ok, expect.any(String)]);
    for (const part of wanted.text ?? []) expect(result.text).toContain(part);
    if (wanted.not !== undefined) expect(result.text).not.toContain(wanted.not);
    if (!result.ok) {
      expect(result.code).toBe(wanted.code);
      return;
    }
    if (wanted.total !== undefined) expect(result.total).toBe(wanted.total);
    if (wanted.complete !== undefined) expect(result.complete).toBe(wanted.complete);
    for (const part of wanted.reason ?? []) expect(result.reason).toContain(part);
    for (const [at, item] of (wanted.items ?? []).entries()) expect(result.items[at]).toMatchObject(item);
  });

  it('offers the four tools of the paper, or all six', () => {
    const names = (profile: 'paper' | 'full') => createGraphTools(graph, { profile }).map((tool) => tool.name);
    expect(names('paper')).toEqual(['inspect_node', 'search_graph', 'follow_links', 'filter_time']);
    expect(names('full')).toEqual([...names('paper'), 'aggregate', 'calculate']);
  });

  it('gives each hit once over all pages, within the token limit', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 300, max: 900 }),
        async (limit, maxResultTokens) => {
          const small = createGraphTools(graph, { maxResultTokens });
          for (const [name, args] of pagedCalls) {
            const whole = await succeed(name, { ...args, limit: 200 });
            const keys: string[] = [];
            let cursor: string | undefined;
            do {
              const page = await succeed(name, { ...args, limit, ...(cursor === undefined ? {} : { cursor }) }, small);
              expect(countTokens(page.text)).toBeLessThanOrEqual(maxResultTokens);
              expect(page.shown).toBe(page.items.length);
              expect(page.complete).toBe(cursor === undefined && page.next === undefined);
              keys.push(...page.items.map((item) => item.key));
              cursor = page.next;
            } while (cursor !== undefined);
            expect(keys).toEqual(whole.items.map((item) => item.key));
          }
        },
      ),
      { numRuns: 8 },
    );
  });

  it('pages a long note without losing a character', async () => {
    const note = Array.from({ length: 400 }, (_, at) => `Line ${at}: the patient slept well and ate little.`).join(
      '\n',
    );
    const long = graphOf([
      { resourceType: 'Patient', id: 'p' },
      {
        resourceType: 'DocumentReference',
        id: 'd',
        status: 'current',
        subject: { reference: 'Patient/p' },
        content: [{ attachment: { contentType: 'text/plain', data: Buffer.from(note).toString('base64') } }],
      },
    ]);
    const small = createGraphTools(long, { maxResultTokens: 600 });
    const args = { ids: ['DocumentReference/d'], path: 'content[0].attachment' };
    let text = '';
    let cursor: string | undefined;
    do {
      const page = await succeed('inspect_node', cursor === undefined ? args : { ...args, cursor }, small);
      expect(countTokens(page.text)).toBeLessThanOrEqual(600);
      text += page.text.slice(0, page.text.lastIndexOf('\n('));
      cursor = page.next;
    } while (cursor !== undefined);
    for (let at = 0; at < 400; at++) expect(text).toContain(`Line ${at}:`);
  });

  it('refuses a cursor with other arguments', async () => {
    const page = await succeed('filter_time', { type: 'Observation', limit: 2 });
    const other = await call('filter_time', { type: 'MedicationRequest', limit: 2, cursor: page.next });
    expect(other).toMatchObject({ ok: false, code: 'bad-cursor' });
    expect(await call('filter_time', { type: 'Observation', limit: 3, cursor: page.next })).toMatchObject({ ok: true });
  });

  it('never throws, whatever the arguments', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...tools), fc.anything(), async (tool, args) => {
        expect(typeof (await tool.call(args)).ok).toBe('boolean');
      }),
      { numRuns: 200 },
    );
    for (const tool of tools) {
      const names = Object.keys((tool.inputSchema as z.ZodObject).shape);
      await fc.assert(
        fc.asyncProperty(
          fc.dictionary(fc.constantFrom(...names), fc.oneof(fc.string(), fc.integer(), fc.array(fc.string()))),
          async (args) => {
            expect(typeof (await tool.call(args)).ok).toBe('boolean');
          },
        ),
        { numRuns: 100 },
      );
    }
  });

  it('knows no age where no date says when now is', async () => {
    const dateless = createGraphTools(graphOf([{ resourceType: 'Patient', id: 'p', birthDate: '1950-01-01' }]));
    expect(await call('calculate', { op: 'age' }, dateless)).toMatchObject({ ok: false, code: 'not-computable' });
    const result = await succeed('calculate', { op: 'age', to: '1990-01-01' }, dateless);
    expect(result.items).toMatchObject([{ value: 40 }]);
  });

  it('says when the record is not whole', async () => {
    const record = {
      ...graph.record,
      completeness: { state: 'partial' as const, reasons: ['page 2 of 3 was not read'] },
    };
    const partial = createGraphTools({ ...graph, record });
    const result = await succeed('aggregate', { op: 'last', text: 'creatinine' }, partial);
    expect([result.complete, result.reason]).toEqual([false, expect.stringContaining('page 2 of 3')]);
  });
});

const pagedCalls: readonly (readonly [string, Record<string, unknown>])[] = [
  ['search_graph', { query: 'creatinine glucose pressure' }],
  ['filter_time', { type: 'Observation' }],
  ['follow_links', { id: 'Patient/p' }],
  ['aggregate', { op: 'list', type: 'Observation' }],
];
