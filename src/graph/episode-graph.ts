// The episodic chronological graph H = (E, R): what it is made of, and what can be asked of it.
import type { ClinicalTime, Now } from '../fhir/clinical-time.ts';
import type { PatientRecord, RecordIssue } from '../fhir/record.ts';
import type { ReferenceForm, ReferenceOutcome } from '../fhir/reference.ts';
import type { FhirResource, FhirVersion, JsonObject } from '../fhir/resource.ts';
import type { ResourceText } from '../fhir/resource-text.ts';

/** How a node came to its episode (docs/model: explicit link, inherited, or latent episode inference). */
export type PlacementHow = 'explicit' | 'structural' | 'enclosed' | 'preceding' | 'synthetic';

export interface Placement {
  /** Index into `EpisodeGraph.episodes`. */
  readonly episode: number;
  readonly how: PlacementHow;
  /** Why, for people: the link walked or the span that holds it, as keys and element names. */
  readonly reason: string;
}

/** One resource in the graph. */
export interface GraphNode {
  /** Position in `EpisodeGraph.nodes`; stable for one record whatever the order of its input. */
  readonly index: number;
  /** `Type/id`. */
  readonly key: string;
  readonly type: string;
  /** Short name that every tool accepts, e.g. `o17`; depends on the record alone. */
  readonly handle: string;
  readonly resource: FhirResource;
  readonly version: FhirVersion;
  /** `undefined`: undated, an honest state. */
  readonly time: ClinicalTime | undefined;
  /** When the fact was written down or known (`issued`, `recordedDate`, `meta.lastUpdated`), where that is said. */
  readonly recorded: ClinicalTime | undefined;
  /** `undefined`: background. */
  readonly placement: Placement | undefined;
}

export type EpisodeKind = 'encounter' | 'not-loaded' | 'synthetic';

/** An encounter with its resources, or a latent group of orphans. */
export interface Episode {
  readonly index: number;
  /** `e1`, `e2`, … in E order. */
  readonly handle: string;
  /** `Encounter/id`, or `Episode/…` for a synthetic one. */
  readonly key: string;
  readonly kind: EpisodeKind;
  /** Node index of the Encounter; `undefined` unless `kind` is `encounter`. */
  readonly encounter: number | undefined;
  /** The span; `undefined` for an encounter without any date and without dated members. */
  readonly time: ClinicalTime | undefined;
  /** Where the end of the span comes from. */
  readonly endFrom: 'written' | 'now' | 'members' | 'start-day' | 'next-start' | 'none';
  /** Whether the encounter is still going on (no end written, status in progress). */
  readonly open: boolean;
  /** Index of the episode it is part of (Encounter.partOf). */
  readonly parent: number | undefined;
  readonly depth: number;
  /** Node indices by (t0, key), undated last; the Encounter itself comes first. */
  readonly members: readonly number[];
  /** Why the span starts before the encounter as written (an earlier ward stay), for people. */
  readonly widened?: string;
}

/** A reference as the graph resolved it. */
export interface Link {
  /** Node indices. */
  readonly from: number;
  /** `undefined`: dangling. */
  readonly to: number | undefined;
  /** Element path without indices, e.g. `participant.individual`. */
  readonly label: string;
  readonly form: ReferenceForm;
  readonly outcome: ReferenceOutcome;
  /** What the reference says of its target by itself: `Reference.display`, else the reference as written. */
  readonly display: string | undefined;
}

/** Built once by `projectGraph`, then only read. */
export interface EpisodeGraph {
  readonly record: PatientRecord;
  /** In key order. */
  readonly nodes: readonly GraphNode[];
  /** In E order: (start, end descending, key), a parent before its children, those without a span last. */
  readonly episodes: readonly Episode[];
  /** Undated, unlinked nodes (Patient, Practitioner, Medication …), by key. */
  readonly background: readonly number[];
  readonly now: Now;
  /** δ of latent episode inference, in milliseconds. */
  readonly deltaMs: number;
  /** The moment after which what was written down is left out, as it was given. */
  readonly asKnownAt?: string;
  /** The record's issues, and what was odd in its times and nesting. */
  readonly issues: readonly RecordIssue[];
  /** Node index of the Patient, if loaded. */
  readonly patient: number | undefined;
  /** A node by key `Type/id`, node handle `o17`, episode handle `e3` (its Encounter), or a bare id when only one node has it. */
  find(name: string): GraphNode | undefined;
  /** An episode by handle, episode key, or key or handle of its Encounter. */
  findEpisode(name: string): Episode | undefined;
  /** Links from a node, in element order. */
  linksFrom(index: number): readonly Link[];
  /** Links to a node (the inverse index), by (label, key of source). */
  linksTo(index: number): readonly Link[];
  /** Visits the links that lead to nothing loaded, in node and element order, with the references they were made from. */
  eachDangling(visit: (link: Link, reference: JsonObject) => void): void;
  /** Visits the nodes at the other ends of a node's links, either way: for work on whole records, makes nothing. */
  eachNeighbour(index: number, visit: (neighbour: number, label: string) => void): void;
  /** Words for a node: concept, codes, names of what it refers to, value, status. Computed once per node. */
  text(index: number): ResourceText;
  /** Every node in timeline order: by episode in E order, members in their order, then the background. */
  readonly order: readonly number[];
}
