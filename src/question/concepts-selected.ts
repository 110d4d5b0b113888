// What the concepts of a question select: conditions, the nodes that meet them, and what selects nothing or too much.
import type { EpisodeGraph } from '../graph/episode-graph.ts';
import type { RecordName } from './concept-index.ts';
import { kindTable, visitKinds } from './kind-table.ts';
import type { NodeSet } from './node-set.ts';
import type { ResolvedConcept } from './reading.ts';
import type { Selection } from './selection.ts';

/** Names of one role are alternatives, of different roles conditions together; an unknown phrase finds nothing. */
export function selectionOf(
  base: Selection,
  concepts: readonly ResolvedConcept[],
  unknown: readonly string[],
): Selection {
  const named: Record<string, string[]> = {};
  const own: string[] = [...unknown];
  const codes: string[] = [];
  const components: string[] = [];
  const hasTwo = concepts.filter(({ role }) => role === 'component').length > 1;
  for (const concept of concepts) {
    if (concept.role === 'concept') own.push(...concept.concepts);
    else if (concept.role === 'code') codes.push(...concept.concepts);
    else if (concept.role === 'component') components.push(...concept.concepts);
    else named[concept.role] = [...(named[concept.role] ?? []), ...concept.concepts];
  }
  return {
    ...base,
    ...(own.length > 0 && codes.length === 0 ? { concepts: own } : {}),
    ...(codes.length > 0 && own.length === 0 ? { codes } : {}),
    ...(codes.length > 0 && own.length > 0 ? { concepts: [...own, ...codes] } : {}),
    ...(Object.keys(named).length > 0 ? { named } : {}),
    // Of two parts of one thing both are told.
    ...(components[0] !== undefined && !(hasTwo && own.length > 0) ? { component: components[0] } : {}),
  };
}

/**
 * Nodes that bear a name of every concept, ascending: those of the kind asked about, or all where it has none of them.
 *
 * @param names those that were found in the question
 */
export function bearersOf(
  concepts: readonly ResolvedConcept[],
  names: readonly RecordName[],
  ofKind: NodeSet,
): readonly number[] {
  const bearers = concepts.map(({ concepts: texts, role }) => {
    const wanted = new Set(texts);
    return new Set(names.filter((name) => name.role === role && wanted.has(name.text)).flatMap(({ nodes }) => nodes));
  });
  const [first = ofKind, ...others] = bearers;
  const all = [...first].filter((node) => others.every((nodes) => nodes.has(node))).sort((a, b) => a - b);
  const inKind = all.filter((node) => ofKind.has(node));
  return inKind.length > 0 ? inKind : all;
}

/** Phrases that can't narrow the others, since no fact that bears those has anything under their role. */
export function straysAmong(
  graph: EpisodeGraph,
  concepts: readonly ResolvedConcept[],
  names: readonly RecordName[],
): readonly string[] {
  const isOwn = ({ role }: { readonly role: string }) => role === 'concept' || role === 'code' || role === 'component';
  const own = concepts.filter(isOwn);
  if (own.length === 0 || own.length === concepts.length) return [];
  const texts = new Set(own.flatMap((concept) => concept.concepts));
  const bearers = names.flatMap((name) => (texts.has(name.text) && isOwn(name) ? name.nodes : []));
  const has = (role: string) =>
    bearers.some((node) => graph.text(node).attributes.some((attribute) => attribute.role === role));
  return concepts.filter((concept) => !isOwn(concept) && !has(concept.role)).map(({ phrase }) => phrase);
}

/** Several different measurements that one loosely matched phrase could mean. */
export function candidatesOf(concepts: readonly ResolvedConcept[], kind: string): readonly string[] {
  if (kindTable[kind]?.asked !== 'value') return [];
  const loose = concepts.find(
    (concept) => concept.how === 'words' && concept.role === 'concept' && concept.concepts.length > 1,
  );
  if (loose === undefined) return [];
  const keys = new Set(loose.concepts.map((text) => text.toLowerCase()));
  return keys.size > 1 ? loose.concepts : [];
}

/** Roles under which a name is meant when a kind is asked about, the likeliest first. */
export function rolePreference(kind: string): readonly string[] {
  if (kind === 'microbiology') return ['specimen', 'concept', 'organism', 'code'];
  if (kind === 'careunit') return ['place'];
  if (visitKinds[kind] !== undefined)
    return ['admit-source', 'discharge', 'reason', 'place', 'class', 'visit-type', 'concept'];
  return ['concept', 'drug', 'code', 'route', 'specimen', 'organism'];
}
