// Hospital stays: emergency, intensive care with hourly vital signs, ward, laboratory, drugs, summary.
import type { JsonObject } from '../../fhir/resource.ts';
import type { Cast } from './background.ts';
import { creatinineAt, filtrationRate, hemoglobinAt } from './course.ts';
import { encodeNote } from './note-text.ts';
import { dateTime, day, hour, minute, round } from './random.ts';
import { type Drug, drugs, findings, type LabTerm, labs, others, type Term } from './terms-table.ts';
import { bloodPressure, concept, condition, hl7, measurement, type RecordWriter } from './writer.ts';

/** What one stay is made of. */
export interface Stay {
  readonly start: number;
  readonly days: number;
  readonly reason: Term;
  readonly diagnoses: readonly Term[];
  /** Hours from admission to the ICU, and in it. */
  readonly intensiveAfterHours: number;
  readonly intensiveHours: number;
  /** How ill: 0 well, 1 in shock; moves pulse, pressure, lactate and creatinine, and fades over the ICU stay. */
  readonly severity: number;
  readonly infection: boolean;
  readonly discharge: { readonly code: string; readonly display: string };
  readonly summary: string;
}

/** The references that a stay's special chapters (an operation, cultures) hang on. */
export interface StayEncounters {
  readonly stay: JsonObject;
  readonly intensive: JsonObject;
  readonly intensiveStart: number;
}

/** Write one stay with everything that every stay has. */
export function writeStay(writer: RecordWriter, cast: Cast, stay: Stay): StayEncounters {
  const intensiveStart = stay.start + stay.intensiveAfterHours * hour;
  const intensiveEnd = intensiveStart + stay.intensiveHours * hour;
  const end = stay.start + stay.days * day + 2 * hour;
  const diagnoses = stay.diagnoses.map((term) =>
    condition(writer, term, stay.start, { category: 'encounter-diagnosis', status: 'resolved', ended: end }),
  );
  const encounter = writeEncounter(writer, cast, stay, diagnoses, { intensiveStart, intensiveEnd, end });
  const intensive = writer.add('Encounter', {
    status: 'finished',
    class: { system: 'http://terminology.hl7.org/CodeSystem/v3-ActCode', code: 'ACUTE', display: 'inpatient acute' },
    type: [concept(others.intensiveCare)],
    subject: writer.patient,
    partOf: encounter,
    participant: [{ individual: cast.intensivist }],
    period: { start: dateTime(intensiveStart), end: dateTime(intensiveEnd) },
    location: [
      { location: cast.intensiveCare, period: { start: dateTime(intensiveStart), end: dateTime(intensiveEnd) } },
    ],
  });
  writeVitals(writer, intensive, stay, intensiveStart);
  writeDailyLabs(writer, encounter, stay);
  writeDrugs(writer, cast, intensive, stay, intensiveStart);
  writeSummary(writer, cast, encounter, stay, end);
  return { stay: encounter, intensive, intensiveStart };
}

function writeEncounter(
  writer: RecordWriter,
  cast: Cast,
  stay: Stay,
  diagnoses: readonly JsonObject[],
  times: { readonly intensiveStart: number; readonly intensiveEnd: number; readonly end: number },
): JsonObject {
  const { intensiveStart, intensiveEnd, end } = times;
  const at = (location: JsonObject, from: number, to: number): JsonObject => ({
    location,
    period: { start: dateTime(from), end: dateTime(to) },
  });
  return writer.add('Encounter', {
    status: 'finished',
    class: { system: 'http://terminology.hl7.org/CodeSystem/v3-ActCode', code: 'IMP', display: 'inpatient encounter' },
    type: [concept(others.admission)],
    subject: writer.patient,
    participant: [{ individual: cast.intensivist }],
    period: { start: dateTime(stay.start), end: dateTime(end) },
    reasonCode: [concept(stay.reason)],
    diagnosis: diagnoses.map((reference, index) => ({ condition: reference, rank: index + 1 })),
    hospitalization: {
      admitSource: hl7('admit-source', 'emd', 'From accident/emergency department'),
      dischargeDisposition: hl7('discharge-disposition', stay.discharge.code, stay.discharge.display),
    },
    location: [
      at(cast.emergency, stay.start, Math.min(stay.start + 4 * hour, intensiveStart)),
      at(cast.intensiveCare, intensiveStart, intensiveEnd),
      at(cast.ward, intensiveEnd, end),
    ],
    serviceProvider: cast.hospital,
  });
}

/** Hourly pulse, pressure, saturation and breathing; temperature and urine every four hours. */
function writeVitals(writer: RecordWriter, encounter: JsonObject, stay: Stay, start: number): void {
  const { random } = writer;
  for (let step = 0; step < stay.intensiveHours; step += 1) {
    const time = start + step * hour + 5 * minute;
    const illness = stay.severity * Math.exp((-2.2 * step) / stay.intensiveHours);
    const take = (term: LabTerm, value: number): JsonObject =>
      measurement(writer, term, round(value, term.decimals), time, { category: 'vital-signs', encounter });
    take(labs.heartRate, random.around(78 + 42 * illness, 5));
    const systolic = random.around(124 - 34 * illness, 6);
    bloodPressure(
      writer,
      findings.bloodPressure,
      [labs.systolic, labs.diastolic],
      [systolic, random.around(systolic * 0.54, 3)],
      time,
      encounter,
    );
    take(labs.saturation, Math.min(100, random.around(97 - 4 * illness, 1.2)));
    take(labs.breathing, random.around(16 + 10 * illness, 2));
    if (step % 4 === 0) {
      take(labs.temperature, random.around(36.8 + (stay.infection ? 2 : 0.5) * illness, 0.2, 1));
      take(labs.urine, Math.max(20, random.around(220 - 150 * illness, 40)));
    }
  }
}

/** Blood every morning of the stay. */
function writeDailyLabs(writer: RecordWriter, encounter: JsonObject, stay: Stay): void {
  const { random } = writer;
  for (let index = 0; index <= stay.days; index += 1) {
    const time = index === 0 ? stay.start + 30 * minute : Math.floor(stay.start / day) * day + index * day + 6 * hour;
    const illness = stay.severity * Math.exp(-index / 2.5);
    const take = (term: LabTerm, value: number): JsonObject =>
      measurement(writer, term, round(value, term.decimals), time, { encounter });
    const creatinine = round(
      creatinineAt(time) * (1 + stay.severity * Math.exp(-((index - 1.5) ** 2) / 8)) + random.around(0, 0.04, 2),
      2,
    );
    const results = [
      take(labs.creatinine, creatinine),
      take(labs.potassium, random.around(4.2 + 0.9 * illness, 0.2, 1)),
      take(labs.sodium, random.around(139 - 3 * illness, 1)),
      take(labs.glucose, random.around(138 + 70 * illness, 15)),
    ];
    take(labs.egfr, filtrationRate(creatinine, time));
    take(labs.hemoglobin, random.around(hemoglobinAt(time) - 1.6 * stay.severity, 0.2, 1));
    take(labs.leukocytes, random.around(7.5 + (stay.infection ? 12 : 4) * illness, 0.8, 1));
    take(labs.platelets, random.around(236 - 90 * illness, 12));
    if (stay.infection) {
      take(labs.lactate, Math.max(0.7, random.around(0.9 + 3.4 * illness, 0.2, 1)));
      take(labs.crp, Math.max(3, random.around(210 * Math.exp(-index / 4), 12)));
    }
    writer.add('DiagnosticReport', {
      status: 'final',
      category: [hl7('v2-0074', 'LAB', 'Laboratory')],
      code: concept(findings.metabolicPanel),
      subject: writer.patient,
      encounter,
      effectiveDateTime: dateTime(time),
      issued: dateTime(time + 90 * minute),
      result: results,
    });
  }
}

/** Fluids, pressor and insulin in the ICU, as orders and as what was given, with rates that fall as the patient mends. */
function writeDrugs(writer: RecordWriter, cast: Cast, encounter: JsonObject, stay: Stay, start: number): void {
  const { random } = writer;
  infusion(writer, cast, encounter, drugs.saline, 'mL/h', start, 3, (step) => 125 - 25 * step);
  if (stay.severity > 0.6)
    infusion(writer, cast, encounter, drugs.norepinephrine, 'ug/kg/min', start, 6, (step) =>
      round(0.18 * stay.severity * Math.exp(-step / 2.5), 3),
    );
  infusion(writer, cast, encounter, drugs.regularInsulin, 'U/h', start + 2 * hour, 5, (step) =>
    round(Math.max(0.5, 4 - 0.7 * step + random.around(0, 0.3, 1)), 1),
  );
  for (let step = 0; step < stay.intensiveHours; step += 3) {
    const illness = stay.severity * Math.exp((-2.2 * step) / stay.intensiveHours);
    measurement(writer, labs.fingerstick, random.around(150 + 80 * illness, 18), start + step * hour + 20 * minute, {
      encounter,
    });
  }
}

function infusion(
  writer: RecordWriter,
  cast: Cast,
  encounter: JsonObject,
  drug: Drug,
  unit: string,
  start: number,
  steps: number,
  rateAt: (step: number) => number,
): void {
  const route = concept(others.intravenous);
  const rate = (step: number): JsonObject => ({
    value: rateAt(step),
    unit,
    system: 'http://unitsofmeasure.org',
    code: unit,
  });
  const order = writer.add('MedicationRequest', {
    status: 'completed',
    intent: 'order',
    medicationReference: writer.medication(drug),
    subject: writer.patient,
    encounter,
    authoredOn: dateTime(start - 10 * minute),
    requester: cast.intensivist,
    dosageInstruction: [{ route, doseAndRate: [{ rateQuantity: rate(0) }] }],
  });
  for (let step = 0; step < steps; step += 1) {
    const from = start + step * 4 * hour;
    writer.add('MedicationAdministration', {
      status: 'completed',
      medicationReference: writer.medication(drug),
      subject: writer.patient,
      context: encounter,
      effectivePeriod: { start: dateTime(from), end: dateTime(from + 4 * hour) },
      request: order,
      dosage: { route, rateQuantity: rate(step) },
    });
  }
}

function writeSummary(writer: RecordWriter, cast: Cast, encounter: JsonObject, stay: Stay, end: number): void {
  writer.add('DocumentReference', {
    status: 'current',
    type: concept(findings.dischargeSummary),
    category: [{ text: 'Clinical Note' }],
    subject: writer.patient,
    date: dateTime(end + 3 * hour),
    author: [cast.intensivist],
    content: [{ attachment: { contentType: 'text/plain; charset=utf-8', data: encodeNote(stay.summary) } }],
    context: { encounter: [encounter] },
  });
}
