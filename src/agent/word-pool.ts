// Everything that the cited resources say, gathered once, so that each word of a text is a look-up.
import type { Evidence } from './evidence.ts';
import { plainText } from './plain-text.ts';
import { isSameTime, type WrittenTime } from './written-time.ts';

export interface WordPool {
  /** Whether a cited time is this one, at its precision. */
  hasTime(time: WrittenTime): boolean;
  /** Whether a cited time of day begins so, e.g. `09:55`. */
  hasClock(clock: string): boolean;
  /** Whether a cited text holds these plain words in a row. */
  hasPhrase(plain: string): boolean;
  /** Whether one cited resource says the phrase, or each of its words: a person's or drug's name may stand in parts. */
  bears(plain: string): boolean;
}

/** Linear in what is cited; its look-ups are cheap. */
export function createWordPool(evidence: readonly Evidence[], times: readonly WrittenTime[]): WordPool {
  const recorded = [...times, ...evidence.flatMap((each) => [...each.times, ...each.dates])];
  const locals = new Set<string>();
  const clocks = new Set<string>();
  for (const { local } of recorded) {
    for (const length of localLengths) locals.add(local.slice(0, length));
    clocks.add(local.slice(11, 16)).add(local.slice(11, 19));
  }
  const text = `\n${[...new Set(evidence.flatMap((each) => [...each.words.keys()]))].join('\n')}\n`;
  const called = new Set(evidence.map(({ concept }) => plainText(concept)));
  const tokensOf = new Map<Evidence, ReadonlySet<string>>();
  const tokens = (each: Evidence) => {
    const known = tokensOf.get(each) ?? new Set([...each.words.keys()].flatMap((word) => word.split(' ')));
    tokensOf.set(each, known);
    return known;
  };
  const hasPhrase = (plain: string) =>
    plain !== '' && new RegExp(`(?<=[\\n ])${escapeForPattern(plain)}(?!\\d)`).test(text);
  return {
    hasTime: (time) =>
      locals.has(time.local) || (time.instantMs !== undefined && recorded.some((each) => isSameTime(time, each))),
    hasClock: (clock) => clocks.has(clock),
    hasPhrase,
    bears(plain) {
      // A resource is about what it is called here, be it by a code's name that it doesn't write.
      if (hasPhrase(plain) || called.has(plain)) return true;
      const words = plain.split(' ').filter((word) => word !== '+');
      if (!words.every((word) => text.includes(word))) return false;
      return evidence.some((each) => words.every((word) => tokens(each).has(word)));
    },
  };
}

function escapeForPattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Lengths of a local time by precision: year, month, day, minute, second. */
const localLengths = [4, 7, 10, 16, 19];
