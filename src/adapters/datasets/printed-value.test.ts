import { describe, expect, it } from 'vitest';
import { parsePrinted } from './printed-value.ts';

describe('parsePrinted', () => {
  it.each([
    ['[[30]]', [[30]]],
    ["[['M']]", [['M']]],
    ['[[None]]', [[null]]],
    ["[('DOCUSATE',), ('SENNA',)]", [['DOCUSATE'], ['SENNA']]],
    ["{'Patient': ['a', 'b']}", { Patient: ['a', 'b'] }],
    [`[["it's (a) None"]]`, [["it's (a) None"]]],
    ["[['it\\'s', True]]", [["it's", true]]],
    ['', null],
    ['not a value', null],
  ])('reads %s', (printed, value) => {
    expect(parsePrinted(printed)).toEqual(value);
  });
});
