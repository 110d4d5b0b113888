// Short names for nodes: a few letters for the type and an ordinal in timeline order.

/**
 * Names nodes given in timeline order: `o17` the 17th Observation on the timeline, `c3` the third Condition. The names
 * depend on the record alone.
 */
export function createNamer(): (type: string) => string {
  const groups = new Map<string, { count: number }>();
  const byType = new Map<string, { readonly letters: string; readonly group: { count: number } }>();
  return (type) => {
    let named = byType.get(type);
    if (named === undefined) {
      const letters = lettersOf(type);
      const group = groups.get(letters) ?? { count: 0 };
      groups.set(letters, group);
      named = { letters, group };
      byType.set(type, named);
    }
    named.group.count += 1;
    return `${named.letters}${named.group.count}`;
  };
}

/** The letters of a type; no two types of FHIR share them: short for the common ones, its own name in lower case for the rest. */
function lettersOf(type: string): string {
  return typeLetters[type] ?? (type.toLowerCase().replace(/[^a-z]/g, '') || 'x');
}

/** Every letter group once; `e` is kept for episodes. */
const typeLetters: Readonly<Record<string, string>> = {
  AllergyIntolerance: 'a',
  Appointment: 'ap',
  CarePlan: 'cp',
  CareTeam: 'ct',
  Claim: 'cl',
  ClinicalImpression: 'ci',
  Communication: 'cm',
  Composition: 'co',
  Condition: 'c',
  Consent: 'cs',
  Coverage: 'cv',
  Device: 'dv',
  DiagnosticOrder: 'do',
  DiagnosticReport: 'd',
  DocumentReference: 'dr',
  EpisodeOfCare: 'ec',
  ExplanationOfBenefit: 'eb',
  FamilyMemberHistory: 'fh',
  Flag: 'f',
  Goal: 'g',
  ImagingStudy: 'im',
  Immunization: 'i',
  List: 'li',
  Location: 'l',
  Media: 'me',
  Medication: 'mn',
  MedicationAdministration: 'ma',
  MedicationDispense: 'md',
  MedicationOrder: 'mo',
  MedicationRequest: 'm',
  MedicationStatement: 'ms',
  Observation: 'o',
  Organization: 'or',
  Patient: 'pt',
  Practitioner: 'pr',
  PractitionerRole: 'prr',
  Procedure: 'p',
  ProcedureRequest: 'pq',
  Provenance: 'pv',
  Questionnaire: 'qn',
  QuestionnaireResponse: 'q',
  RelatedPerson: 'rp',
  ServiceRequest: 'sr',
  Specimen: 's',
  Substance: 'sb',
  Task: 't',
};
