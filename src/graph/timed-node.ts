// The nodes of a record with their times: the first phase of the projection.
import type { ClinicalTime, ParsedTime } from '../fhir/clinical-time.ts';
import type { RecordIssue, RecordResource } from '../fhir/record.ts';
import { createRecordZone, type RecordZone } from '../fhir/record-zone.ts';
import type { FhirResource, FhirVersion } from '../fhir/resource.ts';
import { isBackgroundType } from '../fhir/resource-table.ts';
import {
  finishTime,
  type OnOddity,
  type WrittenTime,
  writtenRecordedTimeOf,
  writtenTimeOf,
} from '../fhir/time-element.ts';
import type { GraphNode, Placement } from './episode-graph.ts';

/** A node of the graph in the making: what it is stands fixed, the phases of the projection fill in the rest. */
export class TimedNode implements GraphNode {
  readonly index: number;
  readonly key: string;
  readonly type: string;
  readonly resource: FhirResource;
  readonly version: FhirVersion;
  readonly container: string | undefined;
  /** People, places, products and definitions never stand on the timeline. */
  readonly background: boolean;
  /** Filled later for one that borrows it. */
  time: ClinicalTime | undefined;
  handle = '';
  placement: Placement | undefined = undefined;
  readonly #zone: RecordZone;
  #recorded: ClinicalTime | undefined | null = null;

  constructor(index: number, from: RecordResource, time: ClinicalTime | undefined, zone: RecordZone) {
    this.index = index;
    this.key = from.key;
    this.type = from.resource.resourceType;
    this.resource = from.resource;
    this.version = from.version;
    this.container = from.container;
    this.background = isBackgroundType(this.type);
    this.time = time;
    this.#zone = zone;
  }

  /** Read only when asked: most questions never do. */
  get recorded(): ClinicalTime | undefined {
    if (this.#recorded === null) {
      const written = writtenRecordedTimeOf(this.resource, this.version);
      this.#recorded = written === undefined ? undefined : finishTime(written, this.#zone);
    }
    return this.#recorded;
  }
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
  const written: (WrittenTime | undefined)[] = [];
  const moments: ParsedTime[] = [];
  resources.forEach(({ key, resource, version }) => {
    reading = key;
    const time = writtenTimeOf(resource, version, onOddity);
    written.push(time);
    if (time?.start !== undefined) moments.push(time.start);
    if (time?.end !== undefined) moments.push(time.end);
  });
  const zone = createRecordZone(moments);
  const nodes = resources.map((resource, index) => {
    const time = written[index];
    return new TimedNode(index, resource, time === undefined ? undefined : finishTime(time, zone), zone);
  });
  return { nodes, zone, issues };
}

const oddityText = {
  'unreadable-date': 'is not a date that FHIR knows; it was passed over',
  'end-before-start': 'ends before it starts; only its start was used',
  'placeholder-date': 'has the year 0001 or 9999, which stands for not known; that end was left open',
} as const;
