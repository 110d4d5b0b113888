// Hand corrections to the generated table: where the FiveWs mapping of the FHIR definitions is silent or misleads.
// One row per resource type, best element first; `[x]` stands for every date form of a choice, `a..b` for two elements
// that are the ends of one period. `:recorded` and `:planned` mark what an element says; without a mark it is the event.
// A row replaces the generated one in every version that has the element. Each row: https://hl7.org/fhir/<type>.html

export const timeCorrections: Readonly<Record<string, string>> = {
  Account: 'servicePeriod active activePeriod period',
  AdverseEvent: 'occurrence[x] date detected recordedDate:recorded',
  AllergyIntolerance: 'onset[x] onset recordedDate:recorded assertedDate:recorded lastOccurrence lastOccurence',
  Appointment: 'start..end:planned requestedPeriod:planned created:recorded',
  AppointmentResponse: 'start..end:planned occurrenceDate:planned',
  AuditEvent: 'occurred[x] period event.dateTime recorded:recorded',
  BiologicallyDerivedProduct: 'collection.collected[x]',
  BiologicallyDerivedProductDispense: 'whenHandedOver preparedDate',
  // A plan is in force during its period, whatever was planned in it.
  CarePlan: 'period created:recorded modified:recorded',
  ChargeItem: 'occurrence[x] enteredDate:recorded',
  Claim: 'billablePeriod item.serviced[x] created:recorded',
  ClaimResponse: 'created:recorded',
  ClinicalImpression: 'effective[x] date',
  Communication: 'sent received',
  // Requests are dated by the asking; what they ask for lies ahead.
  CommunicationRequest: 'authoredOn requestedOn occurrence[x]:planned scheduled[x]:planned',
  // An abatement is an end, never the time.
  Condition: 'onset[x] recordedDate:recorded assertedDate:recorded dateRecorded:recorded',
  Consent: 'dateTime date period',
  Contract: 'issued term.issued applies term.applies',
  DetectedIssue: 'identified[x] date',
  DeviceAssociation: 'period',
  DeviceDispense: 'whenHandedOver preparedDate',
  DeviceRequest: 'authoredOn occurrence[x]:planned',
  DeviceUsage: 'timing[x] dateAsserted:recorded',
  DeviceUseRequest: 'orderedOn recordedOn:recorded timing[x]:planned',
  DeviceUseStatement: 'timing[x] whenUsed recordedOn:recorded',
  DiagnosticOrder: 'event.dateTime',
  // The time of the service that the document is about comes before the time it was filed.
  DocumentReference: 'context.period period date:recorded created:recorded indexed:recorded',
  EligibilityRequest: 'serviced[x] created:recorded',
  EligibilityResponse: 'created:recorded',
  Encounter: 'period actualPeriod location.period plannedStartDate..plannedEndDate:planned',
  EncounterHistory: 'actualPeriod location.period plannedStartDate..plannedEndDate:planned',
  EnrollmentRequest: 'created:recorded',
  EnrollmentResponse: 'created:recorded',
  EpisodeOfCare: 'period',
  ExplanationOfBenefit: 'billablePeriod item.serviced[x] created:recorded',
  Flag: 'period',
  GenomicStudy: 'startDate',
  // A due date is an end, never the time.
  Goal: 'startDate statusDate:recorded',
  ImagingManifest: 'authoringTime',
  ImagingObjectSelection: 'authoringTime',
  ImagingSelection: 'issued',
  Immunization: 'occurrence[x] date recorded:recorded',
  ImmunizationRecommendation: 'date recommendation.date:planned',
  InventoryReport: '',
  Invoice: 'date creation:recorded period[x]',
  MeasureReport: 'date period',
  Media: 'created[x] occurrence[x] issued:recorded',
  MedicationAdministration: 'effective[x] effectiveTime[x] occurence[x] occurrence[x] recorded:recorded',
  MedicationDispense: 'whenHandedOver whenPrepared recorded:recorded',
  MedicationOrder: 'dateWritten dispenseRequest.validityPeriod:planned dosageInstruction.timing:planned',
  MedicationRequest:
    'authoredOn effectiveDosePeriod:planned dispenseRequest.validityPeriod:planned dosageInstruction.timing:planned',
  MedicationStatement: 'effective[x] dateAsserted:recorded',
  NutritionIntake: 'occurrence[x] recorded:recorded',
  NutritionOrder: 'dateTime',
  Order: 'date when.schedule:planned',
  OrderResponse: 'date',
  PaymentNotice: 'paymentDate created:recorded',
  Procedure: 'performed[x] occurrence[x] recorded:recorded',
  ProcedureRequest: 'authoredOn orderedOn occurrence[x]:planned scheduled[x]:planned',
  ProcessRequest: 'created:recorded',
  ProcessResponse: 'created:recorded',
  Provenance: 'occurred[x] period recorded:recorded',
  QuestionnaireResponse: 'authored',
  ReferralRequest: 'authoredOn dateSent date occurrence[x]:planned fulfillmentTime:planned',
  RequestGroup: 'authoredOn',
  RequestOrchestration: 'authoredOn',
  ResearchSubject: 'period',
  RiskAssessment: 'occurrence[x] date',
  ServiceRequest: 'authoredOn occurrence[x]:planned',
  Specimen: 'collection.collected[x] receivedTime',
  SupplyDelivery: 'occurrence[x] time whenPrepared',
  SupplyRequest: 'authoredOn date occurrence[x]:planned when.schedule:planned',
  Task: 'executionPeriod authoredOn lastModified:recorded',
  Transport: 'completionTime authoredOn lastModified:recorded',
  VisionPrescription: 'dateWritten created:recorded',
};

/**
 * States that begin before the encounter that names them and go on after it. Their time doesn't stretch a span, and
 * their end doesn't move the record's now.
 */
export const lastingTypes: ReadonlySet<string> = new Set(
  `Account AllergyIntolerance CarePlan CareTeam Condition Consent Contract Coverage DeviceAssociation DeviceUsage
  DeviceUseStatement EpisodeOfCare FamilyMemberHistory Flag Goal MedicationStatement ResearchSubject`.split(/\s+/),
);

/** People, places, products and definitions: their dates are no event in the patient's life. Always background. */
export const backgroundTypes: ReadonlySet<string> = new Set(
  `Patient RelatedPerson Person Practitioner PractitionerRole Organization OrganizationAffiliation Location Group
  HealthcareService Endpoint Schedule Slot Device DeviceMetric DeviceComponent Medication Substance InsurancePlan
  Bundle Parameters Binary OperationOutcome MessageHeader Subscription SubscriptionStatus SubscriptionTopic Linkage
  VerificationResult ResearchStudy InventoryItem InventoryReport NutritionProduct MarketingStatus Permission
  ActivityDefinition ActorDefinition AdministrableProductDefinition ArtifactAssessment CapabilityStatement
  CatalogEntry ChargeItemDefinition Citation CodeSystem CompartmentDefinition ConceptMap ConditionDefinition
  Conformance DataElement DeviceDefinition EffectEvidenceSynthesis EventDefinition Evidence EvidenceReport
  EvidenceVariable ExampleScenario ExpansionProfile GraphDefinition ImplementationGuide Ingredient Library
  ManufacturedItemDefinition Measure MedicationKnowledge MedicinalProduct MedicinalProductAuthorization
  MedicinalProductDefinition MessageDefinition NamingSystem ObservationDefinition OperationDefinition
  PackagedProductDefinition PlanDefinition Questionnaire RegulatedAuthorization Requirements ResearchDefinition
  ResearchElementDefinition RiskEvidenceSynthesis SearchParameter SpecimenDefinition StructureDefinition StructureMap
  SubstanceDefinition SubstanceSpecification TerminologyCapabilities TestPlan TestReport TestScript ValueSet`.split(
    /\s+/,
  ),
);

/** Elements that lead to an Encounter in every version that has them; the generated ones left out here lead elsewhere. */
export const encounterCorrections: Readonly<Record<string, string>> = {
  // Nesting, not membership: read by the graph as Encounter.partOf.
  Encounter: '',
  Contract: '',
  PaymentReconciliation: 'allocation.encounter',
  DocumentReference: 'context.encounter context',
  // A history entry belongs to the encounter it is the history of.
  EncounterHistory: 'encounter',
};
