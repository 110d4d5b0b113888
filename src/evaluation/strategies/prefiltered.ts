// Baseline Prefiltered: the latest of each code, as JSON; history is gone.
import type { PatientRecord, RecordResource } from '../../fhir/record.ts';
import { asObject, asObjects, asText, isObject } from '../../fhir/resource.ts';
import { baselineConcept, baselineDate, baselineName, type ContextPage } from './baseline-resource.ts';

/** Source: paper baseline Prefiltered; published-code.md §3.3. Un-coded resources fall into one group, as published. */
export function prefilteredPage(record: PatientRecord): ContextPage {
  const kept = [
    ...record.resources.filter(isKeptWhole),
    ...latestByCode(record, 'Observation'),
    ...latestByCode(record, 'Condition'),
  ];
  const index = kept.map(({ resource }) => ({
    type: resource.resourceType,
    display: baselineConcept(resource),
    date: baselineDate(resource),
  }));
  const resources = kept.map(({ resource }) => withoutKeys(resource));
  return { text: JSON.stringify({ index, resources }, null, 2), keys: kept.map(({ key }) => key) };
}

function isKeptWhole({ resource }: RecordResource): boolean {
  switch (resource.resourceType) {
    case 'Patient':
    case 'Encounter':
      return true;
    case 'Medication':
      return medicationStatuses.has(asText(resource.status) ?? '');
    case 'MedicationRequest': {
      const categories = asObjects(resource.category).map((category) => baselineName(category).toLowerCase());
      const outpatient =
        categories.length === 0 || categories.some((name) => outpatientWords.some((word) => name.includes(word)));
      return medicationStatuses.has(asText(resource.status) ?? '') && outpatient;
    }
    default:
      return false;
  }
}

function latestByCode(record: PatientRecord, type: string): readonly RecordResource[] {
  const latest = new Map<string, RecordResource>();
  for (const entry of record.resources) {
    if (entry.resource.resourceType !== type) continue;
    const [coding] = asObjects(asObject(entry.resource.code)?.coding);
    const code = `${asText(coding?.system) ?? ''}|${asText(coding?.code) ?? ''}`;
    const known = latest.get(code);
    if (known === undefined || baselineDate(entry.resource) > baselineDate(known.resource)) latest.set(code, entry);
  }
  return [...latest.values()];
}

function withoutKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutKeys);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) => (droppedKeys.has(name) ? [] : [[name, withoutKeys(part)]])),
  );
}

const medicationStatuses = new Set(['active', 'completed', 'on-hold']);
const outpatientWords = ['outpatient', 'community', 'office', 'order'];
const droppedKeys = new Set(['id', 'system', 'reference', 'fullUrl']);
