// What the words of each resource type are made of: one row a type, element names of all FHIR versions side by side.
// Source: the type's own page, https://hl7.org/fhir/R4/<type>.html, and its DSTU2, STU3 and R5 pages for other names.
import { readAllergy } from './resource-text-allergy.ts';
import { readDosages, readSupply } from './resource-text-dosage.ts';
import type { TextDraft, TextPart } from './resource-text-draft.ts';
import { readOther } from './resource-text-fallback.ts';
import { readObservation } from './resource-text-observation.ts';
import {
  readClaim,
  readComposition,
  readCondition,
  readEncounter,
  readFamilyHistory,
  readGoal,
  readImaging,
  readPatient,
  readPerson,
  readQuestionnaire,
} from './resource-text-special.ts';

/** How one resource type is put into words. */
export interface TextRow {
  /** Elements for the main concept, the first that says something. */
  readonly concept: readonly string[];
  /** What goes into the phrase before the parts: values, doses. */
  readonly lead?: (draft: TextDraft) => void;
  readonly parts: readonly TextPart[];
  /** What goes in after them. */
  readonly tail?: (draft: TextDraft) => void;
}

/**
 * The roles under which something is said of a resource (`TextAttribute.role`, `NamedReference.role`): the vocabulary
 * of `Selection.named`. Other types than those with a row use the element's own name as the role, in kebab-case.
 */
export const textRoles = [
  'activity',
  'address',
  'adherence',
  'admit-source',
  'answer',
  'birth-place',
  'birth-sex',
  'body-site',
  'category',
  'class',
  'complication',
  'concept',
  'conclusion',
  'condition',
  'criticality',
  'decision',
  'derived-from',
  'device',
  'discharge',
  'dose',
  'dose-number',
  'drug',
  'empty',
  'ethnicity',
  'finding',
  'focus',
  'follow-up',
  'form',
  'frequency',
  'gender',
  'gender-identity',
  'goal',
  'identifier',
  'instruction',
  'intent',
  'interpretation',
  'language',
  'length',
  'manifestation',
  'manufacturer',
  'marital-status',
  'member',
  'method',
  'mitigation',
  'modality',
  'model',
  'name',
  'nationality',
  'organism',
  'organization',
  'outcome',
  'part-of',
  'payer',
  'performer',
  'phone',
  'place',
  'practitioner',
  'priority',
  'probability',
  'prognosis',
  'quantity',
  'race',
  'reaction',
  'reason',
  'reasons-not',
  'relationship',
  'religion',
  'route',
  'service',
  'severity',
  'site',
  'specialty',
  'specimen',
  'stage',
  'title',
  'type',
  'unit',
  'verification',
] as const;

/** The row of a resource type; of any other type the general one, which reads elements as they come. */
export function textRow(type: string): TextRow {
  return rows.get(type) ?? generalRow;
}

const show = (role: string, label: string, ...paths: string[]): TextPart[] =>
  paths.map((path) => part(role, path, 'show', label));
const name = (role: string, ...paths: string[]): TextPart[] => paths.map((path) => part(role, path, 'name', ''));
const search = (role: string, ...paths: string[]): TextPart[] => paths.map((path) => part(role, path, 'search', ''));
const category = (role: string, ...paths: string[]): TextPart[] =>
  paths.map((path) => part(role, path, 'category', ''));
function part(role: string, path: string, use: TextPart['use'], label: string): TextPart {
  const steps = path.split('.');
  return { role, path: steps, first: steps[0]!, element: path, use, label };
}

const reason = (): TextPart[] => [
  ...show('reason', 'for', 'reasonCode', 'reasonReference', 'reason'),
  ...show('reasons-not', 'because', 'statusReason', 'reasonNotPerformed', 'reasonNotGiven', 'reasonNotTaken'),
];

const drugConcept = ['medicationCodeableConcept', 'medicationReference', 'medication'];
const prescription: TextRow = {
  // FHIR R4/R5 MedicationRequest, DSTU2 MedicationOrder, DSTU2/STU3 MedicationPrescription's successors
  concept: drugConcept,
  lead: readDosages,
  parts: [
    ...reason(),
    ...category('category', 'category'),
    ...search('intent', 'intent'),
    ...search('priority', 'priority'),
    ...name('practitioner', 'requester', 'requester.agent', 'prescriber', 'recorder'),
  ],
  tail: readSupply,
};
const serviceOrder: TextRow = {
  // FHIR R4/R5 ServiceRequest, STU3 ProcedureRequest and ReferralRequest, DSTU2 DiagnosticOrder and ProcedureRequest
  concept: ['code', 'item.code', 'serviceRequested', 'type', 'specialty', 'orderDetail', 'category'],
  parts: [
    ...show('category', '', 'orderDetail'),
    ...reason(),
    ...show('body-site', 'at', 'bodySite'),
    ...category('category', 'category'),
    ...show('priority', 'priority', 'priority'),
    ...search('intent', 'intent'),
    ...name('specimen', 'specimen'),
    ...search('practitioner', 'requester', 'requester.agent'),
    ...search('performer', 'performer', 'recipient'),
    ...show('title', '', 'description'),
  ],
};
const organization: TextRow = {
  concept: ['name'],
  parts: [
    ...category('type', 'type', 'physicalType', 'form'),
    ...search('specialty', 'specialty'),
    ...show('part-of', 'in', 'partOf'),
    ...search('organization', 'managingOrganization'),
    ...search('address', 'address.city', 'address.state', 'address.country'),
  ],
};

const rowList: Readonly<Record<string, TextRow>> = {
  Patient: {
    concept: ['name'],
    lead: readPatient,
    parts: [
      ...name('practitioner', 'generalPractitioner', 'careProvider'),
      ...search('organization', 'managingOrganization'),
    ],
  },
  Encounter: {
    // FHIR R4 Encounter; R5 renames hospitalization to admission, reasonCode to reason.value, individual to actor
    concept: ['type', 'class', 'serviceType'],
    lead: readEncounter,
    parts: [
      ...category('class', 'class'),
      ...show('service', 'service', 'serviceType'),
      ...show('priority', '', 'priority'),
      ...show('reason', 'for', 'reasonCode', 'reasonReference', 'reason', 'indication', 'reason.value'),
      ...show('admit-source', 'from', 'hospitalization.admitSource', 'admission.admitSource'),
      ...show('discharge', 'discharged to', 'hospitalization.dischargeDisposition', 'admission.dischargeDisposition'),
      ...show('discharge', 'discharged to', 'hospitalization.destination', 'admission.destination'),
      ...name('place', 'location.location'),
      ...show('length', 'length', 'length'),
      ...name('practitioner', 'participant.individual', 'participant.actor'),
      ...name('organization', 'serviceProvider'),
      ...category('type', 'type'),
    ],
  },
  EpisodeOfCare: {
    concept: ['type'],
    parts: [
      ...show('reason', 'for', 'diagnosis.condition', 'reason.value'),
      ...name('organization', 'managingOrganization'),
      ...name('practitioner', 'careManager'),
    ],
  },
  Condition: {
    concept: ['code'],
    lead: readCondition,
    parts: [
      ...show('severity', '', 'severity'),
      ...show('stage', 'stage', 'stage.summary'),
      ...show('body-site', 'at', 'bodySite'),
      ...show('manifestation', 'evidence', 'evidence.code', 'evidence.concept'),
      ...category('category', 'category'),
      ...search('practitioner', 'recorder', 'asserter'),
    ],
  },
  Observation: {
    concept: ['code'],
    lead: readObservation,
    parts: [
      ...category('category', 'category'),
      ...show('body-site', 'at', 'bodySite'),
      ...show('method', 'by', 'method'),
      ...name('specimen', 'specimen'),
      ...name('device', 'device'),
      ...search('performer', 'performer'),
      ...search('focus', 'focus'),
    ],
  },
  MedicationRequest: prescription,
  MedicationOrder: prescription,
  MedicationPrescription: prescription,
  MedicationStatement: {
    concept: drugConcept,
    lead: readDosages,
    parts: [
      ...reason(),
      ...show('reason', 'for', 'reasonForUseCodeableConcept', 'reasonForUseReference'),
      ...category('category', 'category'),
      ...show('adherence', '', 'adherence.code'),
      ...search('practitioner', 'informationSource'),
    ],
  },
  MedicationUsage: { concept: drugConcept, lead: readDosages, parts: reason() },
  MedicationAdministration: {
    concept: drugConcept,
    lead: readDosages,
    parts: [
      ...reason(),
      ...category('category', 'category'),
      ...name('device', 'device'),
      ...search('performer', 'performer.actor', 'practitioner'),
    ],
  },
  MedicationDispense: {
    concept: drugConcept,
    lead: readDosages,
    tail: readSupply,
    parts: [
      ...category('type', 'type', 'category'),
      ...name('place', 'destination', 'location'),
      ...search('performer', 'performer.actor', 'dispenser'),
    ],
  },
  Medication: {
    concept: ['code', 'ingredient', 'identifier'],
    parts: [
      ...show('form', '', 'form', 'doseForm', 'product.form'),
      ...name('manufacturer', 'manufacturer', 'marketingAuthorizationHolder'),
      ...search('drug', 'ingredient.itemCodeableConcept', 'ingredient.itemReference', 'ingredient.item'),
      ...search('identifier', 'batch.lotNumber'),
    ],
  },
  MedicationKnowledge: {
    concept: ['code'],
    parts: [...show('form', '', 'doseForm'), ...search('name', 'synonym', 'name')],
  },
  Immunization: {
    concept: ['vaccineCode'],
    parts: [
      ...show('dose', '', 'doseQuantity'),
      ...show('route', '', 'route'),
      ...show('site', 'at', 'site'),
      ...show('reason', 'against', 'protocolApplied.targetDisease', 'vaccinationProtocol.targetDisease'),
      ...show(
        'dose-number',
        'dose number',
        'protocolApplied.doseNumberPositiveInt',
        'protocolApplied.doseNumberString',
        'protocolApplied.doseNumber',
        'vaccinationProtocol.doseSequence',
      ),
      ...show('reaction', 'reaction', 'reaction.detail', 'reaction.manifestation'),
      ...reason(),
      ...show('reason', 'for', 'explanation.reason'),
      ...show('reasons-not', 'because', 'explanation.reasonNotGiven'),
      ...name('place', 'location'),
      ...search('performer', 'performer.actor', 'performer'),
      ...search('manufacturer', 'manufacturer'),
      ...search('identifier', 'lotNumber'),
    ],
  },
  ImmunizationRecommendation: {
    concept: ['recommendation.vaccineCode'],
    parts: show('outcome', '', 'recommendation.forecastStatus'),
  },
  Procedure: {
    concept: ['code', 'type', 'category'],
    parts: [
      ...category('category', 'category'),
      ...reason(),
      ...show('body-site', 'at', 'bodySite', 'bodySite.siteCodeableConcept'),
      ...show('outcome', 'outcome', 'outcome'),
      ...show('complication', 'complication', 'complication', 'complicationDetail'),
      ...show('device', 'device', 'focalDevice.manipulated', 'usedReference', 'used', 'usedCode'),
      ...show('follow-up', 'follow-up', 'followUp'),
      ...name('place', 'location'),
      ...name('practitioner', 'performer.actor', 'performer'),
    ],
  },
  DiagnosticReport: {
    concept: ['code'],
    parts: [
      ...show('conclusion', 'conclusion', 'conclusionCode', 'codedDiagnosis'),
      ...category('category', 'category', 'serviceCategory'),
      ...name('specimen', 'specimen'),
      ...search('member', 'result'),
      ...name('practitioner', 'resultsInterpreter', 'performer', 'performer.actor'),
    ],
  },
  DocumentReference: {
    concept: ['type', 'description', 'content.attachment.title', 'category'],
    parts: [
      ...category('category', 'category', 'class'),
      ...show('title', '', 'description'),
      ...show('reason', 'about', 'context.event', 'event'),
      ...search('place', 'context.practiceSetting', 'practiceSetting', 'context.facilityType'),
      ...name('practitioner', 'author'),
      ...search('organization', 'custodian'),
    ],
  },
  Composition: {
    concept: ['title', 'type'],
    lead: readComposition,
    parts: [
      ...category('category', 'category', 'class', 'type'),
      ...name('practitioner', 'author'),
      ...search('organization', 'custodian'),
    ],
  },
  AllergyIntolerance: {
    concept: ['code', 'substance', 'reaction.substance'],
    lead: readAllergy,
    parts: [...category('category', 'category'), ...search('practitioner', 'recorder', 'asserter')],
  },
  CarePlan: {
    concept: ['title', 'category', 'description'],
    parts: [
      ...category('category', 'category'),
      ...show('reason', 'for', 'addresses'),
      ...show(
        'activity',
        'includes',
        'activity.detail.code',
        'activity.plannedActivityDetail.code',
        'activity.plannedActivityReference',
        'activity.performedActivity',
        'activity.reference',
        'activity.detail.description',
      ),
      ...show('title', '', 'description'),
      ...search('intent', 'intent'),
      ...search('practitioner', 'author'),
      ...search('goal', 'goal'),
    ],
  },
  CareTeam: {
    concept: ['name', 'category'],
    parts: [
      ...show('reason', 'for', 'reasonCode', 'reasonReference', 'reason'),
      ...show('member', 'members', 'participant.member'),
      ...search('type', 'participant.role'),
      ...category('category', 'category'),
      ...search('organization', 'managingOrganization'),
    ],
  },
  Goal: {
    concept: ['description'],
    lead: readGoal,
    parts: [
      ...show('reason', 'for', 'addresses'),
      ...show('outcome', 'outcome', 'achievementStatus', 'outcomeCode', 'outcome'),
      ...show('priority', '', 'priority'),
      ...category('category', 'category'),
    ],
  },
  ServiceRequest: serviceOrder,
  ProcedureRequest: serviceOrder,
  ReferralRequest: serviceOrder,
  DiagnosticOrder: serviceOrder,
  DiagnosticRequest: serviceOrder,
  NutritionOrder: {
    concept: ['oralDiet.type', 'enteralFormula.baseFormulaType', 'supplement.type'],
    parts: [
      ...show('instruction', '', 'oralDiet.instruction', 'enteralFormula.administrationInstruction'),
      ...search('practitioner', 'orderer'),
    ],
  },
  DeviceRequest: {
    concept: ['codeCodeableConcept', 'codeReference', 'code'],
    parts: [...reason(), ...search('practitioner', 'requester')],
  },
  SupplyRequest: {
    concept: ['itemCodeableConcept', 'itemReference', 'item', 'category'],
    parts: [...show('quantity', '', 'quantity'), ...reason()],
  },
  SupplyDelivery: {
    concept: ['suppliedItem.itemCodeableConcept', 'suppliedItem.itemReference', 'type'],
    parts: [...show('quantity', '', 'suppliedItem.quantity')],
  },
  Specimen: {
    concept: ['type'],
    parts: [
      ...show(
        'site',
        'from',
        'collection.bodySite',
        'collection.bodySiteCodeableConcept',
        'collection.bodySite.concept',
      ),
      ...show('method', 'by', 'collection.method'),
      ...show('quantity', '', 'collection.quantity'),
      ...show('condition', '', 'condition'),
      ...search('practitioner', 'collection.collector'),
      ...search('identifier', 'accessionIdentifier.value'),
      ...search('specimen', 'parent'),
    ],
  },
  Device: {
    concept: ['displayName', 'deviceName', 'name', 'type', 'definition', 'model', 'modelNumber'],
    parts: [
      ...category('type', 'type'),
      ...show('manufacturer', 'by', 'manufacturer'),
      ...search('identifier', 'serialNumber', 'lotNumber', 'udiCarrier.deviceIdentifier', 'udi.deviceIdentifier'),
      ...show('model', 'model', 'modelNumber', 'model'),
      ...name('place', 'location'),
    ],
  },
  DeviceUseStatement: {
    concept: ['device'],
    parts: [...reason(), ...show('body-site', 'at', 'bodySite'), ...show('reason', 'for', 'indication')],
  },
  DeviceUsage: { concept: ['device'], parts: [...reason(), ...show('body-site', 'at', 'bodySite')] },
  DeviceMetric: {
    concept: ['type'],
    parts: [
      ...category('category', 'category'),
      ...show('unit', 'in', 'unit'),
      ...name('device', 'source', 'device', 'parent'),
    ],
  },
  ImagingStudy: {
    concept: ['description', 'procedureCode', 'procedureReference', 'procedure', 'procedure.value'],
    lead: readImaging,
    parts: [...reason(), ...name('place', 'location'), ...search('practitioner', 'interpreter', 'referrer')],
  },
  Media: {
    concept: ['content.title', 'type', 'view'],
    parts: [
      ...category('type', 'type', 'subtype'),
      ...show('modality', '', 'modality'),
      ...show('body-site', 'at', 'bodySite'),
      ...show('reason', 'for', 'reasonCode'),
      ...name('device', 'device'),
    ],
  },
  Binary: { concept: ['contentType'], parts: [] },
  QuestionnaireResponse: { concept: [], lead: readQuestionnaire, parts: search('practitioner', 'author', 'source') },
  Questionnaire: { concept: ['title', 'name', 'code'], parts: [] },
  FamilyMemberHistory: {
    concept: ['relationship'],
    lead: readFamilyHistory,
    parts: [...show('name', '', 'name'), ...reason()],
  },
  RelatedPerson: {
    concept: ['name', 'relationship'],
    lead: readPerson,
    parts: [...show('relationship', '', 'relationship'), ...search('address', 'address.city')],
  },
  Practitioner: {
    concept: ['name'],
    lead: readPerson,
    parts: [...show('specialty', '', 'qualification.code'), ...search('address', 'address.city')],
  },
  PractitionerRole: {
    concept: ['practitioner', 'code', 'organization'],
    parts: [
      ...show('type', '', 'code'),
      ...show('specialty', '', 'specialty'),
      ...show('organization', 'at', 'organization'),
      ...search('place', 'location'),
    ],
  },
  Person: { concept: ['name'], lead: readPerson, parts: [] },
  Organization: organization,
  Location: organization,
  HealthcareService: organization,
  Endpoint: organization,
  Group: organization,
  Coverage: {
    concept: ['type', 'payor', 'insurer', 'issuer', 'planName'],
    parts: [
      ...show('payer', 'by', 'payor', 'insurer', 'issuer'),
      ...search('relationship', 'relationship'),
      ...search('identifier', 'subscriberId'),
    ],
  },
  Claim: {
    concept: ['type'],
    lead: readClaim,
    parts: [
      ...search('reason', 'diagnosis.diagnosisCodeableConcept', 'diagnosis.diagnosisReference'),
      ...search('service', 'item.productOrService', 'item.service'),
      ...name('organization', 'provider'),
      ...search('payer', 'insurer'),
    ],
  },
  ClaimResponse: {
    concept: ['type'],
    lead: readClaim,
    parts: [...show('outcome', '', 'outcome'), ...search('payer', 'insurer')],
  },
  ExplanationOfBenefit: {
    concept: ['type'],
    lead: readClaim,
    parts: [
      ...search('reason', 'diagnosis.diagnosisCodeableConcept', 'diagnosis.diagnosisReference'),
      ...search('service', 'item.productOrService', 'item.service'),
      ...search('payer', 'insurer'),
      ...name('organization', 'provider'),
    ],
  },
  Account: {
    concept: ['name', 'type'],
    parts: [...show('title', '', 'description'), ...search('organization', 'owner')],
  },
  Provenance: {
    concept: ['activity'],
    parts: [
      ...name('practitioner', 'agent.who', 'agent.whoReference', 'agent.actor'),
      ...name('organization', 'agent.onBehalfOf', 'agent.onBehalfOfReference'),
      ...search('type', 'agent.type', 'agent.role'),
      ...show('reason', 'for', 'reason', 'authorization.concept'),
    ],
  },
  Task: {
    concept: ['code', 'description'],
    parts: [
      ...show('title', '', 'description'),
      ...show('reason', 'for', 'reasonCode', 'reasonReference', 'reason'),
      ...show('priority', 'priority', 'priority'),
      ...name('practitioner', 'owner', 'requester'),
      ...search('intent', 'intent'),
    ],
  },
  Appointment: {
    concept: ['serviceType', 'appointmentType', 'type', 'description', 'specialty'],
    parts: [
      ...category('type', 'appointmentType', 'serviceCategory'),
      ...show('title', '', 'description'),
      ...show('reason', 'for', 'reasonCode', 'reasonReference', 'reason', 'indication'),
      ...name('practitioner', 'participant.actor'),
      ...search('specialty', 'specialty'),
    ],
  },
  Communication: {
    concept: ['topic', 'category', 'reasonCode'],
    parts: [
      ...category('category', 'category'),
      ...reason(),
      ...name('practitioner', 'sender'),
      ...search('practitioner', 'recipient'),
    ],
  },
  Flag: { concept: ['code'], parts: [...category('category', 'category'), ...search('practitioner', 'author')] },
  List: {
    concept: ['title', 'code'],
    parts: [
      ...category('category', 'code'),
      ...show('empty', 'empty:', 'emptyReason'),
      ...search('practitioner', 'source'),
      ...search('member', 'entry.item'),
    ],
  },
  ClinicalImpression: {
    concept: ['code', 'description'],
    parts: [
      ...show('finding', 'finding', 'finding.itemCodeableConcept', 'finding.itemReference', 'finding.item'),
      ...search('reason', 'problem'),
      ...show('prognosis', 'prognosis', 'prognosisCodeableConcept'),
    ],
  },
  RiskAssessment: {
    concept: ['code', 'method', 'condition'],
    parts: [
      ...show('outcome', '', 'prediction.outcome'),
      ...show('probability', 'probability', 'prediction.probabilityDecimal', 'prediction.probabilityRange'),
      ...show('outcome', 'risk', 'prediction.qualitativeRisk'),
      ...show('mitigation', '', 'mitigation'),
      ...reason(),
    ],
  },
  AdverseEvent: {
    concept: ['event', 'code', 'type'],
    parts: [
      ...show('severity', '', 'severity', 'seriousness'),
      ...show('outcome', 'outcome', 'outcome'),
      ...show(
        'reason',
        'suspected',
        'suspectEntity.instance',
        'suspectEntity.instanceReference',
        'suspectEntity.instanceCodeableConcept',
      ),
      ...category('category', 'category'),
    ],
  },
  Consent: {
    concept: ['category', 'scope'],
    parts: [
      ...category('category', 'scope'),
      ...search('organization', 'organization', 'manager'),
      ...show('decision', '', 'decision', 'provision.type', 'type'),
    ],
  },
  RequestGroup: {
    concept: ['code', 'action.title'],
    parts: [...reason(), ...show('activity', 'includes', 'action.action.title', 'action.title')],
  },
  ResearchStudy: { concept: ['title'], parts: [...show('title', '', 'description')] },
};

const generalRow: TextRow = {
  concept: ['code', 'title', 'name', 'type', 'topic', 'description', 'category'],
  parts: [],
  tail: readOther,
};

const rows = new Map(Object.entries(rowList));
