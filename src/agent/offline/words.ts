// Sentences of the offline answerer: subjects, places, values with unit and time.
import { comparisonOf } from '../../question/describe-reading.ts';
import { kindTable } from '../../question/kind-table.ts';
import type { QuestionReading, ResolvedConcept } from '../../question/reading.ts';
import type { ToolItem } from '../../tools/graph-tool.ts';

/** What is asked about, as the record writes it: `"Potassium"`, `medications with route "IV"`. */
export function subjectOf(reading: QuestionReading, isOne = false): string {
  const own = reading.concepts.filter(({ role }) => role === 'concept' || role === 'code');
  const names = own
    .filter((concept) => !isElsewhere(reading, concept))
    .map(({ concepts }) => concepts.slice(0, mostNames).join(' / ') + (concepts.length > mostNames ? ' …' : ''));
  const roles = reading.concepts
    .filter(({ role }) => role !== 'concept' && role !== 'code')
    .map(({ role, concepts }) => `${role} ${concepts.slice(0, mostNames).join(' / ')}`);
  const plural = kindTable[reading.kind]?.name;
  const kind = isOne ? plural?.replace(/ies$/, 'y').replace(/s$/, '') : plural;
  // What the record knows under that name, but as another kind of thing, is told in the question's own words.
  const elsewhere = own.filter((concept) => isElsewhere(reading, concept)).map(({ phrase }) => phrase);
  const unknown = [...elsewhere, ...reading.unknown].map((phrase) => `"${phrase}"`).join(', ');
  const status = reading.select.statuses?.join(' or ');
  const what = names.length > 0 ? names.join(', ') : [status, kind, unknown].filter(Boolean).join(' ') || 'entries';
  return roles.length === 0 ? what : `${what} with ${roles.join(', ')}`;
}

/** Whether the record has a name only as another kind of thing than the question asks of: a drug that is an allergy. */
export function isElsewhere({ select }: QuestionReading, { types }: ResolvedConcept): boolean {
  return select.types !== undefined && types.length > 0 && !types.some((type) => select.types?.includes(type));
}

/** The scope the question set: ` above 5 mmol/L, 2141-03-01 to 2141-03-31, during last hospital visit`. */
export function scopeOf(reading: QuestionReading): string {
  const parts = [
    reading.time.window?.text,
    reading.visit === undefined ? undefined : `${reading.visit.relation} ${withoutCount(reading.visit.name)}`,
  ].filter((part) => part !== undefined);
  const compared = comparisonOf(reading.select);
  return [compared === '' ? '' : ` ${compared}`, ...parts.map((part) => `, ${part}`)].join('');
}

/** `first of 18 Aspirin` as `first Aspirin`: how many there are was looked at by no tool, so no answer says it. */
function withoutCount(event: string): string {
  return event.replace(/^((?:\S+ to )?\S+) of \d+ /, '$1 ');
}

/** `Latest`, `First`, `2nd`, `2nd to last`; empty for all. */
export function placeOf(position: number | undefined): string {
  if (position === undefined) return '';
  if (position === -1) return 'Latest';
  if (position === 1) return 'First';
  return position > 0 ? ordinal(position) : `${ordinal(-position)} to last`;
}

/** `4.1 mmol/L`, `17 days`, `yes`. */
export function valueWords(item: Pick<ToolItem, 'value' | 'unit'>): string {
  const { value, unit } = item;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (value === undefined) return '';
  const timeUnit = unit === undefined ? undefined : timeUnits.get(unit);
  if (timeUnit !== undefined && typeof value === 'number') {
    const shown = Number(value.toFixed(2));
    const plain = `${shown} ${shown === 1 ? timeUnit : `${timeUnit}s`}`;
    return unit === 'd' && !Number.isInteger(value) ? `${plain} (${dayParts(value)})` : plain;
  }
  const shown = typeof value === 'number' ? shortNumber(value) : value;
  return unit === undefined ? String(shown) : `${shown} ${unit}`;
}

/** A number with at most three decimals, more only where it would be 0 otherwise; `values` keep it whole. */
export function shortNumber(value: number): number {
  const rounded = Number(value.toFixed(3));
  return rounded === 0 ? Number(value.toPrecision(3)) : rounded;
}

/** Days as `17 d 3 h 20 min`, leaving out what is 0. */
export function dayParts(days: number): string {
  const minutes = Math.round(days * minutesInDay);
  const parts = [
    [Math.floor(minutes / minutesInDay), 'd'],
    [Math.floor((minutes % minutesInDay) / 60), 'h'],
    [minutes % 60, 'min'],
  ] as const;
  return parts.flatMap(([number, unit]) => (number === 0 ? [] : [`${number} ${unit}`])).join(' ') || '0 min';
}

/** A written time inside a sentence: ` on 2141-03-12 08:15`, ` in 2141-03`, ` from … to …`. */
export function timeWords(time: string | undefined): string {
  if (time === undefined || time === '') return '';
  const [start = '', end] = time.split(/\s*→\s*/);
  if (end !== undefined) return ` from ${start} to ${end || '…'}`;
  if (/^(?:until|since) /.test(start)) return ` ${start}`;
  return ` ${start.length >= 10 ? 'on' : 'in'} ${start}`;
}

function ordinal(number: number): string {
  const rest = number % 100;
  const ending = rest > 10 && rest < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th');
  return `${number}${ending}`;
}

const timeUnits: ReadonlyMap<string, string> = new Map(
  Object.entries({
    s: 'second',
    min: 'minute',
    h: 'hour',
    d: 'day',
    wk: 'week',
    mo: 'month',
    a: 'year',
  }),
);
const minutesInDay = 1440;
const mostNames = 3;
