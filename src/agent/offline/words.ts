// Sentences of the offline answerer: subjects, places, values with unit and time.
import { kindTable } from '../../question/kind-table.ts';
import type { QuestionReading } from '../../question/reading.ts';
import type { ToolItem } from '../../tools/graph-tool.ts';

/** What is asked about, as the record writes it: `"Potassium"`, `medications with route "IV"`. */
export function subjectOf(reading: QuestionReading): string {
  const names = reading.concepts
    .filter(({ role }) => role === 'concept' || role === 'code')
    .map(({ concepts }) => concepts.slice(0, mostNames).join(' / ') + (concepts.length > mostNames ? ' …' : ''));
  const roles = reading.concepts
    .filter(({ role }) => role !== 'concept' && role !== 'code')
    .map(({ role, concepts }) => `${role} ${concepts.slice(0, mostNames).join(' / ')}`);
  const kind = kindTable[reading.kind]?.name;
  const what =
    names.length > 0 ? names.join(', ') : (kind ?? (reading.unknown[0] ? `"${reading.unknown[0]}"` : 'entries'));
  return roles.length === 0 ? what : `${what} with ${roles.join(', ')}`;
}

/** The scope the question set: `, 2141-03-01 to 2141-03-31, during last hospital visit`. */
export function scopeOf(reading: QuestionReading): string {
  const parts = [
    reading.time.window?.text,
    reading.visit === undefined ? undefined : `${reading.visit.relation} ${reading.visit.name}`,
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? '' : `, ${parts.join(', ')}`;
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
  const timeUnit = unit === undefined ? undefined : timeUnits[unit];
  if (timeUnit !== undefined && typeof value === 'number') {
    const shown = Number(value.toFixed(2));
    return `${shown} ${shown === 1 ? timeUnit : `${timeUnit}s`}`;
  }
  return unit === undefined ? String(value) : `${value} ${unit}`;
}

/** A written time inside a sentence: ` on 2141-03-12 08:15`, ` in 2141-03`, ` from … to …`. */
export function timeWords(time: string | undefined): string {
  if (time === undefined || time === '') return '';
  const [start = '', end] = time.split(/\s*→\s*/);
  if (end !== undefined) return ` from ${start} to ${end || '…'}`;
  return ` ${start.length >= 10 ? 'on' : 'in'} ${start}`;
}

function ordinal(number: number): string {
  const rest = number % 100;
  const ending = rest > 10 && rest < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][number % 10] ?? 'th');
  return `${number}${ending}`;
}

const timeUnits: Readonly<Record<string, string>> = {
  s: 'second',
  min: 'minute',
  h: 'hour',
  d: 'day',
  wk: 'week',
  mo: 'month',
  a: 'year',
};
const mostNames = 3;
