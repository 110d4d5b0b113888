// Concepts of a question as conditions of a selection, and which of several roles a name is meant under.
import { visitKinds } from './kind-table.ts';
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

/** Roles under which a name is meant when a kind is asked about, the likeliest first. */
export function rolePreference(kind: string): readonly string[] {
  if (kind === 'microbiology') return ['specimen', 'concept', 'organism', 'code'];
  if (kind === 'careunit') return ['place'];
  if (visitKinds[kind] !== undefined)
    return ['admit-source', 'discharge', 'reason', 'place', 'class', 'visit-type', 'concept'];
  return ['concept', 'drug', 'code', 'route', 'specimen', 'organism'];
}
