// Resources that others refer to and that were not loaded: what they could change in an answer.
import { asText, type JsonObject } from '../fhir/resource.ts';
import { isBackgroundType } from '../fhir/resource-table.ts';
import type { EpisodeGraph } from '../graph/episode-graph.ts';
import type { Selection } from '../question/selection.ts';
import type { PlanWindow } from './plan.ts';

/**
 * Why an answer may rest on less than there is: resources of the selected types (of any clinical type, without types)
 * that others refer to and that were not loaded; visits that were not, when visits bound it; names that a condition
 * asks for and that stand in a resource that was not loaded. Empty when nothing says that something is missing.
 */
export function missingReasons(
  graph: EpisodeGraph,
  select: Selection,
  window: PlanWindow | undefined,
): readonly string[] {
  const { byType, nameless } = missingIn(graph);
  if (byType.size === 0) return [];
  const wanted = select.types ?? [...byType.keys()].filter((type) => !isBackgroundType(type));
  const types = new Set(window?.episodes === undefined ? wanted : [...wanted, 'Encounter']);
  const reasons = [...byType]
    .filter(([type]) => types.has(type))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([type, written]) => `${written.size} ${type} ${written.size === 1 ? 'is' : 'are'} referred to but not loaded`,
    );
  const asksName = select.concepts ?? select.codes ?? select.text ?? select.named;
  if (asksName === undefined) return reasons;
  const unnamed = nameless.filter((node) => select.types?.includes(graph.nodes[node]?.type ?? '') !== false);
  if (unnamed.length > 0) {
    reasons.push(
      `${unnamed.length} could not be told by name, since what ${unnamed.length === 1 ? 'it refers' : 'they refer'} to was not loaded`,
    );
  }
  return reasons;
}

interface MissingResources {
  /** References as written, by the type they lead to. */
  readonly byType: ReadonlyMap<string, ReadonlySet<string>>;
  /** Nodes whose drug or specimen has no name here. */
  readonly nameless: readonly number[];
}

function missingIn(graph: EpisodeGraph): MissingResources {
  let known = missingByGraph.get(graph);
  if (known === undefined) {
    known = findMissing(graph);
    missingByGraph.set(graph, known);
  }
  return known;
}

function findMissing(graph: EpisodeGraph): MissingResources {
  const byType = new Map<string, Set<string>>();
  const nameless: number[] = [];
  graph.eachDangling(({ from, label, outcome }, reference) => {
    if (!leadsElsewhere.has(outcome)) return;
    const written = asText(reference.reference) ?? JSON.stringify(reference.identifier ?? '');
    const type = typeOf(reference, label);
    const all = byType.get(type) ?? new Set<string>();
    if (all.size === 0) byType.set(type, all);
    all.add(written);
    if (namingPaths.has(label) && asText(reference.display) === undefined && nameless.at(-1) !== from)
      nameless.push(from);
  });
  byType.delete('');
  return { byType, nameless };
}

/** The type a reference leads to: as written, as declared, else what its element leads to; empty when nothing says. */
function typeOf(reference: JsonObject, path: string): string {
  const written = /(?:^|\/)([A-Z][A-Za-z]+)[/?]/.exec(asText(reference.reference) ?? '')?.[1];
  return written ?? asText(reference.type) ?? pathTypes.get(path.slice(path.lastIndexOf('.') + 1)) ?? '';
}

/** Source: FHIR R4 reference targets of elements that have but one clinical type. */
const pathTypes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    encounter: 'Encounter',
    result: 'Observation',
    hasMember: 'Observation',
    derivedFrom: 'Observation',
    specimen: 'Specimen',
    condition: 'Condition',
    medicationReference: 'Medication',
  }),
);
const namingPaths: ReadonlySet<string> = new Set([
  'medicationReference',
  'medication.reference',
  'medication',
  'specimen',
]);
const leadsElsewhere: ReadonlySet<string> = new Set(['absent', 'external', 'ambiguous']);
const missingByGraph = new WeakMap<EpisodeGraph, MissingResources>();
