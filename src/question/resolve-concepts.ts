// Takes the record's names out of a question and turns them, with the kind asked about, into a selection.
import type { EpisodeGraph } from '../graph/episode-graph.ts';
import { demographicRoles } from './choose-asked.ts';
import { type ConceptIndex, conceptIndex, type RecordName } from './concept-index.ts';
import { bearersOf, candidatesOf, rolePreference, selectionOf, straysAmong } from './concepts-selected.ts';
import { type KindSelection, mayBeOfKind, selectionHolding, selectionOfKind } from './kind-selection.ts';
import { kindTable } from './kind-table.ts';
import {
  isHeld,
  matchClasses,
  matchParts,
  matchSlips,
  matchSynonyms,
  matchWhole,
  type PhraseMatch,
  widened,
} from './match-concept.ts';
import { families, kindsOfNames, ownRoles } from './name-kinds.ts';
import type { NodeSet } from './node-set.ts';
import { findAsked } from './operation.ts';
import { isOrdinary } from './ordinary-words.ts';
import type { QuestionText } from './question-text.ts';
import type { ResolvedConcept } from './reading.ts';
import type { Selection } from './selection.ts';
import { mendedWords } from './spelling.ts';
import type { Subject } from './subject.ts';
import type { Vocabulary } from './vocabulary.ts';
import { isKnownPhrase, isThing, kindOfClass } from './vocabulary-tables.ts';

export interface ResolvedSubject {
  readonly kind: string;
  readonly select: Selection;
  readonly concepts: readonly ResolvedConcept[];
  /** Nodes that bear all the names, of the kind where it has some; of no names, all of the kind. Ascending. */
  readonly nodes: () => readonly number[];
  readonly unknown: readonly string[];
  /** Those of `unknown` that the language's tables know: the record has no such thing. */
  readonly absent: readonly string[];
  readonly ignored: readonly string[];
  /** Names under a role that the other named facts have nothing under: the urine of a catheter's output. */
  readonly strays: readonly string[];
  readonly candidates: readonly string[];
}

/** Kinds whose facts are told of by another: who has a pacemaker had one implanted. */
const besideKinds: Readonly<Record<string, readonly string[]>> = { procedure: ['device'] };

/** The names of one question in one record, found in two passes. */
export class ConceptResolver {
  readonly #graph: EpisodeGraph;
  readonly #index: ConceptIndex;
  readonly #text: QuestionText;
  readonly #vocabulary: Vocabulary;
  readonly #matches: PhraseMatch[] = [];
  /** Phrases known to mean something that the record has not. */
  readonly #absent: string[] = [];

  constructor(graph: EpisodeGraph, text: QuestionText, vocabulary: Vocabulary) {
    this.#graph = graph;
    this.#index = conceptIndex(graph);
    this.#text = text;
    this.#vocabulary = vocabulary;
  }

  /** First pass: whole names of several words, and words that look like codes, whatever else their words could mean. */
  takeLongNames(isGeneric: (position: number) => boolean): void {
    const accept = (from: number, to: number, names: readonly RecordName[]) => {
      const written = this.#text.phrase(from, to);
      // A name of everyday words alone counts when it is written as the record writes it, capitals and all.
      const isVerbatim = /\p{Lu}.*\s.*\p{Lu}/u.test(written) && names.some((name) => name.text === written);
      if (to - from > 1) return isVerbatim || to - from >= tellingLength || !this.#every(from, to, isGeneric);
      const word = this.#text.words[from];
      return (
        word !== undefined &&
        !isGeneric(from) &&
        word.text.length >= 4 &&
        /\d/.test(word.text) &&
        /\p{L}/u.test(written)
      );
    };
    this.#take((from, to, names) => to - from >= tellingLength && accept(from, to, names));
    this.#takeKnown({ least: 3, most: 6 });
    this.#take(accept);
    this.#takeMended(isGeneric);
  }

  /** Whole names of several words with a slip of the pen in one. */
  #takeMended(isGeneric: (position: number) => boolean): void {
    const isFree = (position: number) => this.#text.isFree(position);
    const mayMend = (position: number) => isFree(position) && !isGeneric(position);
    const mended = mendedWords(this.#index, this.#text.words, mayMend);
    if (mended === undefined) return;
    const accept = (from: number, to: number) => to - from > 1 && !this.#every(from, to, isGeneric);
    for (const match of matchWhole(this.#index, mended, isFree, accept)) {
      const isMended = mended.slice(match.from, match.to).some((word) => !this.#text.words.includes(word));
      if (isMended) this.#keep({ ...match, how: 'spelling' });
    }
  }

  /** Second pass: known phrases, names that hold a whole run of words, names of one word, known words. */
  takeShortNames(isGeneric: (position: number) => boolean): void {
    this.#takeKnown({ least: 2, most: 6 });
    this.#takeWholeRuns(isGeneric);
    this.#takeThings();
    this.#take((from, to) => !this.#every(from, to, isGeneric));
    this.#takeKnown({ least: 1, most: 1 });
  }

  /** Parts of names of any facts, for a question that names no kind of them. */
  takeParts(isGeneric: (position: number) => boolean): void {
    this.#matchRest(selectionOfKind(this.#graph, ''), isGeneric);
  }

  hasNames(): boolean {
    return this.#matches.length > 0;
  }

  /** Whether something is named that belongs to no visit, be it in the record or not. */
  hasOtherName(): boolean {
    const { words } = this.#text;
    if (this.#absent.length > 0 || words.some((word, at) => this.#text.isFree(at) && isThing([word], this.#vocabulary)))
      return true;
    return this.#matches.some(
      (match) => !match.names.some((name) => name.nodes.some((node) => this.#graph.nodes[node]?.type === 'Encounter')),
    );
  }

  /** Last pass: parts of names and slips of the pen among the words still free; then the selection. */
  finish(subject: Subject, isGeneric: (position: number) => boolean): ResolvedSubject {
    const kinds = subject.kinds.length > 0 ? subject.kinds : [''];
    const wanted = selectionOfKind(this.#graph, kinds[0] ?? '');
    const unmatched = [...this.#absent, ...this.#matchRest(wanted, isGeneric)];
    const kind = this.#settleKind(subject);
    const holder =
      selectionHolding(this.#graph, kind, (nodes) => this.#isHeldIn(nodes)) ?? selectionOfKind(this.#graph, kind);
    const concepts: ResolvedConcept[] = [];
    for (const match of this.#matches) {
      const resolved = this.#resolve(match, holder, kind);
      if (resolved) concepts.push(resolved);
    }
    const names = this.#matches.flatMap((match) => match.names);
    const hasConcept = concepts.length > 0;
    // Nothing of a person goes by a name of the record.
    const unknown =
      hasConcept || kind === 'patient'
        ? []
        : unmatched.filter((phrase) => this.#absent.includes(phrase) || !isOrdinary(phrase, this.#vocabulary));
    return {
      kind,
      select: selectionOf(holder.select, concepts, unknown),
      concepts,
      nodes: () => bearersOf(concepts, names, holder.nodes),
      unknown,
      absent: unknown.filter((phrase) => isKnownPhrase(phrase, this.#vocabulary)),
      ignored: unmatched.filter((phrase) => !unknown.includes(phrase)),
      strays: straysAmong(this.#graph, concepts, names),
      candidates: candidatesOf(concepts, kind),
    };
  }

  #take(accept: (from: number, to: number, names: readonly RecordName[]) => boolean): void {
    const isFree = (position: number) => this.#text.isFree(position);
    for (const match of matchWhole(this.#index, this.#text.words, isFree, accept)) this.#keep(match);
  }

  /** Names of several words that the language knows and no name of the record holds: their words mean nothing else. */
  #takeThings(): void {
    const { words } = this.#text;
    for (let length = Math.min(longestThing, words.length); length > 1; length--) {
      for (let from = 0; from + length <= words.length; from++) {
        const to = from + length;
        const isFree = words.slice(from, to).every((_, at) => this.#text.isFree(from + at));
        if (!isFree || !isThing(words.slice(from, to), this.#vocabulary)) continue;
        const stems = words.slice(from, to).map(({ stem }) => stem);
        if (!isHeld(this.#index, stems)) this.#keep({ from, to, names: [], how: 'words' });
      }
    }
  }

  /** Phrases of the language's tables, the longest first. */
  #takeKnown({ least, most }: { readonly least: number; readonly most: number }): void {
    const isFree = (position: number) => this.#text.isFree(position);
    const { words } = this.#text;
    const belongs = (name: RecordName, kind: string) =>
      ownRoles.has(name.role) &&
      [kind, ...(kindTable[kind]?.within ?? []), ...(besideKinds[kind] ?? [])].some((each) =>
        this.#isOfKind(name, each),
      );
    for (let length = Math.min(most, words.length); length >= least; length--) {
      for (const match of matchClasses(this.#index, words, isFree, this.#vocabulary, length, belongs))
        this.#keep(match);
      const lengths = { least: length, most: length };
      for (const match of matchSynonyms(this.#index, words, isFree, this.#vocabulary, lengths))
        this.#keep(widened(match, words, isFree));
    }
  }

  /** Runs of several words that a name holds all of: "hemoglobin a1c" before "hemoglobin". */
  #takeWholeRuns(isGeneric: (position: number) => boolean): void {
    for (const [from, to] of this.#runs(isGeneric)) {
      if (to - from < 2) continue;
      const isSaying = (position: number) => !isGeneric(position);
      const whole = [matchParts, matchSlips]
        .map((matcher) => matcher(this.#index, this.#text.words, from, to, () => true, isSaying, true))
        .find((match) => match?.from === from && match.to === to);
      if (whole !== undefined) this.#keep(whole);
    }
  }

  #keep(match: PhraseMatch): void {
    if (match.names.length === 0) this.#absent.push(this.#text.phrase(match.from, match.to));
    else this.#matches.push(match);
    this.#text.claim('name', this.#text.stretch(match.from, match.to));
  }

  #every(from: number, to: number, test: (position: number) => boolean): boolean {
    for (let position = from; position < to; position++) if (!test(position)) return false;
    return true;
  }

  /** Parts of names in each run of free words; returns the runs that nothing was found for. */
  #matchRest(holder: KindSelection, isGeneric: (position: number) => boolean): string[] {
    const inKind = (name: RecordName) => name.nodes.some((node) => holder.nodes.has(node));
    const isSaying = (position: number) => !isGeneric(position);
    const isAny = holder.nodes.size === this.#graph.nodes.length;
    const unmatched: string[] = [];
    for (const [from, to] of this.#runs(isGeneric)) {
      const { words } = this.#text;
      const match =
        matchParts(this.#index, words, from, to, inKind, isSaying, isAny) ??
        matchSlips(this.#index, words, from, to, inKind, isSaying, isAny) ??
        (isAny
          ? undefined
          : (matchParts(this.#index, words, from, to, () => true, isSaying, true) ??
            matchSlips(this.#index, words, from, to, () => true, isSaying, true)));
      if (match) this.#keep(match);
      if (!match) unmatched.push(this.#text.phrase(from, to));
      else if (match.from > from) unmatched.push(this.#text.phrase(from, match.from));
      else if (match.to < to) unmatched.push(this.#text.phrase(match.to, to));
    }
    return unmatched;
  }

  /** Runs of words that are free and say something, one connector between them allowed: "fracture of hip". */
  #runs(isGeneric: (position: number) => boolean): [number, number][] {
    const runs: [number, number][] = [];
    const { words } = this.#text;
    const joins = (position: number) =>
      this.#text.isFree(position) && this.#vocabulary.connectors.includes(words[position]?.text ?? '');
    for (let position = 0; position < words.length; position++) {
      if (!this.#text.isFree(position) || isGeneric(position)) continue;
      const last = runs.at(-1);
      const isNext = last !== undefined && last[1] === position;
      const isJoined = last !== undefined && last[1] === position - 1 && joins(position - 1);
      if (last !== undefined && (isNext || isJoined)) last[1] = position + 1;
      else runs.push([position, position + 1]);
    }
    return runs;
  }

  /** Whether some node of a kind bears a name. */
  #isOfKind(name: RecordName, kind: string): boolean {
    if (!mayBeOfKind(name.types, kind)) return false;
    const { nodes } = selectionOfKind(this.#graph, kind);
    return name.nodes.some((node) => nodes.has(node));
  }

  /** The kind that holds the names: the first named one that does, else the one the names themselves belong to. */
  #settleKind(subject: Subject): string {
    if (this.#matches.length === 0) return subject.kind === '' ? this.#absentKind() : subject.kind;
    const holds = (kind: string, isOwn = false) =>
      this.#matches.some(({ names }) => names.some(({ types }) => mayBeOfKind(types, kind))) &&
      selectionHolding(this.#graph, kind, (nodes) => this.#isHeldIn(nodes, isOwn)) !== undefined;
    const named = subject.kinds.find((kind) => holds(kind));
    if (named !== undefined) return named;
    // What is called so comes before what merely mentions it: a bronchitis before the drug given for it.
    const own = kindsOfNames.find((kind) => holds(kind, true)) ?? kindsOfNames.find((kind) => holds(kind)) ?? '';
    if (subject.kind === '' || own === '') return subject.kind === '' ? own : subject.kind;
    // A kind named outright holds, though the name be another kind's: then the record has no such thing.
    // A test is named, be it in one word: a drug of that name is none.
    if (subject.kind === 'observation' && own === 'medication') return subject.kind;
    // Nothing of a person goes by a name of the record: "the last potassium before death", "age at the first colonoscopy".
    if (subject.kind === 'patient' && !this.#asksOfPerson()) return own;
    return subject.weak || families.some((family) => family.has(own) && family.has(subject.kind)) ? own : subject.kind;
  }

  /** Whether nodes bear some name that was found, by their own right where that is asked for. */
  #isHeldIn(nodes: NodeSet, isOwn = false): boolean {
    return this.#matches.some((match) =>
      match.names.some((name) => (!isOwn || ownRoles.has(name.role)) && name.nodes.some((node) => nodes.has(node))),
    );
  }

  /** Whether something of the patient is asked for, and not only the time of a birth or death named. */
  #asksOfPerson(): boolean {
    const roles = findAsked(this.#text.masked(['patient', 'name']), this.#vocabulary);
    return roles.some(({ role }) => demographicRoles.has(role) && role !== 'deceased' && role !== 'birthDate');
  }

  /** The kind of a class that the record has nothing of. */
  #absentKind(): string {
    return this.#absent.map((phrase) => kindOfClass(phrase, this.#vocabulary)).find((kind) => kind !== undefined) ?? '';
  }

  /** One phrase under the role that fits the kind best. */
  #resolve(match: PhraseMatch, holder: KindSelection, kind: string): ResolvedConcept | undefined {
    const fitting = match.names.filter((name) => name.nodes.some((node) => holder.nodes.has(node)));
    const names = fitting.length > 0 ? fitting : match.names;
    const order = rolePreference(kind);
    const rank = (name: RecordName) => {
      const place = order.indexOf(name.role);
      return place < 0 ? order.length : place;
    };
    const best = Math.min(...names.map(rank));
    const chosen = names.filter(
      (name) => rank(name) === best && name.role === names.find((other) => rank(other) === best)?.role,
    );
    const [first] = chosen;
    if (first === undefined) return undefined;
    const types = [
      ...new Set(chosen.flatMap((name) => name.nodes.map((node) => this.#graph.nodes[node]?.type ?? ''))),
    ].toSorted();
    return {
      phrase: this.#text.phrase(match.from, match.to),
      concepts: [...new Set(chosen.map((name) => name.text))].toSorted(),
      role: first.role,
      types,
      how: match.how,
    };
  }
}

const longestThing = 4;

/** Words of a whole name from which on it is no accident that a question holds them, though all are everyday words. */
const tellingLength = 4;
