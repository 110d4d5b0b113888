// How old the patient is, was when something happened, or became.
import { formatTime, parseFhirTime } from '../../fhir/clinical-time.ts';
import { asText } from '../../fhir/resource.ts';
import type { EpisodeGraph } from '../../graph/episode-graph.ts';
import type { QuestionReading } from '../../question/reading.ts';
import type { ToolItem, ToolSuccess } from '../../tools/graph-tool.ts';
import type { DraftAnswer } from '../parse-answer.ts';
import { placeOf } from './words.ts';

/** What an age is told at: an event of the record, death, or now. */
export interface AgeMoment {
  /** As `calculate` takes it: a key, a date, `now`. */
  readonly to: string;
  /** For people: `at first Osteoporosis, 1986-12-14`; empty for now. */
  readonly words: string;
}

/** Whether a reading asks for the age at something that the record names. */
export function isAgeAtEvent(reading: QuestionReading): boolean {
  return reading.operation === 'age' && reading.kind !== 'patient' && reading.concepts.length > 0;
}

/** The moment of the event that was looked up. */
export function momentOfEvent(graph: EpisodeGraph, reading: QuestionReading, found: ToolSuccess): AgeMoment {
  const [item] = found.items as readonly [ToolItem];
  const keys = Array.isArray(item.keys) ? item.keys.map(String) : [];
  const key = keys[0] ?? item.key;
  const node = graph.find(key);
  const name = node === undefined ? '' : graph.text(node.index).concept;
  const when = node?.time === undefined ? '' : `, ${formatTime(node.time)}`;
  return { to: key, words: ` at ${placeOf(reading.position).toLowerCase()} ${name}${when}`.replace(/\s+/g, ' ') };
}

/** The moment of death where that is asked for, or has come by now; else now. Source: FHIR R4 Patient.deceasedDateTime. */
export function momentOfLife(graph: EpisodeGraph, { asked }: QuestionReading): AgeMoment {
  const written = asText(graph.record.patient?.resource.deceasedDateTime) ?? '';
  const death = parseFhirTime(written);
  const asksDeath = asked.kind === 'name' && asked.role === 'deceased';
  if (death === undefined || (!asksDeath && death.localStartMs > graph.now.localMs)) return { to: 'now', words: '' };
  const day = written.slice(0, 10);
  return { to: day, words: ` at death, ${day}` };
}

/** `Age at death, 2003-07-03: 77 years (Patient/1).` */
export function ageAnswer(reading: QuestionReading, { words, to }: AgeMoment, result: ToolSuccess): DraftAnswer {
  const [item] = result.items;
  const keys = Array.isArray(item?.keys) ? item.keys.map(String) : [item?.key ?? ''];
  const value = item?.value ?? '';
  return {
    status: 'answered',
    text: `Age${words}: ${value} ${item?.unit ?? ''} (${keys.join(', ')}).`,
    values: [{ value, unit: item?.unit ?? null, how: 'elapsed', cite: keys }],
    citations: keys,
    absence: null,
    reading: reading.reads,
    dependsOnNow: to === 'now',
  };
}
