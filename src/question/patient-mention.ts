// Whom a question is about: this record's patient by number or name, someone else, or a population.
import { asObjects, asText, isObject } from '../fhir/resource.ts';
import type { EpisodeGraph } from '../graph/episode-graph.ts';
import { fold } from './words.ts';

export interface PatientMention {
  /** Character spans that only say who is meant. */
  readonly spans: readonly { readonly start: number; readonly end: number }[];
  /** A number or name that is not this record's patient. */
  readonly other: string | undefined;
}

/** Find mentions of a patient by number or by title and name. */
export function findPatient(graph: EpisodeGraph, question: string): PatientMention {
  const known = knownNames(graph);
  const spans: { start: number; end: number }[] = [];
  let other: string | undefined;
  for (const pattern of [byNumber, byTitle]) {
    for (const match of question.matchAll(pattern)) {
      const name = match.groups?.name ?? '';
      if (isKnown(name, known)) spans.push({ start: match.index, end: match.index + match[0].length });
      else if (pattern === byTitle || /\d{2}/.test(name)) {
        other ??= name;
        spans.push({ start: match.index, end: match.index + match[0].length });
      }
    }
  }
  for (const match of question.matchAll(/[\p{L}\p{N}][\p{L}\p{N}_-]*/gu)) {
    if (known.has(fold(match[0])) && match[0].length > 2 && /^\p{Lu}|\d{4}/u.test(match[0])) {
      spans.push({ start: match.index, end: match.index + match[0].length });
    }
  }
  return { spans, other };
}

const byNumber =
  /\b(?:patients?|subject|pt|paciente|mrn)(?:['’]s)?\s*(?:with\s+)?(?:(?:id|identifier|number|no\.?|nr\.?|mrn|con id|número)\s*)?[:#]?\s*(?<name>[\p{L}_-]*\d[\p{L}\p{N}_-]*)/giu;
const byTitle = /\b(?:Mr|Mrs|Ms|Miss|Sr|Sra)\.?\s+(?<name>\p{Lu}[\p{L}'-]+(?:\s+\p{Lu}[\p{L}'-]+)?)/gu;

function isKnown(name: string, known: ReadonlySet<string>): boolean {
  return fold(name)
    .split(/\s+/)
    .every((part) => known.has(part));
}

/** Folded ids, identifier values and name parts of the record's patient. */
function knownNames(graph: EpisodeGraph): ReadonlySet<string> {
  const names = new Set<string>();
  const add = (value: unknown) => {
    const text = asText(value);
    if (text !== undefined) for (const part of [text, ...text.split(/[\s_]+/)]) names.add(fold(part));
  };
  add(graph.record.patientKey.split('/').at(-1));
  const patient = graph.record.patient?.resource;
  if (patient === undefined) return names;
  for (const identifier of asObjects(patient.identifier)) add(identifier.value);
  for (const name of asObjects(patient.name)) {
    for (const part of [
      name.text,
      name.family,
      ...(Array.isArray(name.given) ? name.given : [name.given]),
      ...(Array.isArray(name.family) ? name.family : []),
    ]) {
      add(isObject(part) ? undefined : part);
    }
  }
  return names;
}
