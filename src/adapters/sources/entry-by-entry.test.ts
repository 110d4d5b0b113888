// Parsing a Bundle entry by entry gives what parsing it whole gives, or says that it must be read whole.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseByEntry } from './entry-by-entry.ts';

const plenty = 1_000_000;

async function* cut(text: string, size: number): AsyncGenerator<string, void> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

/** The head must lie in the first piece; the others may be cut anywhere. */
async function* cutAfterHead(text: string, size: number): AsyncGenerator<string, void> {
  const head = text.indexOf('[') + 40;
  yield text.slice(0, head);
  yield* cut(text.slice(head), size);
}

const entry = (id: number) => ({ fullUrl: `urn:uuid:${id}`, resource: { resourceType: 'Observation', id: `o${id}` } });

describe('parseByEntry', () => {
  it.each<[string, unknown]>([
    ['entries', { resourceType: 'Bundle', type: 'collection', entry: [entry(1), entry(2), entry(3)], total: 3 }],
    ['a list that stands first', { entry: [entry(1), entry(2)], resourceType: 'Bundle' }],
    ['one entry', { resourceType: 'Bundle', entry: [entry(1)] }],
    ['entries that begin differently', { entry: [entry(1), { resource: { id: 'x' } }, entry(2), null, 7, entry(3)] }],
    ['Bundles in a Bundle', { entry: [{ fullUrl: 'a', resource: { entry: [entry(1), entry(2)] } }, entry(3)] }],
    ['objects alike after the list', { entry: [entry(1), entry(2)], link: [entry(3), entry(4)] }],
    [
      'text that looks like an entry',
      { entry: [{ fullUrl: '},{"fullUrl":', note: '"entry":[{"fullUrl":' }, entry(2)] },
    ],
    ['an entry over many pieces', { entry: [{ fullUrl: 'a', data: 'x'.repeat(3_000) }, entry(2)] }],
  ])('%s, cut anywhere and in any layout', async (_, document) => {
    const layouts = [
      JSON.stringify(document),
      JSON.stringify(document, null, 2),
      JSON.stringify(document, null, '\t').replaceAll('\n', '\r\n'),
      ` ${JSON.stringify(document).replaceAll('},{', '}, {')}\n`,
    ];
    for (const text of layouts) {
      for (const size of [7, 40, 1_000, plenty]) {
        const parsed = await parseByEntry(cutAfterHead(text, size), plenty);
        expect(parsed).toEqual({ value: JSON.parse(text), isMended: false });
      }
    }
  });

  it('random entries, cut anywhere', async () => {
    const json = fc.jsonValue({ maxDepth: 3 });
    const entries = fc.array(fc.oneof(fc.record({ fullUrl: json, resource: json }), fc.object(), json), {
      minLength: 1,
    });
    await fc.assert(
      fc.asyncProperty(
        entries,
        fc.integer({ min: 1, max: 60 }),
        fc.constantFrom(undefined, 1),
        async (all, size, indent) => {
          const text = JSON.stringify({ type: 'collection', entry: [entry(0), ...all], id: 'b' }, null, indent);
          const parsed = await parseByEntry(cutAfterHead(text, size), plenty);
          expect(parsed?.value).toEqual(JSON.parse(text));
        },
      ),
    );
  });

  it.each([
    ['no list named entry', '{"resourceType":"Bundle","total":0}'],
    ['an empty list', '{"resourceType":"Bundle","entry":[]}'],
    ['a list further inside', '{"list":{"entry":[{"fullUrl":1},{"fullUrl":2}]}}'],
    ['its words inside a string', '{"note":"\\"entry\\":[{\\"a\\":1}","x":1}'],
    ['two members named entry, the last of which counts', '{"entry":[{"a":1},{"a":2}],"entry":[{"a":3}]}'],
    ['a second member named entry that begins with null', '{"entry":[{"a":1},{"a":2}],"entry":[null,{"a":3}]}'],
    ['a break in an entry', '{"entry":[{"a":1},{"a":}, {"a":3}]}'],
    ['words between entries', '{"entry":[{"a":1}, and {"a":2},{"a":3}]}'],
    ['a blank that JSON does not know', '{"entry":[{"a":1},\u00a0{"a":2}]}'],
    ['a missing comma', '{"entry":[{"a":1}{"a":2},{"a":3}]}'],
    ['a cut end', '{"entry":[{"a":1},{"a":2},{"a'],
    ['a second document', '{"entry":[{"a":1},{"a":2}]}\n{"entry":[{"a":1}]}'],
    ['no text', ''],
  ])('%s: to be read whole', async (_, text) => {
    for (const size of [30, plenty]) expect(await parseByEntry(cutAfterHead(text, size), plenty)).toBeUndefined();
  });

  it('is longer than allowed: to be read whole, and asks for nothing more', async () => {
    let asked = 0;
    async function* endless(): AsyncGenerator<string, void> {
      yield '{"entry":[{"a":1}';
      for (;;) {
        asked += 1;
        yield ',{"a":2}';
      }
    }
    expect(await parseByEntry(endless(), 1_000)).toBeUndefined();
    expect(asked).toBeLessThan(1_000);
  });

  it('entries that hold many like themselves: to be read whole soon', async () => {
    let asked = 0;
    async function* nested(): AsyncGenerator<string, void> {
      yield '{"entry":[{"a":[';
      for (; asked < 10_000; asked += 1) yield '{"a":1},';
      yield '{}]}]}';
    }
    expect(await parseByEntry(nested(), plenty)).toBeUndefined();
    expect(asked).toBeLessThan(200);
  });

  it('tells of half characters in any entry', async () => {
    const text = String.raw`{"entry":[{"a":"\ud83d"},{"a":"b"},{"a":"\\ud83d\udc00"}]}`;
    expect(await parseByEntry(cutAfterHead(text, 5), plenty)).toEqual({
      value: { entry: [{ a: '\uFFFD' }, { a: 'b' }, { a: '\\ud83d\uFFFD' }] },
      isMended: true,
    });
  });
});
