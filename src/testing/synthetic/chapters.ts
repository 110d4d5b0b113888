// The two stays the story turns on: a heart attack with a bypass operation, and a blood poisoning from the kidneys. And more of their kind for large records.
import type { JsonObject } from '../../fhir/resource.ts';
import { type Stay, writeStay } from './admissions.ts';
import type { Cast } from './background.ts';
import { story, weightAt } from './course.ts';
import { clock, dateTime, day, dayOf, hour, minute, round } from './random.ts';
import { antibiotics, drugs, findings, labs, others, problems, procedures } from './terms-table.ts';
import { coding, concept, condition, hl7, measurement, type RecordWriter, test } from './writer.ts';

/** March 2017: heart attack, coronary angiography, bypass operation, atrial fibrillation afterwards. */
export function writeBypass(writer: RecordWriter, cast: Cast, intensiveHours: number): void {
  const start = story.bypassAdmission;
  const { stay, intensive, intensiveStart } = writeStay(writer, cast, { ...bypassStay, intensiveHours });
  condition(writer, problems.coronary, start, { encounter: stay });
  condition(writer, problems.fibrillation, intensiveStart + 30 * hour, {
    category: 'encounter-diagnosis',
    status: 'resolved',
    ended: clock(2017, 6, 6),
    encounter: stay,
  });
  [412, 1180, 890].forEach((value, index) => {
    measurement(writer, labs.troponin, value, start + (1 + 6 * index) * hour, { encounter: stay });
  });
  procedure(writer, procedures.angiography, stay, start + 5 * hour, 50, cast.surgeon);
  procedure(writer, procedures.bypass, stay, intensiveStart - 6 * hour, 285, cast.surgeon);
  procedure(writer, procedures.intubation, stay, intensiveStart - 6 * hour, 10, cast.intensivist);
  procedure(writer, procedures.line, stay, intensiveStart - 5 * hour, 20, cast.intensivist);
  procedure(writer, procedures.ventilation, intensive, intensiveStart, 540, cast.intensivist);
  antibiotic(writer, cast, drugs.cefazolin, stay, intensiveStart, 3, { value: 2000, unit: 'mg' });
  imaging(
    writer,
    findings.chestFilm,
    stay,
    intensiveStart + hour,
    'Endotracheal tube and lines in place. Small left pleural effusion. No pneumothorax.',
  );
  imaging(
    writer,
    findings.echo,
    stay,
    start + 8 * hour,
    'Left ventricular ejection fraction 45 %. Hypokinetic inferior wall. No significant valve disease.',
  );
  measurement(writer, labs.weight, round(weightAt(start), 1), start + hour, {
    category: 'vital-signs',
    encounter: stay,
  });
  for (const [drug, text, active] of [
    [drugs.metoprolol, '1 tablet by mouth twice daily', true],
    [drugs.amiodarone, '1 tablet by mouth once daily for 12 weeks', false],
    [drugs.paracetamol, '2 tablets by mouth every 6 hours as needed for pain', false],
  ] as const) {
    writer.add('MedicationRequest', {
      status: active ? 'active' : 'completed',
      intent: 'order',
      medicationReference: writer.medication(drug),
      subject: writer.patient,
      encounter: stay,
      authoredOn: dateTime(start + bypassStay.days * day - 3 * hour),
      requester: cast.surgeon,
      dosageInstruction: [{ text, route: concept(others.oral) }],
    });
  }
}

/** September 2022: blood poisoning from a urinary infection, with kidney injury; cultures with susceptibilities. */
export function writeSepsis(writer: RecordWriter, cast: Cast, intensiveHours: number): void {
  const start = story.sepsisAdmission;
  const { stay } = writeStay(writer, cast, { ...sepsisStay, intensiveHours });
  antibiotic(writer, cast, drugs.ceftriaxone, stay, start + 50 * minute, 7, { value: 1000, unit: 'mg' });
  writeCulture(writer, stay, start + 40 * minute);
  imaging(
    writer,
    findings.chestFilm,
    stay,
    start + 2 * hour,
    'Sternal wires. Heart size at the upper limit. No consolidation.',
  );
  condition(writer, problems.embolism, start, {
    category: 'encounter-diagnosis',
    verification: 'refuted',
    encounter: stay,
  });
  measurement(writer, labs.weight, round(weightAt(start), 1), start + hour, {
    category: 'vital-signs',
    encounter: stay,
  });
  writer.add('Observation', {
    status: 'entered-in-error',
    category: [hl7('observation-category', 'laboratory', 'Laboratory')],
    code: test(labs.potassium),
    subject: writer.patient,
    encounter: stay,
    effectiveDateTime: dateTime(start + 35 * minute),
    valueQuantity: { value: 9.8, unit: 'mmol/L', system: 'http://unitsofmeasure.org', code: 'mmol/L' },
    note: [{ text: 'Hemolyzed sample of another patient.' }],
  });
}

/** Further stays for large records: heart failure, every one a week long, in the months without other visits. */
export function writeFurtherStay(writer: RecordWriter, cast: Cast, index: number, intensiveHours: number): void {
  const months = [1, 4, 7, 10, 12, 6] as const;
  const year = 2004 + (Math.floor(index / months.length) % 20);
  const start = clock(year, months[index % months.length]!, 3, 4 + (index % 9), 10);
  const kind = index % 2 === 0 ? problems.heartFailure : problems.pneumonia;
  const { stay } = writeStay(writer, cast, {
    ...sepsisStay,
    start,
    reason: kind,
    diagnoses: [kind],
    days: 9,
    severity: 0.4 + 0.1 * (index % 4),
    infection: index % 2 === 1,
    intensiveHours,
    summary: `Treated for ${kind.display.toLowerCase()}; went home in good state.`,
  });
  antibiotic(writer, cast, index % 2 === 0 ? drugs.furosemide : drugs.ceftriaxone, stay, start + 2 * hour, 5, {
    value: index % 2 === 0 ? 40 : 1000,
    unit: 'mg',
  });
}

function procedure(
  writer: RecordWriter,
  term: (typeof procedures)[keyof typeof procedures],
  encounter: JsonObject,
  start: number,
  minutes: number,
  performer: JsonObject,
): void {
  writer.add('Procedure', {
    status: 'completed',
    code: concept(term),
    subject: writer.patient,
    encounter,
    performedPeriod: { start: dateTime(start), end: dateTime(start + minutes * minute) },
    performer: [{ actor: performer }],
  });
}

/** One order and a dose a day. */
function antibiotic(
  writer: RecordWriter,
  cast: Cast,
  drug: (typeof drugs)[keyof typeof drugs],
  encounter: JsonObject,
  start: number,
  doses: number,
  dose: { readonly value: number; readonly unit: string },
): void {
  const route = concept(others.intravenous);
  const doseQuantity = { ...dose, system: 'http://unitsofmeasure.org', code: dose.unit };
  const request = writer.add('MedicationRequest', {
    status: 'completed',
    intent: 'order',
    medicationReference: writer.medication(drug),
    subject: writer.patient,
    encounter,
    authoredOn: dateTime(start - 20 * minute),
    requester: cast.intensivist,
    dosageInstruction: [{ route, timing: { code: { text: 'every 24 hours' } }, doseAndRate: [{ doseQuantity }] }],
  });
  for (let index = 0; index < doses; index += 1) {
    writer.add('MedicationAdministration', {
      status: 'completed',
      medicationReference: writer.medication(drug),
      subject: writer.patient,
      context: encounter,
      effectiveDateTime: dateTime(start + index * day),
      request,
      dosage: { route, dose: doseQuantity },
    });
  }
}

/** A blood culture that grew, its organism, and what it is susceptible to: linked to each other, not to any visit. */
function writeCulture(writer: RecordWriter, encounter: JsonObject, time: number): void {
  const specimen = writer.add('Specimen', {
    status: 'available',
    type: concept(findings.blood),
    subject: writer.patient,
    collection: { collectedDateTime: dateTime(time) },
  });
  const laboratory = {
    status: 'final',
    category: [hl7('observation-category', 'laboratory', 'Laboratory')],
    subject: writer.patient,
  };
  const culture = writer.add('Observation', {
    ...laboratory,
    code: concept(findings.bloodCulture),
    encounter,
    specimen,
    effectiveDateTime: dateTime(time),
    valueCodeableConcept: concept(findings.organism),
  });
  for (const { term, result } of antibiotics) {
    writer.add('Observation', {
      ...laboratory,
      code: concept(term),
      effectiveDateTime: dateTime(time + 2 * day),
      derivedFrom: [culture],
      specimen,
      valueCodeableConcept: {
        coding: [
          coding({
            system: 'http://terminology.hl7.org/CodeSystem/v3-ObservationInterpretation',
            code: result,
            display: result === 'S' ? 'Susceptible' : 'Resistant',
          }),
        ],
      },
    });
  }
}

function imaging(
  writer: RecordWriter,
  term: (typeof findings)[keyof typeof findings],
  encounter: JsonObject,
  time: number,
  conclusion: string,
): void {
  writer.add('DiagnosticReport', {
    status: 'final',
    category: [hl7('v2-0074', 'RAD', 'Radiology')],
    code: concept(term),
    subject: writer.patient,
    encounter,
    effectiveDateTime: dateTime(time),
    issued: dateTime(time + 2 * hour),
    conclusion,
  });
}

const bypassStay: Stay = {
  start: story.bypassAdmission,
  days: 11,
  reason: problems.infarction,
  diagnoses: [problems.infarction],
  intensiveAfterHours: 54,
  intensiveHours: 72,
  severity: 0.55,
  infection: false,
  discharge: { code: 'rehab', display: 'Rehabilitation' },
  summary: [
    'Admitted with chest pain; troponin raised, no ST elevation: non-ST elevation myocardial infarction.',
    'Angiography: three-vessel disease. Coronary artery bypass grafting of three vessels on the third day.',
    'Extubated nine hours after the operation. Atrial fibrillation on the second day after it, back in rhythm with amiodarone.',
    'Insulin infusion in the ICU, then insulin glargine as before. Kidney function stayed near its usual level.',
    'Discharged to cardiac rehabilitation on aspirin, atorvastatin, metoprolol and amiodarone for 12 weeks.',
  ].join('\n'),
};

const sepsisStay: Stay = {
  start: story.sepsisAdmission,
  days: 9,
  reason: problems.sepsis,
  diagnoses: [problems.sepsis, problems.urinary, problems.kidneyInjury],
  intensiveAfterHours: 3,
  intensiveHours: 48,
  severity: 0.95,
  infection: true,
  discharge: { code: 'home', display: 'Home' },
  summary: [
    'Brought by ambulance with fever and confusion. Sepsis from a urinary tract infection; Escherichia coli in blood cultures.',
    'Penicillin allergy: given ceftriaxone, tolerated well. The organism is resistant to ciprofloxacin.',
    'Norepinephrine for 24 hours. Acute kidney injury on chronic kidney disease; creatinine falling at discharge.',
    'A lung embolism was suspected and ruled out.',
    `Home on ${dayOf(story.sepsisAdmission + 9 * day)} with home care. Check creatinine and potassium within a week.`,
  ].join('\n'),
};
