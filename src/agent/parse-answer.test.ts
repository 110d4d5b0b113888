// Answers as models write them, near the asked shape and far from it.
import { describe, expect, it } from 'vitest';
import { parseAnswer } from './parse-answer.ts';

const value = { value: 4.1, unit: 'mmol/L', cite: ['o17'] };
const answer = { status: 'answered', text: 'It was 4.1.', values: [value], citations: ['o17'], absence: null };

describe('an answer', () => {
  it.each([
    ['a confidence in words', { confidence: 'high' }, {}],
    ['a confidence in percent', { confidence: 95 }, {}],
    ['a reading that is no text', { reading: { as: 'max' }, dependsOnNow: 'no', wouldSettle: 1 }, {}],
    ['a value that is none', { values: [{ value: null }, value] }, { values: [value] }],
    ['values that are none', { values: { potassium: 4.1 } }, { values: [] }],
    [
      'a unit that is no text',
      { values: [{ ...value, unit: 1, time: 2141 }] },
      { values: [{ ...value, unit: null, time: null }] },
    ],
    ['one citation', { citations: 'o17' }, {}],
    ['citations as objects', { citations: [{ key: 'Observation/k3' }] }, { citations: ['Observation/k3'] }],
    ['its text under another name', { text: undefined, answer: 'It was 4.1.' }, {}],
    ['a status in other letters', { status: 'Answered' }, {}],
  ])('is read with %s', (_, given, wanted) => {
    const { draft, form } = parseAnswer(JSON.stringify({ ...answer, ...given }));
    expect(form).not.toBe('plain');
    expect(draft).toMatchObject({ ...answer, ...wanted });
  });

  it('is put in words where it has values or a status alone', () => {
    expect(parseAnswer(JSON.stringify({ ...answer, text: '' })).draft.text).toBe('4.1 mmol/L');
    expect(parseAnswer('{"status": "not-recorded"}').draft.text).toBe('Not recorded.');
  });

  it.each([
    '',
    ' \n',
    '{}',
    '…',
    '```json\n```',
    '{"status": "answered", "text": "", "values": []}',
    '{"text": {"a": []}}',
  ])('says nothing in %j', (reply) => expect(parseAnswer(reply).draft.text).toBe(''));
});
