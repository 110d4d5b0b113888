// The unit of measure that a question wants its answer in.
import { unitLeads, unitWords } from './unit-table.ts';
import type { Vocabulary } from './vocabulary.ts';
import { wordEnd, wordStart } from './words.ts';

export interface FoundUnit {
  /** As plans and answers write it: `lb`, `mmol/L`, `°F`. */
  readonly unit: string;
  /** Offsets into the text, end exclusive, the word before it included. */
  readonly start: number;
  readonly end: number;
}

/** "In pounds", "in mmol/L", "how many kilos"; `undefined` when no unit is asked for. */
export function findMeasureUnit(text: string, vocabulary: Vocabulary): FoundUnit | undefined {
  const language = vocabulary.language;
  const known = patternsByLanguage.get(language) ?? compile(language);
  patternsByLanguage.set(language, known);
  for (const { pattern, unit } of known) {
    const match = pattern.exec(text);
    if (match === null) continue;
    return { unit: unit ?? written(match[1] ?? ''), start: match.index, end: match.index + match[0].length };
  }
  return undefined;
}

interface UnitPattern {
  readonly pattern: RegExp;
  /** `undefined`: as the text writes it. */
  readonly unit: string | undefined;
}

function compile(language: string): readonly UnitPattern[] {
  const lead = unitLeads[language];
  if (lead === undefined) return [];
  const bounded = (source: string) => new RegExp(`${wordStart}${source}${wordEnd}(?!/)`, 'iu');
  const named = Object.entries(unitWords[language] ?? {}).flatMap(([unit, words]) => {
    const asked = words.map((word) => `(?:${lead.before}|${lead.amount})\\s+${word}`).join('|');
    return [{ pattern: bounded(`(?:${asked})`), unit }];
  });
  return [{ pattern: bounded(`${lead.before}\\s+(${composite})`), unit: undefined }, ...named];
}

/** `mg/dl` as `mg/dL`: a litre is written large. */
function written(unit: string): string {
  return unit
    .toLowerCase()
    .replaceAll(/[µμ]/g, 'u')
    .split('/')
    .map((part) => largeLetters.get(part) ?? part)
    .join('/');
}

const largeLetters: ReadonlyMap<string, string> = new Map(
  Object.entries({ l: 'L', ml: 'mL', dl: 'dL', iu: 'IU', meq: 'mEq' }),
);
/** Units of two parts are written much alike in every language. */
const composite = '(?:mg|g|ug|mcg|µg|ng|pg|mmol|umol|µmol|nmol|pmol|meq|iu|ml)/(?:dl|ml|l|h|hr|min|kg|d|day)';
const patternsByLanguage = new Map<string, readonly UnitPattern[]>();
