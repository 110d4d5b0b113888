import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createReadableText } from './readable-text.ts';

const readAll = (pieces: readonly string[]) => {
  const readable = createReadableText();
  return pieces.map((piece) => readable.read(piece)).join('');
};
const answer = JSON.stringify({
  status: 'answered',
  text: 'Latest "K⁺": 4.1 mmol/L\n{on 2141-03-12} 😀 \\',
  values: [{ value: 4.1, text: 'inner' }],
  citations: ['o17'],
});
const wanted = 'Latest "K⁺": 4.1 mmol/L\n{on 2141-03-12} 😀 \\';

describe('what a person may read of a reply', () => {
  it.each([
    ['an answer object', answer, wanted],
    ['one spread over lines', JSON.stringify(JSON.parse(answer), null, 2), wanted],
    ['one with escaped characters', answer.replace('⁺', '\\u207a').replace('😀', '\\ud83d\\ude00'), wanted],
    [
      'one in fences among words',
      `Here you are:\n\`\`\`json\n${answer}\n\`\`\`\nAnything else?`,
      `Here you are:\n${wanted}`,
    ],
    ['one in fences on one line', `\`\`\`${answer}\`\`\``, wanted],
    [
      'plain words',
      'The latest potassium is 4.1 mmol/L (`o17`), {roughly}.',
      'The latest potassium is 4.1 mmol/L (`o17`), {roughly}.',
    ],
    [
      'a call in plain text',
      'I look.\n```json\n{"tool": "aggregate", "args": {"op": "last", "text": "potassium"}}\n```',
      'I look.\n\n',
    ],
    ['a call, then words', '{"tool": "search_graph", "args": {}} Done.', ' Done.'],
    ['an answer by another name', '{"answer": "Yes."}', 'Yes.'],
    ['a text that is none', '{"text": null, "values": ["text"]}', ''],
    ['nothing', '', ''],
  ])('%s', (_, reply, text) => {
    expect(readAll([reply])).toBe(text);
    expect(readAll([...reply])).toBe(text);
  });

  it('is the same wherever the pieces are cut', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.string({ unit: 'binary' }),
        fc.array(fc.nat(), { maxLength: 8 }),
        (before, text, cuts) => {
          const reply = `${before}${JSON.stringify({ status: 'answered', text })}`;
          const places = cuts.map((cut) => cut % (reply.length + 1)).sort((left, right) => left - right);
          const pieces = [0, ...places].map((start, index) => reply.slice(start, places[index] ?? reply.length));
          expect(readAll(pieces)).toBe(readAll([reply]));
        },
      ),
    );
  });

  it('gives back the text of any answer', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(readAll([JSON.stringify({ citations: ['a'], text })])).toBe(text.replaceAll(/[\b\f]/g, ''));
      }),
    );
  });
});
