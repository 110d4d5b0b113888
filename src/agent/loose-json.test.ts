import { describe, expect, it } from 'vitest';
import { objectsIn, readJson } from './loose-json.ts';

describe('JSON as models write it', () => {
  it.each([
    ['in fences', '```json\n{"a": 1}\n```'],
    ['in fences on one line', '```{"a": 1}```'],
    ['with a trailing comma', '{"a": 1,}'],
    ['in single quotes', "{'a': 1}"],
  ])('is read %s', (_, text) => expect(readJson(text)).toEqual({ a: 1 }));

  it("is read with Python's constants", () => expect(readJson("{'a': None, 'b': True}")).toEqual({ a: null, b: true }));
  it('is nothing where it is none', () => expect(readJson('{"a": ')).toBeUndefined());
});

describe('the objects in a text', () => {
  it('come in the order in which they begin, inner ones after those around them', () =>
    expect([...objectsIn('so { and {"a": {"b": "}"}} then {"c": 1}')]).toEqual([
      { a: { b: '}' } },
      { b: '}' },
      { c: 1 },
    ]));

  it.each([
    ['opened and never closed', '{"a": '],
    ['closed at once', '{ } { a } '],
    ['nested without end', '{"{'],
    ['full of blanks', `{"a": ${' '.repeat(500)}`],
  ])('are soon given up among braces that are %s', (_, part) => {
    const text = part.repeat(400_000 / part.length);
    const started = performance.now();
    expect([...objectsIn(text)].every((value) => Object.keys(value).length === 0)).toBe(true);
    expect(performance.now() - started).toBeLessThan(3000);
  });
});
