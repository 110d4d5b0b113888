// The names a record uses, by their folded words: where a phrase of a question can be looked up.
import type { ResourceText } from '../fhir/resource-text.ts';
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
  const found = new Map<string, Map<string, number[]>>();
  const systems = new Map<string, number[]>();
  const categories = new Map<string, number[]>();
  const nodesOfType = new Map<string, number[]>();
  for (const { index, type } of graph.nodes) {
    const words = graph.text(index);
    const add = (role: string, text: string) => {
      if (text === '') return;
      const ofRole = found.get(role) ?? new Map<string, number[]>();
      if (ofRole.size === 0) found.set(role, ofRole);
      post(ofRole, text, index);
    };
    post(nodesOfType, type, index);
    // The patient's own name is no name of a fact.
    if (type !== 'Patient') addNames(words, add);
    for (const coding of words.codings) if (coding.system !== '') post(systems, coding.system, index);
    for (const category of words.categories) post(categories, category, index);
  }
  const byKey = new Map<string, RecordName[]>();
  const byShortKey = new Map<string, RecordName[]>();
  const byWord = new Map<string, RecordName[]>();
  const namesOfRole = new Map<string, string[]>();
  let longest = 1;
  const all = [...found].flatMap(([role, names]) => [...names].map(([text, nodes]) => ({ text, role, nodes })));
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
  return { byKey, byShortKey, byWord, longest: Math.min(longest, 40), systems, categories, nodesOfType, namesOfRole };
}

/**
 * A name without its details: LOINC's `[Mass/volume] in Blood` and `/Hemoglobin.total in Blood`, SNOMED's `(disorder)`.
 *
 * Source: LOINC Users' Guide, "Fully-specified name"; SNOMED CT Editorial Guide, "Semantic tag".
 */
function shortForm(text: string): string {
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

/** Names of a node with their roles, as written. */
function addNames(words: ResourceText, add: (role: string, text: string) => void): void {
  add('concept', words.concept);
  for (const synonym of words.synonyms) add('concept', synonym);
  for (const coding of words.codings) {
    add('concept', coding.display);
    add('code', coding.code);
  }
  for (const value of words.values) if (value.codes.length > 0) add('component', value.name);
  for (const attribute of words.attributes) {
    add(attribute.role, attribute.text);
    for (const code of attribute.codes) add(attribute.role, code);
  }
}

function post(map: Map<string, number[]>, key: string, node: number): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [node]);
  else if (list.at(-1) !== node) list.push(node);
}

function push(map: Map<string, RecordName[]>, key: string, name: RecordName): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [name]);
  else list.push(name);
}
