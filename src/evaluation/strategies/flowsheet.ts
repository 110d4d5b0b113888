// Baseline Flowsheet: a patient block and three tables of dated rows.
import type { PatientRecord, RecordResource } from '../../fhir/record.ts';
import { asObject, asObjects, asText } from '../../fhir/resource.ts';
import { baselineConcept, baselineDate, baselineName, baselineStatus, type ContextPage } from './baseline-resource.ts';

/** Source: paper baseline Flowsheet; published-code.md §3.4 (no encounters, procedures or doses; drugs by code alone). */
export function flowsheetPage(record: PatientRecord): ContextPage {
  const used: string[] = [];
  const table = (
    title: string,
    head: readonly string[],
    types: readonly string[],
    row: (entry: RecordResource) => string[],
  ): string => {
    const entries = record.resources.filter(({ resource }) => types.includes(resource.resourceType));
    used.push(...entries.map(({ key }) => key));
    const rows = entries.map(row).sort(([a = ''], [b = '']) => (a < b ? -1 : a > b ? 1 : 0));
    return [`## ${title}`, line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
  };
  const text = [
    patientBlock(record),
    table('Observations', ['Date', 'Name', 'Value', 'Unit'], ['Observation'], ({ resource }) => {
      const quantity = asObject(resource.valueQuantity);
      const value =
        typeof quantity?.value === 'number' ? String(quantity.value) : (asText(resource.valueString) ?? 'N/A');
      return [baselineDate(resource), baselineConcept(resource), value, asText(quantity?.unit) ?? ''];
    }),
    table(
      'Medications',
      ['Date', 'Name', 'Status'],
      ['MedicationRequest', 'MedicationAdministration'],
      ({ resource }) => [
        baselineDate(resource) || 'N/A',
        baselineName(resource.medicationCodeableConcept) || 'N/A',
        baselineStatus(resource.status),
      ],
    ),
    table('Conditions', ['Date', 'Name', 'Status'], ['Condition'], ({ resource }) => [
      baselineDate(resource),
      baselineConcept(resource),
      baselineStatus(resource.clinicalStatus),
    ]),
  ].join('\n\n');
  return { text, keys: record.patient === undefined ? used : [record.patient.key, ...used] };
}

function patientBlock(record: PatientRecord): string {
  const patient = record.patient?.resource;
  const name = asObjects(patient?.name)[0];
  const given = Array.isArray(name?.given) ? name.given.join(' ') : '';
  return [
    '## Patient',
    `Id: ${patient?.id ?? ''}`,
    `Name: ${[given, asText(name?.family)].filter(Boolean).join(' ')}`,
    `Birth date: ${asText(patient?.birthDate) ?? ''}`,
    `Gender: ${asText(patient?.gender) ?? ''}`,
  ].join('\n');
}

function line(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
}
