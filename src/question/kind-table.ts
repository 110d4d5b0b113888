// Kinds of things a question speaks of, and where FHIR keeps each: types, categories, code systems.

/** Where a kind lives in a record. Conditions narrow each other; lists are alternatives. */
export interface KindRow {
  /** FHIR types, preferred first: the first that the record has is meant. */
  readonly types: readonly string[];
  /** Kinds that this one is found by or in: an organism in a microbiology test. */
  readonly within?: readonly string[];
  /** Encounters inside another one (`true`), or not (`false`). */
  readonly nested?: boolean;
  /** Types that hold more of the kind, where not only what was ordered is asked for. */
  readonly beside?: readonly string[];
  /** Whether all `types` are meant together rather than the first present. */
  readonly allTypes?: boolean;
  /** Words of a code system's address that mark the kind, each list tried in turn. */
  readonly systemWords?: readonly (readonly string[])[];
  /** Words of a category, any. */
  readonly categoryWords?: readonly string[];
  /** What a reading gives back when nothing else is asked. */
  readonly asked: 'value' | 'concept' | 'node' | 'time';
  /** Whether an amount without a place in order is a sum: fluids, not temperatures. */
  readonly additive?: boolean;
  /** For people. */
  readonly name: string;
}

/** Source: FHIR R4 resource list, https://hl7.org/fhir/R4/resourcelist.html; DSTU2 and R5 names beside them. */
export const kindTable: Readonly<Record<string, KindRow>> = {
  medication: {
    types: [
      'MedicationRequest',
      'MedicationOrder',
      'MedicationStatement',
      'MedicationUsage',
      'MedicationAdministration',
      'MedicationDispense',
    ],
    beside: ['MedicationStatement', 'MedicationUsage'],
    asked: 'concept',
    name: 'medications',
  },
  administration: {
    types: ['MedicationAdministration', 'MedicationRequest', 'MedicationOrder', 'MedicationStatement'],
    asked: 'concept',
    name: 'medication administrations',
  },
  dispense: { types: ['MedicationDispense'], asked: 'concept', name: 'dispensed medications' },
  microbiology: {
    types: ['Observation', 'DiagnosticReport'],
    systemWords: [['microbiology', 'test'], ['microbiology']],
    categoryWords: ['microbiology', 'mb'],
    asked: 'concept',
    name: 'microbiology tests',
  },
  organism: {
    types: ['Observation'],
    systemWords: [['microbiology', 'organism'], ['organism']],
    within: ['microbiology'],
    asked: 'concept',
    name: 'organisms',
  },
  susceptibility: {
    types: ['Observation'],
    systemWords: [['microbiology', 'antibiotic'], ['antibiotic'], ['susceptibility']],
    asked: 'value',
    name: 'susceptibilities',
  },
  specimen: { types: ['Specimen'], within: ['microbiology', 'laboratory'], asked: 'concept', name: 'specimens' },
  output: {
    types: ['Observation'],
    categoryWords: ['output', 'outputs', 'drain', 'drains'],
    additive: true,
    asked: 'value',
    name: 'outputs',
  },
  intake: {
    types: ['Observation', 'MedicationAdministration'],
    categoryWords: ['intake', 'input'],
    additive: true,
    asked: 'value',
    name: 'intakes',
  },
  laboratory: {
    types: ['Observation'],
    categoryWords: ['laboratory', 'lab'],
    asked: 'value',
    name: 'laboratory results',
  },
  'vital-sign': {
    types: ['Observation'],
    categoryWords: ['vital signs', 'vital sign', 'vitals'],
    asked: 'value',
    name: 'vital signs',
  },
  observation: { types: ['Observation'], asked: 'value', name: 'observations' },
  allergy: { types: ['AllergyIntolerance'], asked: 'concept', name: 'allergies' },
  immunization: { types: ['Immunization'], asked: 'concept', name: 'immunizations' },
  procedure: { types: ['Procedure'], asked: 'concept', name: 'procedures' },
  condition: { types: ['Condition'], asked: 'concept', name: 'conditions' },
  imaging: { types: ['ImagingStudy', 'DiagnosticReport'], asked: 'concept', name: 'imaging studies' },
  report: { types: ['DiagnosticReport', 'ImagingStudy'], asked: 'concept', name: 'reports' },
  'family-history': { types: ['FamilyMemberHistory'], asked: 'concept', name: 'family history entries' },
  'care-plan': { types: ['CarePlan'], asked: 'concept', name: 'care plans' },
  goal: { types: ['Goal'], asked: 'concept', name: 'goals' },
  device: {
    types: ['Device', 'DeviceUseStatement', 'DeviceRequest'],
    allTypes: true,
    asked: 'concept',
    name: 'devices',
  },
  document: { types: ['DocumentReference', 'Composition'], allTypes: true, asked: 'node', name: 'documents' },
  claim: { types: ['Claim', 'ExplanationOfBenefit'], asked: 'node', name: 'claims' },
  'hospital-visit': { types: ['Encounter'], asked: 'node', name: 'hospital visits' },
  'icu-visit': { types: ['Encounter'], asked: 'node', name: 'ICU stays' },
  'emergency-visit': { types: ['Encounter'], asked: 'node', name: 'emergency visits' },
  'outpatient-visit': { types: ['Encounter'], asked: 'node', name: 'outpatient visits' },
  visit: { types: ['Encounter'], asked: 'node', name: 'visits' },
  careunit: { types: ['Encounter'], nested: false, asked: 'concept', name: 'care units' },
  patient: { types: ['Patient'], asked: 'node', name: 'patient' },
};

/** Kinds that are visits, with the word that `visitsOfKind` knows them by. */
export const visitKinds: Readonly<Record<string, VisitKind>> = {
  'hospital-visit': 'hospital',
  'icu-visit': 'icu',
  'emergency-visit': 'emergency',
  'outpatient-visit': 'outpatient',
  visit: 'any',
};

export type VisitKind = 'hospital' | 'icu' | 'emergency' | 'outpatient' | 'any';
