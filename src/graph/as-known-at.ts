// A record as it was known at a moment: what was written down later is left out.
import type { ParsedTime } from '../fhir/clinical-time.ts';
import type { PatientRecord } from '../fhir/record.ts';
import { createRecordZone } from '../fhir/record-zone.ts';
import { finishTime, type WrittenTime, writtenRecordedTimeOf, writtenTimeOf } from '../fhir/time-element.ts';
import { readNow } from './record-now.ts';

/**
 * The record without what can't have been known at a moment. A resource is known from the time it was written down
 * (`issued`, `recordedDate` …), else from the start of what it tells, else from `meta.lastUpdated`; one that says none of
 * these is kept. What is planned is known from the time the plan was made, or kept. How many are left out stands in the
 * record's issues.
 *
 * @param moment a FHIR date or dateTime; a date counts with its whole day
 * @throws `invalid-input` when the moment is no date
 */
export function recordAsKnownAt(record: PatientRecord, moment: string): PatientRecord {
  const told = record.resources.map(({ resource, version }) => {
    const event = writtenTimeOf(resource, version, () => {});
    const recorded = writtenRecordedTimeOf(resource, version);
    const isStamp = recorded?.element === 'meta.lastUpdated';
    if (recorded !== undefined && !isStamp) return recorded;
    return event === undefined ? recorded : event.role === 'planned' ? undefined : event;
  });
  const zone = createRecordZone(told.flatMap((time) => momentsOf(time)));
  const { ms, text } = readNow(moment, zone);
  const resources = record.resources.filter((_, index) => {
    const time = told[index];
    return time === undefined || finishTime(time, zone).startMs <= ms;
  });
  const missing = record.resources.length - resources.length;
  const message = `${missing} resources were written down after ${text} and are left out`;
  return {
    ...record,
    resources,
    byKey: new Map(resources.map((resource) => [resource.key, resource])),
    issues:
      missing === 0 ? record.issues : [...record.issues, { severity: 'information', code: 'not-known-yet', message }],
  };
}

function momentsOf(time: WrittenTime | undefined): ParsedTime[] {
  return [time?.start, time?.end].filter((moment) => moment !== undefined);
}
