// The names a record uses, by their folded words: where a phrase of a question can be looked up.
import type { Coding, TextAttribute, Wording } from '../fhir/resource-text.ts';
import { append, nothing } from '../fhir/short-list.ts';
import type { EpisodeGraph } from '../graph/episode-graph.ts';
import { GraphWordings, graphWordings, NamedNodes } from './graph-wordings.ts';
import { WordSearch } from './word-search.ts';
import { phraseKey, stemOf, stemsOf } from './words.ts';

/** One name as the record writes it, under one role. */
export class RecordName {
  /** As written. */
  readonly text: string;
  /** `concept` for a node's own names, `code` for its codes, else the role of a referenced thing or attribute. */
  readonly role: string;
  /** Numbers of the wordings that say it, ascending. */
  wordings: readonly number[] = nothing;
  private read: readonly string[] | undefined = undefined;
  private gathered: readonly number[] | undefined = undefined;
  private readonly from: GraphWordings;

  constructor(text: string, role: string, from: GraphWordings) {
    this.text = text;
    this.role = role;
    this.from = from;
  }

  /** Folded stems. */
  get stems(): readonly string[] {
    this.read ??= stemsOf(this.text);
    return this.read;
  }

  /** Folded stems joined by spaces. */
  get key(): string {
    return this.stems.join(' ');
  }

  /** Whether only plans and papers bear it: what is intended, billed or filed rather than what is so. */
  get isOnPaper(): boolean {
    return this.wordings.every((number) => paperTypes.has(this.from.types[number] ?? ''));
  }

  /** Types of the nodes that bear the name. */
  get types(): ReadonlySet<string> {
    return new Set(this.wordings.map((number) => this.from.types[number] ?? ''));
  }

  /** Nodes that bear the name, ascending. */
  get nodes(): readonly number[] {
    this.gathered ??= this.from.nodesOf(this.wordings);
    return this.gathered;
  }
}

/** Names whose first word has one stem. */
interface NamesFrom {
  readonly byKey: ReadonlyMap<string, readonly RecordName[]>;
  readonly byShortKey: ReadonlyMap<string, readonly RecordName[]>;
  /** Words in the longest of their keys. */
  readonly longest: number;
}

/** All names of one record. Only those that share a word with what is looked up are cut into words. */
export class ConceptIndex {
  private readonly wordings: GraphWordings;
  private readonly names: readonly RecordName[];
  private readonly search: WordSearch;
  private readonly withStem = new Map<string, readonly RecordName[]>();
  private readonly fromStem = new Map<string, NamesFrom>();
  private differentStems: ReadonlySet<string> | undefined = undefined;
  private ofSystem: NamedNodes | undefined = undefined;
  private ofCategory: NamedNodes | undefined = undefined;

  constructor(wordings: GraphWordings) {
    this.wordings = wordings;
    this.names = namesIn(wordings);
    this.search = new WordSearch(this.names.map(({ text }) => text));
  }

  /** Names by their whole key. */
  named(key: string): readonly RecordName[] | undefined {
    return this.namesFrom(firstStem(key)).byKey.get(key);
  }

  /** Names by what they come to without the details that classifications put behind a name; only where that is shorter. */
  namedShort(key: string): readonly RecordName[] | undefined {
    return this.namesFrom(firstStem(key)).byShortKey.get(key);
  }

  /** Words in the longest key that begins with a stem; 0 where none does. */
  longestFrom(stem: string): number {
    return Math.min(this.namesFrom(stem).longest, mostWords);
  }

  /** Names that are no codes by one of their words. */
  holding(stem: string): readonly RecordName[] {
    return this.namesWith(stem).filter(({ role }) => role !== 'code');
  }

  /** The different stems of the record's names. */
  get stems(): ReadonlySet<string> {
    this.differentStems ??= new Set(Array.from(new Set(this.search.allWords()), stemOf));
    return this.differentStems;
  }

  /** Every name under a role. */
  ofRole(role: string): readonly RecordName[] {
    return this.names.filter((name) => name.role === role);
  }

  /** By code system, as written. */
  get systems(): NamedNodes {
    this.ofSystem ??= new NamedNodes(this.wordings, systemsOf);
    return this.ofSystem;
  }

  get categories(): NamedNodes {
    this.ofCategory ??= new NamedNodes(this.wordings, ({ categories }) => categories);
    return this.ofCategory;
  }

  private namesWith(stem: string): readonly RecordName[] {
    const known = this.withStem.get(stem);
    if (known !== undefined) return known;
    // Where many are looked for (spelling, a class of drugs), knowing all spares the search for those that aren't there.
    const knowsAll = this.differentStems !== undefined || this.withStem.size >= manySearches;
    if (knowsAll && !this.stems.has(stem)) return [];
    const found = this.search
      .mayHold(stem)
      .map((place) => this.names[place] as RecordName)
      .filter(({ stems }) => stems.includes(stem));
    this.withStem.set(stem, found);
    return found;
  }

  private namesFrom(stem: string): NamesFrom {
    const known = this.fromStem.get(stem);
    if (known !== undefined) return known;
    const names = this.namesWith(stem).filter(({ stems }) => stems[0] === stem);
    const byKey = new Map<string, RecordName[]>();
    const byShortKey = new Map<string, RecordName[]>();
    let longest = 0;
    for (const name of names) {
      longest = Math.max(longest, name.stems.length);
      push(byKey, name.key, name);
      const short = shortForm(name.text);
      if (short !== name.text) push(byShortKey, phraseKey(short), name);
    }
    const made = { byKey, byShortKey, longest };
    this.fromStem.set(stem, made);
    return made;
  }
}

const indices = new WeakMap<EpisodeGraph, ConceptIndex>();

/** The record's names. Gathered when first asked, linear in the nodes; held weakly. */
export function conceptIndex(graph: EpisodeGraph): ConceptIndex {
  let index = indices.get(graph);
  if (index === undefined) {
    index = new ConceptIndex(graphWordings(graph));
    indices.set(graph, index);
  }
  return index;
}

function firstStem(key: string): string {
  const end = key.indexOf(' ');
  return end < 0 ? key : key.slice(0, end);
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

/** Every name with its wordings, role by role; roles and names in the order of their first nodes. */
function namesIn(wordings: GraphWordings): readonly RecordName[] {
  const names: NamesByRole = new Map();
  // What several wordings share, codings and attributes, is looked up as a whole.
  const ofShared = new Map<unknown, readonly RecordName[]>();
  for (let number = 0; number < wordings.wordings.length; number += 1) {
    // The patient's own name is no name of a fact.
    if (wordings.types[number] === 'Patient') continue;
    const wording = wordings.wordings[number]!;
    const { synonyms, codings, attributes } = wording;
    mark(nameAt(names, wordings, 'concept', wording.concept), number);
    for (let at = 0; at < synonyms.length; at += 1) mark(nameAt(names, wordings, 'concept', synonyms[at]!), number);
    let shared = ofShared.get(codings);
    if (shared === undefined) {
      shared = namesOfCodings(names, wordings, codings);
      ofShared.set(codings, shared);
    }
    for (let at = 0; at < shared.length; at += 1) mark(shared[at]!, number);
    for (const component of wording.components()) mark(nameAt(names, wordings, 'component', component), number);
    for (let place = 0; place < attributes.length; place += 1) {
      shared = ofShared.get(attributes[place]);
      if (shared === undefined) {
        shared = namesOfAttribute(names, wordings, attributes[place]!);
        ofShared.set(attributes[place], shared);
      }
      for (let at = 0; at < shared.length; at += 1) mark(shared[at]!, number);
    }
  }
  const all: RecordName[] = [];
  for (const ofRole of names.values()) for (const name of ofRole.values()) all.push(name);
  return all;
}

type NamesByRole = Map<string, Map<string, RecordName>>;

function namesOfCodings(names: NamesByRole, from: GraphWordings, codings: readonly Coding[]): readonly RecordName[] {
  let found: readonly RecordName[] = nothing;
  for (let at = 0; at < codings.length; at += 1) {
    const { display, code } = codings[at]!;
    found = append(found, nameAt(names, from, 'concept', display));
    found = append(found, nameAt(names, from, 'code', code));
  }
  return found;
}

function namesOfAttribute(names: NamesByRole, from: GraphWordings, attribute: TextAttribute): readonly RecordName[] {
  const { role, text, codes } = attribute;
  let found = append<RecordName>(nothing, nameAt(names, from, role, text));
  for (let at = 0; at < codes.length; at += 1) found = append(found, nameAt(names, from, role, codes[at]!));
  return found;
}

function nameAt(names: NamesByRole, from: GraphWordings, role: string, text: string): RecordName {
  if (text === '') return noName;
  let ofRole = names.get(role);
  if (ofRole === undefined) {
    ofRole = new Map();
    names.set(role, ofRole);
  }
  const known = ofRole.get(text);
  if (known !== undefined) return known;
  const name = new RecordName(text, role, from);
  ofRole.set(text, name);
  return name;
}

/** Notes that a wording says a name. */
function mark(name: RecordName, number: number): void {
  if (name !== noName && name.wordings[name.wordings.length - 1] !== number)
    name.wordings = append(name.wordings, number);
}

function systemsOf({ codings }: Wording): readonly string[] {
  return codings.map(({ system }) => system).filter((system) => system !== '');
}

function push(map: Map<string, RecordName[]>, key: string, name: RecordName): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [name]);
  else list.push(name);
}

/** Stands for an empty text, which names nothing. It lives on for the same reason as `unsaid`. */
const noName = new RecordName('', '', new GraphWordings([], [], new Int32Array()));
/** Searches that take longer than finding all stems. */
const manySearches = 32;
/** No longer name is looked for. */
const mostWords = 40;
