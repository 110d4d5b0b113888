// Dates as people and records write them, compared at the precision of the one that says less.

/** A written date or date-time: its wall-clock digits at its precision, and its instant when an offset is written. */
export interface WrittenTime {
  /** `YYYY[-MM[-DD[ hh[:mm[:ss]]]]]`: each further unit makes it longer. */
  readonly local: string;
  /** Milliseconds since the epoch; `undefined` without offset. */
  readonly instantMs: number | undefined;
  /** Milliseconds of the wall-clock start, as if in UTC. */
  readonly localMs: number;
}

/** A date in ISO form (`2141-03-12T08:15:00-05:00`, `2141-03`, with blank for T) or as `12 March 2141`, `March 12, 2141`. */
export function readWrittenTime(text: string): WrittenTime | undefined {
  const trimmed = text.trim();
  const iso = isoPattern.exec(trimmed);
  if (iso !== null) return fromParts(iso.slice(1, 7), iso[7]);
  const words = dayFirst.exec(trimmed) ?? undefined;
  if (words !== undefined) return fromWords(words[3], words[2], words[1], words[4]);
  const monthWords = monthFirst.exec(trimmed);
  return monthWords === null ? undefined : fromWords(monthWords[3], monthWords[1], monthWords[2], monthWords[4]);
}

/**
 * Whether a claimed time is the recorded one, at the claim's precision, which must not exceed the record's.
 * A claim with an offset is compared as an instant.
 */
export function isSameTime(claimed: WrittenTime, recorded: WrittenTime): boolean {
  if (claimed.instantMs !== undefined && recorded.instantMs !== undefined) {
    const unitMs = claimed.local.length >= 19 ? 1000 : 60_000;
    return Math.floor(claimed.instantMs / unitMs) === Math.floor(recorded.instantMs / unitMs);
  }
  if (recorded.local.startsWith(claimed.local)) return true;
  // Zeros added to a less precise time (`08:15` as `08:15:00`) claim nothing new; midnight added to a date does.
  return recorded.local.length >= 16 && claimed.local === `${recorded.local}:00`;
}

function fromWords(year = '', month = '', day: string | undefined, clock: string | undefined): WrittenTime | undefined {
  const index = monthNames.indexOf(month.slice(0, 3).toLowerCase());
  if (index < 0) return undefined;
  const [hour, minute, second] = (clock ?? '').split(':');
  return fromParts(
    [year, pad(index + 1), day === undefined ? undefined : pad(Number(day)), hour || undefined, minute, second],
    undefined,
  );
}

function fromParts(parts: readonly (string | undefined)[], offset: string | undefined): WrittenTime | undefined {
  const [year = '', month, day, hour, minute, second] = parts;
  const date = [year, month, day].filter((part) => part !== undefined).join('-');
  const clock = [hour === undefined ? undefined : pad(Number(hour)), minute, second]
    .filter((part) => part !== undefined)
    .join(':');
  const local = clock === '' ? date : `${date} ${clock}`;
  const localMs = Date.UTC(
    Number(year),
    Number(month ?? 1) - 1,
    Number(day ?? 1),
    Number(hour ?? 0),
    Number(minute ?? 0),
    Number(second ?? 0),
  );
  if (Number.isNaN(localMs) || Number(month ?? 1) > 12 || Number(day ?? 1) > 31 || Number(hour ?? 0) > 24)
    return undefined;
  return { local, localMs, instantMs: offset === undefined ? undefined : localMs - offsetMs(offset) };
}

function offsetMs(offset: string): number {
  const match = /^([+-])(\d\d):?(\d\d)$/.exec(offset);
  if (match === null) return 0;
  return (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3])) * 60_000;
}

function pad(number: number): string {
  return String(number).padStart(2, '0');
}

const isoPattern =
  /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?)?)?(Z|[+-]\d\d:?\d\d)?$/;
const monthWord =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?';
const clockWord = '(?:,?\\s+(?:at\\s+)?(\\d{1,2}:\\d{2}(?::\\d{2})?))?';
const dayFirst = new RegExp(`^(?:(\\d{1,2})(?:st|nd|rd|th)?\\s+)?${monthWord},?\\s+(\\d{4})${clockWord}$`, 'i');
const monthFirst = new RegExp(`^${monthWord}\\s+(\\d{1,2})(?:st|nd|rd|th)?,?\\s+(\\d{4})${clockWord}$`, 'i');
const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
