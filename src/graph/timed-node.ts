// The nodes of a record with their times: the first phase of the projection.
import type { ClinicalTime, ParsedTime } from '../fhir/clinical-time.ts';
import type { RecordIssue, RecordResource } from '../fhir/record.ts';
import { createRecordZone, type RecordZone } from '../fhir/record-zone.ts';
import type { FhirResource, FhirVersion } from '../fhir/resource.ts';
import { isBackgroundType } from '../fhir/resource-table.ts';
import { finishTime, type OnOddity, type WrittenTime, writtenTimeOf } from '../fhir/time-element.ts';

/** A resource with its time; `time` is filled later for one that borrows it. */
export interface TimedNode {
  readonly key: string;
  readonly type: string;
  readonly resource: FhirResource;
  readonly version: FhirVersion;
  readonly container: string | undefined;
  /** People, places, products and definitions never stand on the timeline. */
  readonly background: boolean;
  time: ClinicalTime | undefined;
}

export interface TimedNodes {
  readonly nodes: readonly TimedNode[];
  readonly zone: RecordZone;
  readonly issues: readonly RecordIssue[];
}

/** Read the time of every resource, then finish those without an offset in the record's own zone. */
export function timeNodes(resources: readonly RecordResource[]): TimedNodes {
  const issues: RecordIssue[] = [];
  let reading = '';
  const onOddity: OnOddity = ({ code, element }) => {
    const message = `${reading}: ${element} ${oddityText[code]}`;
    issues.push({ severity: 'warning', code, message, key: reading, element });
  };
  const background = resources.map(({ resource }) => isBackgroundType(resource.resourceType));
  const written = resources.map(({ key, resource, version }, index) => {
    reading = key;
    return background[index] ? undefined : writtenTimeOf(resource, version, onOddity);
  });
  const zone = createRecordZone(parsedTimes(written));
  const nodes = resources.map(({ key, resource, version, container }, index) => {
    const time = written[index];
    return {
      key,
      type: resource.resourceType,
      resource,
      version,
      container,
      background: background[index] === true,
      time: time === undefined ? undefined : finishTime(time, zone),
    };
  });
  return { nodes, zone, issues };
}

function* parsedTimes(written: readonly (WrittenTime | undefined)[]): Generator<ParsedTime> {
  for (const time of written) {
    if (time?.start !== undefined) yield time.start;
    if (time?.end !== undefined) yield time.end;
  }
}

const oddityText = {
  'unreadable-date': 'is not a date that FHIR knows; it was passed over',
  'end-before-start': 'ends before it starts; only its start was used',
  'placeholder-date': 'has the year 0001 or 9999, which stands for not known; that end was left open',
} as const;
