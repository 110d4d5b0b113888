import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countTokens, createLineCounter } from './token-counter.ts';

const line = fc
  .string({
    unit: fc.constantFrom('a', 'B', ' ', '1', '9', '.', '–', '→', '(', ')', 'é', '[', '/', '#', "'", '<|', '漢'),
  })
  .map((text) => text.trim())
  .filter((text) => !text.startsWith('/'));

describe('countTokens', () => {
  it('counts a line of a page', () => {
    expect(countTokens('o17 2141-03-12 08:15 Potassium 4.1 mmol/L\n')).toBe(22);
  });

  it('adds up over lines with their line breaks', () => {
    fc.assert(
      fc.property(fc.array(line.filter((text) => text !== '')), (lines) => {
        const broken = lines.map((text) => `${text}\n`);
        const sum = broken.reduce((total, text) => total + countTokens(text), 0);
        expect(countTokens(broken.join(''))).toBe(sum);
      }),
    );
  });

  it('reads a special token in a record as plain text', () => {
    expect(countTokens('<|endoftext|>')).toBeGreaterThan(1);
  });
});

describe('createLineCounter', () => {
  it('agrees with the counter it remembers for, whatever the digits', () => {
    const count = createLineCounter(countTokens);
    fc.assert(
      fc.property(line, (text) => {
        expect(count(text)).toBe(countTokens(`${text}\n`));
      }),
      { numRuns: 3000 },
    );
    for (let number = 0; number < 1000; number++) {
      const text = `x${number} ${String(number).padStart(3, '0')}.${number}`;
      expect(count(text)).toBe(countTokens(`${text}\n`));
    }
  });
});
