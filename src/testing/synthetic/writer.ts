// Writing resources of the synthetic record: ids, references and the shapes that repeat.
import type { FhirResource, JsonObject } from '../../fhir/resource.ts';
import { createRandom, dateTime, dayOf, type Random } from './random.ts';
import type { Drug, LabTerm, Term } from './terms-table.ts';

/** How references and fullUrls are written. */
export type ReferenceStyle = 'relative' | 'urn';

/** The record in the making. */
export interface RecordWriter {
  /** Chance of the current chapter. */
  readonly random: Random;
  /** Begin a chapter with chance of its own, so that a change in one leaves the others' values as they are. */
  begin(chapter: string): void;
  readonly resources: FhirResource[];
  /** Adds a resource and returns the reference to it; undefined elements are left out. */
  add(resourceType: string, content: JsonObject): JsonObject;
  /** Reference to the patient, who is written first. */
  readonly patient: JsonObject;
  /** The Medication of a drug, written when first asked for. */
  medication(drug: Drug): JsonObject;
  /** The `fullUrl` of a resource. */
  fullUrl(resource: FhirResource): string;
}

export function createWriter(seed: number, style: ReferenceStyle): RecordWriter {
  let random = createRandom(seed);
  const counts = new Map<string, number>();
  const medications = new Map<string, JsonObject>();
  const resources: FhirResource[] = [];
  const urn = (type: string, id: string): string => `urn:uuid:${uuidOf(`${seed}/${type}/${id}`)}`;
  const refer = (type: string, id: string): JsonObject => ({
    reference: style === 'urn' ? urn(type, id) : `${type}/${id}`,
  });
  const add = (resourceType: string, content: JsonObject): JsonObject => {
    const number = (counts.get(resourceType) ?? 0) + 1;
    counts.set(resourceType, number);
    const id = `${kebab(resourceType)}-${number}`;
    const written = Object.entries(content).filter(([, value]) => value !== undefined);
    resources.push({ resourceType, id, ...Object.fromEntries(written) });
    return refer(resourceType, id);
  };
  return {
    get random() {
      return random;
    },
    begin: (chapter) => {
      random = createRandom(seed ^ hashOf(chapter));
    },
    resources,
    add,
    patient: refer('Patient', 'patient-1'),
    medication: (drug) => {
      const known = medications.get(drug.code);
      if (known !== undefined) return known;
      const reference = add('Medication', {
        code: { coding: [coding(drug)], text: drug.product },
        form: { text: drug.form },
        status: 'active',
      });
      medications.set(drug.code, reference);
      return reference;
    },
    fullUrl: (resource) =>
      style === 'urn'
        ? urn(resource.resourceType, resource.id ?? '')
        : `https://hospital.example/fhir/${resource.resourceType}/${resource.id}`,
  };
}

export function coding({ system, code, display }: Term): JsonObject {
  return { system, code, display };
}

export function concept(term: Term): JsonObject {
  return { coding: [coding(term)] };
}

/** A measured term, under the short name a laboratory prints. */
export function test(term: LabTerm): JsonObject {
  return { coding: [coding(term)], text: term.text };
}

/** A code of an HL7 code system as CodeableConcept. */
export function hl7(system: string, code: string, display: string): JsonObject {
  return { coding: [{ system: `http://terminology.hl7.org/CodeSystem/${system}`, code, display }] };
}

export function quantity(term: LabTerm, value: number): JsonObject {
  return { value, unit: term.unit, system: 'http://unitsofmeasure.org', code: term.ucum };
}

/** One measurement with unit, range and an interpretation where it is out of range. */
export function measurement(
  writer: RecordWriter,
  term: LabTerm,
  value: number,
  time: number,
  more: {
    readonly category?: 'laboratory' | 'vital-signs';
    readonly encounter?: JsonObject;
    readonly [element: string]: unknown;
  } = {},
): JsonObject {
  const { category = 'laboratory', encounter, ...rest } = more;
  const range =
    term.low === undefined && term.high === undefined
      ? undefined
      : [
          {
            ...(term.low === undefined ? {} : { low: { value: term.low, unit: term.unit } }),
            ...(term.high === undefined ? {} : { high: { value: term.high, unit: term.unit } }),
          },
        ];
  const flag =
    term.low !== undefined && value < term.low ? 'L' : term.high !== undefined && value > term.high ? 'H' : undefined;
  return writer.add('Observation', {
    status: 'final',
    category: [hl7('observation-category', category, category === 'laboratory' ? 'Laboratory' : 'Vital Signs')],
    code: test(term),
    subject: writer.patient,
    encounter,
    effectiveDateTime: dateTime(time),
    valueQuantity: quantity(term, value),
    interpretation:
      flag === undefined ? undefined : [hl7('v3-ObservationInterpretation', flag, flag === 'H' ? 'High' : 'Low')],
    referenceRange: range,
    ...rest,
  });
}

/** A blood pressure with both components. */
export function bloodPressure(
  writer: RecordWriter,
  panel: Term,
  parts: readonly [LabTerm, LabTerm],
  values: readonly [number, number],
  time: number,
  encounter?: JsonObject,
): JsonObject {
  return writer.add('Observation', {
    status: 'final',
    category: [hl7('observation-category', 'vital-signs', 'Vital Signs')],
    code: { coding: [coding(panel)], text: 'Blood pressure' },
    subject: writer.patient,
    encounter,
    effectiveDateTime: dateTime(time),
    component: parts.map((part, index) => ({ code: test(part), valueQuantity: quantity(part, values[index]!) })),
  });
}

/** A problem or diagnosis. */
export function condition(
  writer: RecordWriter,
  term: Term,
  onset: number,
  more: {
    readonly status?: string;
    readonly category?: string;
    readonly ended?: number;
    readonly encounter?: JsonObject;
    readonly verification?: string;
  } = {},
): JsonObject {
  const category = more.category ?? 'problem-list-item';
  return writer.add('Condition', {
    clinicalStatus:
      more.verification === 'refuted'
        ? undefined
        : hl7('condition-clinical', more.status ?? 'active', title(more.status ?? 'active')),
    verificationStatus: hl7(
      'condition-ver-status',
      more.verification ?? 'confirmed',
      title(more.verification ?? 'confirmed'),
    ),
    category: [
      hl7(
        'condition-category',
        category,
        category === 'problem-list-item' ? 'Problem List Item' : 'Encounter Diagnosis',
      ),
    ],
    code: concept(term),
    subject: writer.patient,
    encounter: more.encounter,
    onsetDateTime: dayOf(onset),
    abatementDateTime: more.ended === undefined ? undefined : dayOf(more.ended),
    recordedDate: dayOf(onset),
  });
}

function title(code: string): string {
  return code.slice(0, 1).toUpperCase() + code.slice(1).replaceAll('-', ' ');
}

function kebab(type: string): string {
  return type.replace(/([a-z])([A-Z])/g, '$1-$2').toLowerCase();
}

/** A version-4-shaped UUID from a text: no randomness, the same text the same UUID. */
function uuidOf(text: string): string {
  const random = createRandom(hashOf(text) ^ text.length);
  let hex = '';
  for (let index = 0; index < 32; index += 1) hex += Math.floor(random.next() * 16).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}

/** FNV-1a of a text, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  return hash;
}
