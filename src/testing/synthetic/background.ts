// Who the patient is and what has always been known: people, places, allergies, family, insurance.
import type { JsonObject } from '../../fhir/resource.ts';
import { story } from './course.ts';
import { clock, dayOf } from './random.ts';
import { findings, others, problems, type Term } from './terms-table.ts';
import { coding, concept, hl7, type RecordWriter } from './writer.ts';

/** The people and places that the other resources refer to. */
export interface Cast {
  readonly familyDoctor: JsonObject;
  readonly surgeon: JsonObject;
  readonly intensivist: JsonObject;
  readonly practice: JsonObject;
  readonly hospital: JsonObject;
  readonly ward: JsonObject;
  readonly intensiveCare: JsonObject;
  readonly emergency: JsonObject;
}

/** The Patient (always the first resource) and the cast. */
export function writeCast(writer: RecordWriter): Cast {
  const { random } = writer;
  const family = random.pick(['Ellsworth', 'Okafor', 'Lindqvist', 'Marchetti', 'Hawthorne', 'Delgado']);
  const given = random.pick(['Margaret', 'Eleanor', 'Ruth', 'Beatrice', 'Harriet', 'Rosalind']);
  writer.add('Patient', {
    identifier: [
      {
        type: hl7('v2-0203', 'MR', 'Medical record number'),
        system: 'https://hospital.example/mrn',
        value: String(random.between(100000, 999999)),
      },
    ],
    name: [{ use: 'official', family, given: [given] }],
    gender: 'female',
    birthDate: dayOf(story.born),
    maritalStatus: hl7('v3-MaritalStatus', 'W', 'Widowed'),
    address: [{ city: 'Albany', state: 'NY', country: 'US' }],
    communication: [
      { language: { coding: [{ system: 'urn:ietf:bcp:47', code: 'en', display: 'English' }] }, preferred: true },
    ],
  });
  const practice = writer.add('Organization', { active: true, name: 'Hudson Valley Family Practice' });
  const hospital = writer.add('Organization', { active: true, name: 'Albany Memorial Hospital' });
  const place = (name: string): JsonObject =>
    writer.add('Location', { status: 'active', name, managingOrganization: hospital });
  return {
    familyDoctor: doctor(writer, 'Amelia', 'Thornton'),
    surgeon: doctor(writer, 'Victor', 'Castellan'),
    intensivist: doctor(writer, 'Priya', 'Raman'),
    practice,
    hospital,
    emergency: place('Emergency Department'),
    ward: place('Medicine Ward 4B'),
    intensiveCare: place('Surgical Intensive Care Unit'),
  };
}

/** Allergies, family history, smoking, goals, care plan and insurance: known from the first visit on. */
export function writeBackground(writer: RecordWriter, cast: Cast, firstVisit: JsonObject): void {
  const allergy = (term: Term, content: JsonObject): JsonObject =>
    writer.add('AllergyIntolerance', {
      clinicalStatus: hl7('allergyintolerance-clinical', 'active', 'Active'),
      verificationStatus: hl7('allergyintolerance-verification', 'confirmed', 'Confirmed'),
      code: concept(term),
      patient: writer.patient,
      recordedDate: dayOf(story.firstVisit),
      ...content,
    });
  allergy(others.penicillin, {
    category: ['medication'],
    criticality: 'high',
    onsetDateTime: '1971',
    reaction: [{ manifestation: [concept(others.hives)], severity: 'severe' }],
  });
  allergy(others.sulfonamide, {
    category: ['medication'],
    criticality: 'low',
    reaction: [{ manifestation: [concept(others.rash)], severity: 'mild' }],
  });
  allergy(others.latex, {
    clinicalStatus: undefined,
    verificationStatus: hl7('allergyintolerance-verification', 'refuted', 'Refuted'),
    category: ['environment'],
    note: [{ text: 'Patch test negative.' }],
  });
  writer.add('FamilyMemberHistory', {
    status: 'completed',
    patient: writer.patient,
    relationship: hl7('v3-RoleCode', 'MTH', 'mother'),
    condition: [
      {
        code: concept(problems.diabetes),
        onsetAge: { value: 58, unit: 'years', system: 'http://unitsofmeasure.org', code: 'a' },
      },
    ],
  });
  writer.add('Observation', {
    status: 'final',
    category: [hl7('observation-category', 'social-history', 'Social History')],
    code: concept(findings.smoking),
    subject: writer.patient,
    encounter: firstVisit,
    effectiveDateTime: dayOf(story.firstVisit),
    valueCodeableConcept: concept(findings.neverSmoker),
  });
  writer.add('Goal', {
    lifecycleStatus: 'active',
    description: { text: 'HbA1c below 7.5 %' },
    subject: writer.patient,
    startDate: dayOf(story.diabetes),
  });
  writer.add('CarePlan', {
    status: 'active',
    intent: 'plan',
    title: 'Diabetes and kidney care plan',
    subject: writer.patient,
    period: { start: dayOf(story.diabetes) },
    activity: ['Low salt diet', 'Yearly eye examination', 'Home glucose diary'].map((text) => ({
      detail: { code: { text }, status: 'in-progress' },
    })),
  });
  writer.add('CareTeam', {
    status: 'active',
    name: 'Primary care team',
    subject: writer.patient,
    participant: [{ role: [{ text: 'Family physician' }], member: cast.familyDoctor }],
  });
  writer.add('Coverage', {
    status: 'active',
    type: { coding: [coding({ system: 'https://nahdo.org/sopt', code: '1', display: 'MEDICARE' })] },
    beneficiary: writer.patient,
    payor: [{ display: 'Medicare' }],
    period: { start: dayOf(clock(2015, 4, 1)) },
  });
}

function doctor(writer: RecordWriter, given: string, family: string): JsonObject {
  return writer.add('Practitioner', { active: true, name: [{ family, given: [given], prefix: ['Dr.'] }] });
}
