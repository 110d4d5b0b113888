// Short names for nodes: a few letters for the type and an ordinal in timeline order.

/**
 * One handle per node: `o17` the 17th Observation on the timeline, `c3` the third Condition. An Encounter's handle is
 * its episode's (`e3`). They depend on the record alone.
 *
 * @param order every node in timeline order
 * @param episodeHandle the handle of an Encounter node's episode
 */
export function nameNodes(
  order: readonly number[],
  typeOf: (node: number) => string,
  episodeHandle: (node: number) => string | undefined,
): string[] {
  const handles: string[] = new Array(order.length);
  const letters = new Map<string, string>();
  const counts = new Map<string, number>();
  for (const node of order) {
    const type = typeOf(node);
    let group = letters.get(type);
    if (group === undefined) {
      group = lettersOf(type);
      letters.set(type, group);
    }
    const own = episodeHandle(node);
    if (own === undefined) counts.set(group, (counts.get(group) ?? 0) + 1);
    handles[node] = own ?? `${group}${counts.get(group)}`;
  }
  return handles;
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
