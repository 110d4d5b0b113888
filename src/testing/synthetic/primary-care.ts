// Twenty years with a family doctor: visits, their measurements and laboratory, prescriptions, vaccines, readings at home.
import type { JsonObject } from '../../fhir/resource.ts';
import type { Cast } from './background.ts';
import { a1cAt, creatinineAt, filtrationRate, hemoglobinAt, ldlAt, story, systolicAt, weightAt } from './course.ts';
import { encodeNote } from './note-text.ts';
import { clock, dateTime, day, dayOf, hour, minute, onWorkday, round } from './random.ts';
import { type Drug, drugs, findings, labs, others, problems, procedures, vaccines } from './terms-table.ts';
import { bloodPressure, concept, condition, hl7, measurement, type RecordWriter } from './writer.ts';

/** A drug taken for years: renewed with each yearly check. */
interface Treatment {
  readonly drug: Drug;
  readonly dose: string;
  readonly amount: { readonly value: number; readonly unit: string };
  readonly perDay: number;
  readonly start: number;
  readonly end?: number;
  readonly stopped?: string;
}

const treatments: readonly Treatment[] = [
  {
    drug: drugs.lisinopril,
    dose: '1 tablet by mouth once daily',
    amount: { value: 10, unit: 'mg' },
    perDay: 1,
    start: story.firstVisit,
  },
  {
    drug: drugs.metformin,
    dose: '1 tablet by mouth twice daily with meals',
    amount: { value: 500, unit: 'mg' },
    perDay: 2,
    start: story.diabetes,
    end: story.metforminStop,
    stopped: 'Kidney function too low',
  },
  {
    drug: drugs.atorvastatin,
    dose: '1 tablet by mouth once daily in the evening',
    amount: { value: 40, unit: 'mg' },
    perDay: 1,
    start: story.statin,
  },
  {
    drug: drugs.aspirin,
    dose: '1 tablet by mouth once daily',
    amount: { value: 81, unit: 'mg' },
    perDay: 1,
    start: story.statin,
  },
  {
    drug: drugs.amlodipine,
    dose: '1 tablet by mouth once daily',
    amount: { value: 5, unit: 'mg' },
    perDay: 1,
    start: story.amlodipine,
  },
  {
    drug: drugs.glipizide,
    dose: '1 tablet by mouth once daily before breakfast',
    amount: { value: 5, unit: 'mg' },
    perDay: 1,
    start: story.glipizide,
    end: story.insulin,
    stopped: 'Replaced by insulin',
  },
  {
    drug: drugs.glargine,
    dose: '18 units under the skin once daily at bedtime',
    amount: { value: 18, unit: 'U' },
    perDay: 1,
    start: story.insulin,
  },
  {
    drug: drugs.furosemide,
    dose: '1 tablet by mouth once daily in the morning',
    amount: { value: 40, unit: 'mg' },
    perDay: 1,
    start: story.furosemide,
  },
];

/** A visit to the family doctor. */
export interface Visit {
  readonly time: number;
  readonly encounter: JsonObject;
}

/** All visits, every `monthsBetween` months, in order. */
export function writeVisits(writer: RecordWriter, cast: Cast, monthsBetween: number): readonly Visit[] {
  const visits: Visit[] = [];
  let hasKidneyDisease = false;
  for (let month = 0; ; month += monthsBetween) {
    const { random } = writer;
    const planned = clock(
      2004,
      2 + month,
      8 + random.between(0, 6),
      random.between(8, 16),
      random.pick([0, 15, 30, 45]),
    );
    const time = month === 0 ? story.firstVisit : onWorkday(planned);
    if (time > story.lastVisit) return visits;
    const encounter = writeVisit(writer, cast, time);
    const creatinine = writeVisitLabs(writer, encounter, time, month);
    if (!hasKidneyDisease && filtrationRate(creatinine, time) < 60 && time > story.glipizide) {
      hasKidneyDisease = true;
      condition(writer, problems.kidney3, time, { encounter });
    }
    if (month % 12 === 0) writeYearly(writer, cast, encounter, time);
    visits.push({ time, encounter });
  }
}

/** Long-standing problems, each found at a visit; and what came and went between visits. */
export function writeProblems(writer: RecordWriter, visits: readonly Visit[]): void {
  for (const [term, from] of [
    [problems.hypertension, story.firstVisit],
    [problems.diabetes, story.diabetes],
    [problems.lipids, story.statin],
    [problems.arthritis, clock(2015, 6, 1)],
  ] as const) {
    const { time, encounter } = visitFrom(visits, from);
    condition(writer, term, time, { encounter });
  }
  for (const start of [clock(2010, 1, 19), clock(2013, 12, 3), clock(2019, 1, 22)])
    condition(writer, problems.bronchitis, start, {
      status: 'resolved',
      ended: start + 14 * day,
      category: 'encounter-diagnosis',
    });
}

/** Every prescription: one when begun, one with each year's first visit, the last of a stopped drug with its reason. */
export function writePrescriptions(writer: RecordWriter, cast: Cast, visits: readonly Visit[]): void {
  for (const treatment of treatments) {
    const begun = visitFrom(visits, treatment.start);
    const end = treatment.end ?? Number.POSITIVE_INFINITY;
    const renewals = visits.filter(({ time }) => time > begun.time && time < end && new Date(time).getUTCMonth() === 1);
    const given = [begun, ...renewals];
    given.forEach((visit, index) => {
      const isLast = index === given.length - 1;
      const status = !isLast ? 'completed' : treatment.end === undefined ? 'active' : 'stopped';
      const request = prescription(writer, cast, treatment, visit, status);
      if (writer.random.next() < 0.5)
        dispense(writer, cast, treatment, request, visit.time + writer.random.between(1, 3) * day);
    });
  }
}

/** Vaccines: most at a pharmacy, without any visit. */
export function writeVaccines(writer: RecordWriter): void {
  const give = (vaccine: (typeof vaccines)[keyof typeof vaccines], time: number): JsonObject =>
    writer.add('Immunization', {
      status: 'completed',
      vaccineCode: concept(vaccine),
      patient: writer.patient,
      occurrenceDateTime: dayOf(time),
      primarySource: true,
    });
  for (let year = 2004; year < 2024; year += 1)
    if (year !== 2011) give(vaccines.influenza, clock(year, 10, writer.random.between(2, 28)));
  give(vaccines.pneumococcal, clock(2015, 5, 12));
  give(vaccines.tetanus, clock(2012, 8, 14));
  give(vaccines.zoster, clock(2019, 6, 4));
  give(vaccines.zoster, clock(2019, 9, 10));
  give(vaccines.covid, clock(2021, 3, 16));
  give(vaccines.covid, clock(2021, 4, 13));
  give(vaccines.covid, clock(2021, 11, 9));
}

/** Glucose measured at home since insulin began: orphans, no visit names them. `perYear` of them, evenly spread. */
export function writeHomeReadings(writer: RecordWriter, perYear: number): void {
  const step = (365.25 * day) / perYear;
  for (let time = story.insulin + day; time < story.lastVisit; time += step) {
    const at = Math.floor(time / day) * day + 7 * hour + writer.random.between(0, 60) * minute;
    if (isInHospital(at)) continue;
    measurement(writer, labs.fingerstick, writer.random.around(142, 34), at, { performer: [writer.patient] });
  }
}

function isInHospital(time: number): boolean {
  return [story.bypassAdmission, story.sepsisAdmission].some((start) => time > start - day && time < start + 14 * day);
}

function writeVisit(writer: RecordWriter, cast: Cast, start: number): JsonObject {
  const { random } = writer;
  const visit = writer.add('Encounter', {
    status: 'finished',
    class: { system: 'http://terminology.hl7.org/CodeSystem/v3-ActCode', code: 'AMB', display: 'ambulatory' },
    type: [concept(others.visit)],
    subject: writer.patient,
    participant: [{ individual: cast.familyDoctor }],
    period: { start: dateTime(start), end: dateTime(start + random.pick([20, 30, 40]) * minute) },
    serviceProvider: cast.practice,
  });
  const systolic = random.around(systolicAt(start), 6);
  bloodPressure(
    writer,
    findings.bloodPressure,
    [labs.systolic, labs.diastolic],
    [systolic, random.around(systolic * 0.56, 3)],
    start + 5 * minute,
    visit,
  );
  measurement(writer, labs.weight, random.around(weightAt(start), 0.8, 1), start + 4 * minute, {
    category: 'vital-signs',
    encounter: visit,
  });
  measurement(writer, labs.heartRate, random.around(start > story.bypassAdmission ? 66 : 76, 5), start + 5 * minute, {
    category: 'vital-signs',
    encounter: visit,
  });
  return visit;
}

/** Blood taken at the visit; returns the creatinine found. */
function writeVisitLabs(writer: RecordWriter, visit: JsonObject, start: number, month: number): number {
  const { random } = writer;
  const drawn = start + 20 * minute;
  const take = (term: (typeof labs)[keyof typeof labs], value: number): JsonObject =>
    measurement(writer, term, round(value, term.decimals), drawn, { encounter: visit });
  const creatinine = round(random.around(creatinineAt(start), 0.05, 2), 2);
  take(labs.creatinine, creatinine);
  take(labs.egfr, filtrationRate(creatinine, start));
  take(labs.potassium, random.around(4.2 + creatinine * 0.3, 0.25, 1));
  if (start >= story.diabetes || month % 12 === 0) take(labs.a1c, random.around(a1cAt(start), 0.2, 1));
  return creatinine;
}

/** What is done once a year: lipids as a report, blood count, urine albumin, eyes, a note. */
function writeYearly(writer: RecordWriter, cast: Cast, visit: JsonObject, start: number): void {
  const { random } = writer;
  const take = (term: (typeof labs)[keyof typeof labs], value: number): JsonObject =>
    measurement(writer, term, round(value, term.decimals), start + 20 * minute, { encounter: visit });
  const ldl = random.around(ldlAt(start), 8);
  const hdl = random.around(46, 3);
  const triglyceride = random.around(168, 20);
  const lipids = [
    take(labs.cholesterol, ldl + hdl + triglyceride / 5),
    take(labs.ldl, ldl),
    take(labs.hdl, hdl),
    take(labs.triglyceride, triglyceride),
  ];
  writer.add('DiagnosticReport', {
    status: 'final',
    category: [hl7('v2-0074', 'LAB', 'Laboratory')],
    code: concept(findings.lipidPanel),
    subject: writer.patient,
    encounter: visit,
    effectiveDateTime: dateTime(start + 20 * minute),
    issued: dateTime(start + 7 * hour),
    result: lipids,
  });
  take(labs.hemoglobin, random.around(hemoglobinAt(start), 0.3, 1));
  if (start >= story.diabetes) {
    take(labs.albuminRatio, random.around(14 + 0.8 * Math.max(0, (start - story.diabetes) / (365 * day)) ** 2, 5));
    writer.add('Procedure', {
      status: 'completed',
      code: concept(procedures.eyeExam),
      subject: writer.patient,
      encounter: visit,
      performedDateTime: dayOf(start + 30 * day),
    });
  }
  writer.add('DocumentReference', {
    status: 'current',
    type: concept(findings.progressNote),
    category: [{ text: 'Clinical Note' }],
    subject: writer.patient,
    date: dateTime(start + hour),
    author: [cast.familyDoctor],
    content: [
      {
        attachment: {
          contentType: 'text/plain; charset=utf-8',
          data: encodeNote(yearlyNote(start, round(a1cAt(start), 1))),
        },
      },
    ],
    context: { encounter: [visit] },
  });
}

function yearlyNote(start: number, a1c: number): string {
  const lines = [
    'Yearly review.',
    `Blood pressure aims below 140/90, now about ${Math.round(systolicAt(start))} systolic.`,
  ];
  if (start >= story.diabetes) lines.push(`Diabetes: HbA1c about ${a1c} %. Feet: pulses present, monofilament felt.`);
  if (start >= story.bypassAdmission) lines.push('No chest pain since the bypass operation; walks half a mile daily.');
  if (start >= story.metforminStop)
    lines.push('Metformin stopped for low kidney function; to nephrology if eGFR falls below 30.');
  lines.push('Lives alone, daughter nearby. Sleeps well.');
  return lines.join('\n');
}

function prescription(
  writer: RecordWriter,
  cast: Cast,
  treatment: Treatment,
  visit: Visit,
  status: string,
): JsonObject {
  const isInsulin = treatment.drug === drugs.glargine;
  return writer.add('MedicationRequest', {
    status,
    statusReason: status === 'stopped' && treatment.stopped !== undefined ? { text: treatment.stopped } : undefined,
    intent: 'order',
    medicationReference: writer.medication(treatment.drug),
    subject: writer.patient,
    encounter: visit.encounter,
    authoredOn: dateTime(visit.time + 15 * minute),
    requester: cast.familyDoctor,
    dosageInstruction: [
      {
        text: treatment.dose,
        timing: { repeat: { frequency: treatment.perDay, period: 1, periodUnit: 'd' } },
        route: concept(isInsulin ? others.subcutaneous : others.oral),
        doseAndRate: [
          { doseQuantity: { ...treatment.amount, system: 'http://unitsofmeasure.org', code: treatment.amount.unit } },
        ],
      },
    ],
    dispenseRequest: {
      numberOfRepeatsAllowed: 3,
      quantity: { value: isInsulin ? 5 : 90 * treatment.perDay, unit: treatment.drug.form },
      expectedSupplyDuration: { value: 90, unit: 'days', system: 'http://unitsofmeasure.org', code: 'd' },
    },
  });
}

function dispense(writer: RecordWriter, cast: Cast, treatment: Treatment, request: JsonObject, time: number): void {
  writer.add('MedicationDispense', {
    status: 'completed',
    medicationReference: writer.medication(treatment.drug),
    subject: writer.patient,
    performer: [{ actor: cast.practice }],
    authorizingPrescription: [request],
    quantity: { value: treatment.drug === drugs.glargine ? 5 : 90 * treatment.perDay, unit: treatment.drug.form },
    daysSupply: { value: 90, unit: 'days', system: 'http://unitsofmeasure.org', code: 'd' },
    whenHandedOver: dateTime(time),
  });
}

/** The first visit from a time on. */
function visitFrom(visits: readonly Visit[], time: number): Visit {
  return visits.find((visit) => visit.time >= time) ?? visits[visits.length - 1]!;
}
