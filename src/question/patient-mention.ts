// Whom a question is about: this record's patient by number or name, someone else, or a population.
import { asObjects, asText, isObject } from '../fhir/resource.ts';
import type { EpisodeGraph } from '../graph/episode-graph.ts';
import { isOrdinary } from './ordinary-words.ts';
import { readTimePhrases } from './time-phrase.ts';
import type { Vocabulary } from './vocabulary.ts';
import { fold, wordEnd, wordStart } from './words.ts';

export interface PatientMention {
  /** Character spans that only say who is meant. */
  readonly spans: readonly { readonly start: number; readonly end: number }[];
  /** A number or name that is not this record's patient. */
  readonly other: string | undefined;
}

/** Find mentions of a patient by number, by title and name, or by name and birth date. */
export function findPatient(graph: EpisodeGraph, question: string, vocabulary: Vocabulary): PatientMention {
  const known = knownNames(graph);
  const spans: { start: number; end: number }[] = [];
  let other: string | undefined;
  const take = (match: RegExpMatchArray, length = match[0].length) => {
    const start = match.index ?? 0;
    spans.push({ start, end: start + length });
  };
  for (const match of question.matchAll(byBirth)) {
    const born = birthRead(question.slice(match.index + match[0].length), vocabulary);
    if (born === undefined) continue;
    const day = asText(graph.record.patient?.resource.birthDate);
    if (day !== undefined && !born.text.includes(day)) other ??= born.text;
    take(match, match[0].length + born.length);
  }
  for (const match of question.matchAll(ifNone)) take(match);
  for (const pattern of [byNumber, byTitle, byName]) {
    for (const match of question.matchAll(pattern)) {
      const name = match.groups?.name ?? '';
      if (isKnown(name, known)) take(match);
      else if (pattern !== byNumber || /\d{2}/.test(name)) {
        other ??= name;
        take(match);
      }
    }
  }
  for (const match of fold(question).matchAll(calledPattern(vocabulary))) take(match);
  for (const match of question.matchAll(/[\p{L}\p{N}][\p{L}\p{N}_-]*/gu)) {
    const [word] = match;
    const isWritten = word.length > 2 && /^\p{Lu}|\d{4}/u.test(word);
    // In small letters only what is no everyday word is taken for a name.
    if (known.has(fold(word)) && (isWritten || (word.length > 3 && !isOrdinary(word, vocabulary)))) take(match);
  }
  return { spans, other };
}

/** The day that a text begins with, as the reading writes it (`on 1950-03-04`), and how many characters say it. */
function birthRead(
  text: string,
  vocabulary: Vocabulary,
): { readonly text: string; readonly length: number } | undefined {
  const [phrase] = readTimePhrases(
    text.slice(0, longestDate),
    { ms: 0, localMs: 0, text: '', from: 'none' },
    'natural',
    {
      vocabulary,
    },
  ).phrases;
  return phrase === undefined || phrase.start > 1 ? undefined : { text: phrase.window.text, length: phrase.end };
}

const calledByLanguage = new Map<string, RegExp>();

function calledPattern({ language, patients }: Vocabulary): RegExp {
  let pattern = calledByLanguage.get(language);
  if (pattern === undefined) {
    pattern = new RegExp(`${wordStart}(?:${patients.join('|') || '(?!)'})${wordEnd}`, 'gu');
    calledByLanguage.set(language, pattern);
  }
  return pattern;
}

const longestDate = 24;
/** A birth date that says who is meant: `with DOB of`, `born on`. */
const byBirth =
  /(?:\b(?:and|with|,)\s*)*(?:\b(?:DOB|date of birth|birth ?date|born)\b)(?:\s+(?:of|on|is|=))?:?(?=\s*\S*\d)/giu;
/** What to answer when there is no such patient: a matter of form. */
const ifNone =
  /\bif (?:the|this|such a|no such) (?:patient|person)[^.?!]*?\b(?:answer|reply|respond|return|say|write)\b[^.?!]*[.?!"”]*/giu;
/** `with name Ann Lee`, `named Ann Lee`, `patient name: Ann Lee`. */
const byName =
  /\b(?:patient\s+)?(?:with\s+(?:the\s+)?)?(?:name|called|named)(?:\s+(?:is|of))?:?\s+(?<name>\p{Lu}[\p{L}'-]+(?:\s+\p{Lu}[\p{L}'-]*)+)/gu;

const byNumber =
  /\b(?:patients?|subject|pt|paciente|mrn)(?:['’]s)?\s*(?:with\s+)?(?:(?:id|identifier|number|no\.?|nr\.?|mrn|con id|número)\s*)?[:#]?\s*(?<name>[a-z\u00c0-\u1fff_-]*\d[a-z\d\u00c0-\u1fff_-]*)/giu;
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
    if (text === undefined) return;
    for (const part of [text, ...text.split(/[\s_]+/)]) if (fold(part) !== 'patient') names.add(fold(part));
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
