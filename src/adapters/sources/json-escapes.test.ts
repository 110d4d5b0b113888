import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeCharacters, isJsonStart, withoutEscapes } from './json-escapes.ts';

const escaped = (text: string) => escapeCharacters(Buffer.from(text, 'utf8'))?.toString('latin1');

describe('JSON as plain ASCII', () => {
  it('means the same, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const json = JSON.stringify({ padding: ' '.repeat(100 * text.length), text });
        const ascii = escaped(json);
        // Left as it is after a backslash alone, which JSON.stringify writes for controls, quotes and itself.
        if (ascii === undefined) expect(json).toMatch(/\\[^\p{ASCII}]/u);
        else expect(JSON.parse(ascii)).toEqual(JSON.parse(json));
      }),
    );
  });

  it('writes each unit of a character as an escape', () => {
    const padding = ' '.repeat(1000);
    expect(escaped(`{"a":"é ☂ 😀"}${padding}`)).toBe(`{"a":"\\u00e9 \\u2602 \\ud83d\\ude00"}${padding}`);
  });

  it('leaves a character after a backslash alone: escaped, a broken text would become a good one', () => {
    expect(escaped(`{"a":"\\é"}${' '.repeat(1000)}`)).toBeUndefined();
  });

  it('leaves a text of another script to the decoder', () => {
    expect(escaped(`{"a":"${'患者'.repeat(100)} ${'é '.repeat(100)}"}`)).toBeUndefined();
  });

  it('gives back the text that places are counted in', () => {
    expect(withoutEscapes('{"a":"\\u00e9\\u000a\\ud83d\\ude00"}')).toBe('{"a":"é\\u000a😀"}');
  });

  it.each([
    ['{}', true],
    ['\n\t [1]', true],
    ['\ufeff{}', true],
    ['<Patient/>', false],
    ['', false],
  ])('tells JSON by its first character: %j', (text, isJson) => {
    expect(isJsonStart(Buffer.from(text, 'utf8'))).toBe(isJson);
  });
});
