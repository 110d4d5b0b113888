// The nodes of a record with their times: the first phase of the projection.
import type { ClinicalTime } from '../fhir/clinical-time.ts';
import type { RecordIssue, RecordResource } from '../fhir/record.ts';
import { type RecordZone, ToldZone } from '../fhir/record-zone.ts';
import type { FhirResource, FhirVersion } from '../fhir/resource.ts';
import { isBackgroundType } from '../fhir/resource-table.ts';
import {
  finishTime,
  hasOffsets,
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

/** Read the time of every resource, and finish those without an offset in the record's own zone once that is known. */
export function timeNodes(resources: readonly RecordResource[]): TimedNodes {
  const issues: RecordIssue[] = [];
  let reading = '';
  const onOddity: OnOddity = ({ code, element }) => {
    const message = `${reading}: ${element} ${oddityText[code]}`;
    issues.push({ severity: 'warning', code, message, key: reading, element });
  };
  const zone = new ToldZone();
  const nodes: TimedNode[] = new Array(resources.length);
  const waiting: WaitingTime[] = [];
  for (let index = 0; index < resources.length; index += 1) {
    const from = resources[index] as RecordResource;
    reading = from.key;
    const written = writtenTimeOf(from.resource, from.version, onOddity);
    if (written?.start !== undefined) zone.note(written.start);
    if (written?.end !== undefined) zone.note(written.end);
    const isWhole = written === undefined || hasOffsets(written);
    const node = new TimedNode(index, from, written && isWhole ? finishTime(written, zone) : undefined, zone);
    nodes[index] = node;
    if (!isWhole) waiting.push({ node, written });
  }
  for (const { node, written } of waiting) node.time = finishTime(written, zone);
  return { nodes, zone, issues };
}

/** A time that can be finished when the record's zone is known. */
interface WaitingTime {
  readonly node: TimedNode;
  readonly written: WrittenTime;
}

const oddityText = {
  'unreadable-date': 'is not a date that FHIR knows; it was passed over',
  'end-before-start': 'ends before it starts; only its start was used',
  'placeholder-date': 'has the year 0001 or 9999, which stands for not known; that end was left open',
} as const;
