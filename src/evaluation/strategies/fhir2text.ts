// Baseline FHIR2Text: one English sentence a resource, in record order, for four types; all else is dropped.
import type { PatientRecord, RecordResource } from '../../fhir/record.ts';
import { asObject, asObjects, asText } from '../../fhir/resource.ts';
import {
  baselineConcept,
  baselineDate,
  baselineName,
  baselineStatus,
  baselineValue,
  type ContextPage,
} from './baseline-resource.ts';

/** Source: paper baseline FHIR2Text; published-code.md §3.1 (also its gaps: no Patient, no Encounter, coded drugs only). */
export function fhir2textPage(record: PatientRecord): ContextPage {
  const sentences = record.resources.flatMap((entry) => {
    const text = sentenceOf(entry);
    return text === undefined ? [] : [{ key: entry.key, text }];
  });
  return { text: sentences.map(({ text }) => text).join('\n'), keys: sentences.map(({ key }) => key) };
}

function sentenceOf({ resource }: RecordResource): string | undefined {
  const date = baselineDate(resource) || 'an unknown date';
  switch (resource.resourceType) {
    case 'Condition': {
      const status = baselineStatus(resource.clinicalStatus) || 'unknown';
      return `The patient has the condition ${baselineConcept(resource)} (clinical status ${status}), recorded on ${date}.`;
    }
    case 'MedicationRequest': {
      const concept = asObject(resource.medicationCodeableConcept);
      if (asObjects(concept?.coding).length === 0) return undefined;
      const prescriber = asText(asObject(resource.requester)?.display) ?? 'an unknown prescriber';
      return `${baselineName(concept)} was prescribed on ${date} by ${prescriber} (status ${baselineStatus(resource.status)}).`;
    }
    case 'Observation': {
      if (asText(resource.effectiveDateTime) === undefined) return undefined;
      const category = baselineName(asObjects(resource.category)[0]) || 'general';
      const value = baselineValue(resource) || (resource.component === undefined ? 'no value' : 'complex value');
      return `An observation (${category}) of ${baselineConcept(resource)} on ${date} gave ${value}.`;
    }
    case 'Procedure':
      return `The procedure ${baselineConcept(resource)} was performed on ${date}.`;
    default:
      return undefined;
  }
}
