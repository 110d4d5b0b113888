// Baseline ontology-guided retrieval: lines scored by the question's words and a small map of lay terms.
import type { PatientRecord, RecordResource } from '../../fhir/record.ts';
import { asObject, asObjects, asText, type FhirResource } from '../../fhir/resource.ts';
import {
  baselineConcept,
  baselineDate,
  baselineName,
  baselineStatus,
  baselineValue,
  type ContextPage,
} from './baseline-resource.ts';
import layTerms from './ontology-lay-terms.json' with { type: 'json' };

/** Source: paper baseline Ontology-Guided; published-code.md §3.2. No limit on lines or tokens, as published. */
export function ontologyGuidedPage(record: PatientRecord, question: string): ContextPage {
  const words = wordsOf(question);
  const expanded = words.flatMap((word) => layTerms.expansions[word as keyof typeof layTerms.expansions] ?? []);
  const recent = !historyWords.some((word) => words.includes(word));
  const lines = record.resources.flatMap((entry) => {
    const text = lineOf(entry);
    if (text === undefined) return [];
    const score = isAlwaysKept(entry) ? ALWAYS_KEPT : scoreOf(text, entry.resource, words, expanded, recent);
    return [{ key: entry.key, text, score, date: baselineDate(entry.resource) }];
  });
  const newestFirst = [...lines].sort((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : a.key < b.key ? -1 : 1));
  const scored = newestFirst.filter(({ score }) => score > 0);
  const kept = scored.length > 0 ? scored : newestFirst.slice(0, NEWEST_WHEN_NOTHING_SCORES);
  return { text: kept.map(({ text }) => text).join('\n'), keys: kept.map(({ key }) => key) };
}

function wordsOf(question: string): readonly string[] {
  const words = question.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return words.filter((word) => word.length > 2 && !layTerms.stopWords.includes(word));
}

function scoreOf(
  line: string,
  resource: FhirResource,
  words: readonly string[],
  expanded: readonly string[],
  recent: boolean,
): number {
  const text = line.toLowerCase();
  const trigger = layTerms.typeTriggers[resource.resourceType as keyof typeof layTerms.typeTriggers];
  const score =
    (trigger !== undefined && words.some((word) => word.includes(trigger)) ? 5 : 0) +
    10 * words.filter((word) => text.includes(word)).length +
    4 * expanded.filter((word) => text.includes(word)).length;
  return score > 0 && recent && baselineDate(resource) !== '' ? score + 2 : score;
}

function isAlwaysKept({ resource }: RecordResource): boolean {
  if (resource.resourceType === 'Condition') return activeStatuses.has(baselineStatus(resource.clinicalStatus));
  return (
    resource.resourceType === 'Encounter' ||
    resource.resourceType === 'DocumentReference' ||
    resource.resourceType === 'Patient'
  );
}

function lineOf({ resource }: RecordResource): string | undefined {
  const parts = partsOf(resource);
  return parts === undefined ? undefined : [resource.resourceType, ...parts].filter((part) => part !== '').join(', ');
}

function partsOf(resource: FhirResource): readonly string[] | undefined {
  const named = [baselineConcept(resource), baselineDate(resource)];
  switch (resource.resourceType) {
    case 'Patient':
      return [asText(resource.birthDate) ?? '', asText(resource.gender) ?? ''];
    case 'Encounter': {
      const period = asObject(resource.period);
      const types = asObjects(resource.type).map(baselineName);
      return [
        asText(asObject(resource.class)?.code) ?? '',
        ...types,
        asText(period?.start) ?? '',
        asText(period?.end) ?? '',
      ];
    }
    case 'Condition':
      return [...named, baselineStatus(resource.clinicalStatus)];
    case 'Observation': {
      const value = baselineValue(resource);
      const flag = baselineName(asObjects(resource.interpretation)[0]);
      return value === '' ? undefined : [...named, value, flag];
    }
    case 'DocumentReference':
      return [...named, (asText(resource.description) ?? '').slice(0, NOTE_LENGTH)];
    case 'MedicationRequest':
    case 'Procedure':
    case 'Immunization':
    case 'AllergyIntolerance':
    case 'DiagnosticReport':
      return [...named, baselineStatus(resource.status)];
    default:
      return undefined;
  }
}

const historyWords = ['history', 'first', 'oldest', 'previous'];
const activeStatuses = new Set(['active', 'recurrence']);
const ALWAYS_KEPT = 9999;
const NEWEST_WHEN_NOTHING_SCORES = 50;
const NOTE_LENGTH = 200;
