// The names a record uses, by their folded words: where a phrase of a question can be looked up.
import type { Wording } from '../fhir/resource-text.ts';
import type { EpisodeGraph } from '../graph/episode-graph.ts';
import { phraseKey, stemsOf } from './words.ts';

/** One name as the record writes it, under one role. */
export interface RecordName {
  /** As written. */
  readonly text: string;
  /** `concept` for a node's own names, `code` for its codes, else the role of a referenced thing or attribute. */
  readonly role: string;
  /** Folded stems joined by spaces. */
  readonly key: string;
  readonly stems: readonly string[];
  /** Whether only plans and papers bear it: what is intended, billed or filed rather than what is so. */
  readonly isOnPaper: boolean;
  /** Nodes that bear the name, ascending. */
  readonly nodes: readonly number[];
}

/** All names of one record. */
export interface ConceptIndex {
  /** Names by their whole key. */
  readonly byKey: ReadonlyMap<string, readonly RecordName[]>;
  /** Names by what they come to without the details that classifications put behind a name; only where that is shorter. */
  readonly byShortKey: ReadonlyMap<string, readonly RecordName[]>;
  /** Names by each of their words. */
  readonly byWord: ReadonlyMap<string, readonly RecordName[]>;
  /** Words in the longest key. */
  readonly longest: number;
  /** Code systems in the record, as written. */
  readonly systems: ReadonlyMap<string, readonly number[]>;
  readonly categories: ReadonlyMap<string, readonly number[]>;
  readonly nodesOfType: ReadonlyMap<string, readonly number[]>;
  /** Every name under a role, as written. */
  readonly namesOfRole: ReadonlyMap<string, readonly string[]>;
}

const indices = new WeakMap<EpisodeGraph, ConceptIndex>();

/** The record's names. Built when first asked, linear in the nodes; held weakly. */
export function conceptIndex(graph: EpisodeGraph): ConceptIndex {
  let index = indices.get(graph);
  if (index === undefined) {
    index = build(graph);
    indices.set(graph, index);
  }
  return index;
}

function build(graph: EpisodeGraph): ConceptIndex {
  const found: Lists = { roles: new Map(), systems: new Map(), categories: new Map(), types: new Map() };
  // Nodes of one wording stand in the same lists.
  const listsOf = new Map<Wording, readonly number[][]>();
  for (const { index, type } of graph.nodes) {
    const { wording } = graph.text(index);
    let lists = listsOf.get(wording);
    if (lists === undefined) {
      lists = listsFor(type, wording, found);
      listsOf.set(wording, lists);
    }
    for (let at = 0; at < lists.length; at += 1) lists[at]!.push(index);
  }
  const byKey = new Map<string, RecordName[]>();
  const byShortKey = new Map<string, RecordName[]>();
  const byWord = new Map<string, RecordName[]>();
  const namesOfRole = new Map<string, string[]>();
  let longest = 1;
  const all = [...found.roles].flatMap(([role, names]) => [...names].map(([text, nodes]) => ({ text, role, nodes })));
  for (const { text, role, nodes } of all) {
    const stems = stemsOf(text);
    if (stems.length === 0) continue;
    longest = Math.max(longest, stems.length);
    const isOnPaper = nodes.every((node) => paperTypes.has(graph.nodes[node]?.type ?? ''));
    const name: RecordName = { text, role, key: stems.join(' '), stems, isOnPaper, nodes };
    push(byKey, name.key, name);
    const short = shortForm(text);
    if (short !== text) push(byShortKey, phraseKey(short), name);
    const ofRole = namesOfRole.get(role);
    if (ofRole === undefined) namesOfRole.set(role, [text]);
    else ofRole.push(text);
    if (role !== 'code') for (const stem of new Set(stems)) push(byWord, stem, name);
  }
  const { systems, categories, types } = found;
  const most = Math.min(longest, 40);
  return { byKey, byShortKey, byWord, longest: most, systems, categories, nodesOfType: types, namesOfRole };
}

/**
 * A name without its details: LOINC's `[Mass/volume] in Blood` and `/Hemoglobin.total in Blood`, SNOMED's `(disorder)`.
 *
 * Source: LOINC Users' Guide, "Fully-specified name"; SNOMED CT Editorial Guide, "Semantic tag".
 */
function shortForm(text: string): string {
  if (!/[[/(]/.test(text)) return text;
  const plain = text
    .replace(/\s*\[[^\]]*\].*$/, '')
    .replace(/\/\S*\.total\b.*$/i, '')
    .replace(
      /\s*\((?:disorder|procedure|finding|situation|regime\/therapy|event|observable entity|substance|product)\)$/i,
      '',
    );
  return plain === '' ? text : plain;
}

const paperTypes: ReadonlySet<string> = new Set([
  'CarePlan',
  'CareTeam',
  'Claim',
  'ClaimResponse',
  'Composition',
  'Coverage',
  'DocumentReference',
  'ExplanationOfBenefit',
  'Goal',
  'Questionnaire',
]);

/** Nodes by what they are and say. */
interface Lists {
  /** By role, then name. */
  readonly roles: Map<string, Map<string, number[]>>;
  readonly systems: Map<string, number[]>;
  readonly categories: Map<string, number[]>;
  readonly types: Map<string, number[]>;
}

/** The lists in which a node of a wording belongs, each once: under its names with their roles, as written, and its kinds. */
function listsFor(type: string, wording: Wording, found: Lists): readonly number[][] {
  const lists = new Set<number[]>();
  const add = (role: string, text: string) => {
    if (text !== '') lists.add(listAt(mapAt(found.roles, role), text));
  };
  lists.add(listAt(found.types, type));
  // The patient's own name is no name of a fact.
  if (type !== 'Patient') {
    add('concept', wording.concept);
    for (const synonym of wording.synonyms) add('concept', synonym);
    for (const coding of wording.codings) {
      add('concept', coding.display);
      add('code', coding.code);
    }
    for (const component of wording.components()) add('component', component);
    for (const attribute of wording.attributes) {
      add(attribute.role, attribute.text);
      for (const code of attribute.codes) add(attribute.role, code);
    }
  }
  for (const { system } of wording.codings) if (system !== '') lists.add(listAt(found.systems, system));
  for (const category of wording.categories) lists.add(listAt(found.categories, category));
  return [...lists];
}

function mapAt(maps: Map<string, Map<string, number[]>>, key: string): Map<string, number[]> {
  const known = maps.get(key);
  if (known !== undefined) return known;
  const made = new Map<string, number[]>();
  maps.set(key, made);
  return made;
}

function listAt(map: Map<string, number[]>, key: string): number[] {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made: number[] = [];
  map.set(key, made);
  return made;
}

function push(map: Map<string, RecordName[]>, key: string, name: RecordName): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [name]);
  else list.push(name);
}
