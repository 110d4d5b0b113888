// One line that says how a question was read.
import { kindTable } from './kind-table.ts';
import type { QuestionReading } from './reading.ts';
import type { Selection } from './selection.ts';
import { positionName } from './visit-phrase.ts';

/** For example: `when · last microbiology tests with specimen "URINE" · 2157-01-01 to 2157-12-31 · during last hospital visit`. */
export function describeReading(reading: QuestionReading): string {
  const inUnit = reading.measureUnit === undefined ? '' : ` in ${reading.measureUnit}`;
  const parts: string[] = [`${operationWords(reading)}${inUnit}`];
  const concepts = reading.concepts.map((concept) => {
    const names = concept.concepts
      .slice(0, 3)
      .map((name) => `"${name}"`)
      .join(' or ');
    const more = concept.concepts.length > 3 ? ` or ${concept.concepts.length - 3} more` : '';
    return concept.role === 'concept' || concept.role === 'code'
      ? `${names}${more}`
      : `with ${concept.role} ${names}${more}`;
  });
  const unknown = reading.unknown.map((phrase) => `"${phrase}" (not in the record)`);
  const place =
    reading.take !== undefined
      ? `${reading.take < 0 ? 'last' : 'first'} ${Math.abs(reading.take)} of `
      : reading.position === undefined
        ? ''
        : `${positionName(reading.position)} of `;
  const kind = kindTable[reading.kind]?.name ?? 'all facts';
  const status = (reading.select.statuses ?? []).join(' or ');
  parts.push(
    [`${place}${status} ${kind}`, ...concepts, ...unknown, comparisonOf(reading.select)]
      .filter((part) => part !== '')
      .join(' '),
  );
  if (reading.time.window !== undefined) {
    parts.push(`${reading.time.window.text}${reading.time.usesNow ? ` (${reading.dialect})` : ''}`);
  }
  if (reading.visit !== undefined) {
    parts.push(
      `${reading.visit.relation} ${reading.visit.name}${reading.visit.at === undefined ? '' : ` at ${reading.visit.at}`}${reading.visit.absent ? ` (${reading.visit.absent})` : ''}`,
    );
  }
  if (reading.ignored.length > 0) parts.push(`not used: ${reading.ignored.join(', ')}`);
  return parts.join(' · ').replaceAll(/\s+/g, ' ');
}

/** `above 5 mmol/L`; empty where values are not compared with a number. */
export function comparisonOf({ value }: Selection): string {
  if (value === undefined) return '';
  return [comparisonWords[value.op], value.number, value.unit].filter((part) => part !== undefined).join(' ');
}

const comparisonWords = {
  '<': 'below',
  '<=': 'at most',
  '=': 'equal to',
  '>=': 'at least',
  '>': 'above',
  '!=': 'other than',
} as const;

function operationWords(reading: QuestionReading): string {
  const { asked, operation } = reading;
  const unit = reading.unit === undefined ? '' : ` in ${reading.unit}`;
  if (operation === 'value' || operation === 'list') {
    if (asked.kind === 'name') return `${operation === 'list' ? 'list ' : ''}${asked.role}`;
    if (asked.kind === 'value') return asked.component ?? 'value';
    return `${operation === 'list' ? 'list ' : ''}${asked.kind === 'concept' ? 'name' : asked.kind}`;
  }
  if (operation === 'when') return asked.kind === 'end' ? 'when it ended' : 'when';
  if (operation === 'duration' || operation === 'elapsed') return `${operation}${unit}`;
  if (reading.frequency !== undefined) {
    const { least, top } = reading.frequency;
    return top === undefined
      ? `names borne at least ${least} times`
      : `the ${top === 1 ? '' : `${top} `}most frequent names`;
  }
  return reading.compares === undefined ? operation : `whether it is ${reading.compares} later`;
}
