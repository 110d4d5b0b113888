// Words on one line: no odd blanks, no phrase and no day said twice.

/** A text on one line: runs of blanks and line breaks become one space. */
export function oneLine(text: string): string {
  return hasOddBlanks(text) ? text.replace(/\s+/g, ' ').trim() : text;
}

/** Whether a character is a blank, as `\s` has it. */
export function isBlank(code: number): boolean {
  if (code < 0x80) return code === space || (code >= 0x09 && code <= 0x0d);
  return code >= 0xa0 && otherBlanks.has(code);
}

/** Blanks that one line doesn't have: at its ends, in runs, or other than spaces. */
function hasOddBlanks(text: string): boolean {
  let afterBlank = true;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === space) {
      if (afterBlank) return true;
      afterBlank = true;
    } else if ((code < space || code > 0x7f) && isBlank(code)) return true;
    else afterBlank = false;
  }
  return afterBlank && text !== '';
}

/** Whether a phrase stands in an earlier one word for word, without regard to case. Both are on one line. */
export function saysPhrase(earlier: string, phrase: string): boolean {
  const last = earlier.length - phrase.length;
  for (let start = 0; start <= last; ) {
    let at = 0;
    for (; at < phrase.length; at++) {
      const said = earlier.charCodeAt(start + at);
      const code = phrase.charCodeAt(at);
      if (said > 0x7f || code > 0x7f) return saysInLowerCase(earlier, phrase);
      if (lowerCase(said) !== lowerCase(code)) break;
    }
    if (at === phrase.length && (start === last || earlier.charCodeAt(start + at) === space)) return true;
    start = earlier.indexOf(' ', start) + 1;
    if (start === 0) return false;
  }
  return false;
}

function saysInLowerCase(earlier: string, phrase: string): boolean {
  return ` ${earlier.toLowerCase()} `.includes(` ${phrase.toLowerCase()} `);
}

function lowerCase(code: number): number {
  return code >= 0x41 && code <= 0x5a ? code + 0x20 : code;
}

/** A line that names each day once: where a day comes again with a time, the time stands alone. */
export function sayDaysOnce(line: string): string {
  if (!repeatsDay(line)) return line;
  const said = new Set<string>();
  return line.replace(dayPattern, (day, rest: string | undefined) => {
    if (!said.has(day.slice(0, dayLength))) {
      said.add(day.slice(0, dayLength));
      return day;
    }
    return rest ? rest : 'same day';
  });
}

/** Whether some `YYYY-MM-DD` comes again; without a pattern, since every line of a page is asked. */
function repeatsDay(line: string): boolean {
  for (let dash = line.indexOf('-', 4); dash >= 0; dash = line.indexOf('-', dash + 1)) {
    if (isDay(line, dash) && line.indexOf(line.slice(dash - 4, dash + 6), dash + 1) >= 0) return true;
  }
  return false;
}

/** The one `YYYY-MM-DD` of a text; `undefined` when it has none or several. */
export function onlyDay(text: string): string | undefined {
  let day: string | undefined;
  for (let dash = text.indexOf('-', 4); dash >= 0; dash = text.indexOf('-', dash + 1)) {
    if (!isDay(text, dash)) continue;
    if (day !== undefined) return undefined;
    day = text.slice(dash - 4, dash + 6);
  }
  return day;
}

function isDay(line: string, dash: number): boolean {
  if (line.charCodeAt(dash + 3) !== hyphen) return false;
  for (let at = dash - 4; at < dash + 6; at++) {
    const code = line.charCodeAt(at);
    if (at !== dash && at !== dash + 3 && !(code >= 0x30 && code <= 0x39)) return false;
  }
  return true;
}

/** A day, and the time after it where there is one. */
const dayPattern = /\d{4}-\d{2}-\d{2}(?: (\d{2}:\d{2}(?::\d{2})?)|())/g;
const dayLength = 10;
const space = 0x20;
const hyphen = 0x2d;
/** Blanks beyond ASCII. Source: ECMAScript WhiteSpace and LineTerminator. */
const otherBlanks: ReadonlySet<number> = new Set([
  0xa0, 0x1680, 0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006, 0x2007, 0x2008, 0x2009, 0x200a, 0x2028, 0x2029,
  0x202f, 0x205f, 0x3000, 0xfeff,
]);
