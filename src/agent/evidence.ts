// What a node's resource says, read from its JSON alone: the verifier's own eyes, shared with nothing it checks.
import { asObjects, isObject, type JsonObject } from '../fhir/resource.ts';
import type { EpisodeGraph, GraphNode } from '../graph/episode-graph.ts';
import { plainText } from './plain-text.ts';
import { readWrittenTime, type WrittenTime } from './written-time.ts';

/** A number with what it measures. */
export interface EvidenceNumber {
  readonly number: number;
  /** Unit and code as written; empty when the element has none. */
  readonly units: readonly string[];
  /** What is measured: a component's name, else the element path. */
  readonly name: string;
}

/** Everything in one resource that a claim may rest on. */
export interface Evidence {
  readonly node: GraphNode;
  readonly numbers: readonly EvidenceNumber[];
  /** Start and end of its clinical time; a patient's birth; all its dates when it has no clinical time. */
  readonly times: readonly WrittenTime[];
  /** Every date in it: issued, recorded, valid from and to. */
  readonly dates: readonly WrittenTime[];
  /** Its main concept, without case and extra blanks. */
  readonly concept: string;
  /** Names of the parts of a mix, likewise; empty when it is none. */
  readonly parts: ReadonlySet<string>;
  /** Every text in it and in what it refers to, plain, with the element paths it stands at (from the node itself on). */
  readonly words: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Reads nodes once each. */
export function createEvidenceReader(graph: EpisodeGraph): (index: number) => Evidence | undefined {
  const known = new Map<number, Evidence>();
  return (index) => {
    const node = graph.nodes[index];
    if (node === undefined) return undefined;
    const evidence = known.get(index) ?? readEvidence(graph, node);
    known.set(index, evidence);
    return evidence;
  };
}

/** By start, undated last, ties by key. */
export function inTimeOrder(evidence: readonly Evidence[]): readonly Evidence[] {
  const startOf = (each: Evidence) => each.times[0]?.localMs ?? Number.POSITIVE_INFINITY;
  return [...evidence].sort(
    (left, right) => startOf(left) - startOf(right) || (left.node.key < right.node.key ? -1 : 1),
  );
}

/** Numbers are read at once, everything else when it is asked for: a mean over thousands of nodes needs no names. */
function readEvidence(graph: EpisodeGraph, node: GraphNode): Evidence {
  const numbers: EvidenceNumber[] = [];
  const dates: string[] = [];
  const strings: WrittenString[] = [];
  walk(node.resource, '', '', { numbers, dates, strings });
  const named = once(() => namesOf(graph, node, strings));
  const birth = node.type === 'Patient' ? node.resource.birthDate : undefined;
  const own =
    typeof birth === 'string'
      ? [birth]
      : node.time === undefined
        ? dates
        : [node.time.text, ...(node.time.endText === undefined ? [] : [node.time.endText])];
  const times = once(() => readAll(own));
  const allDates = once(() => readAll(dates));
  return {
    node,
    numbers,
    get words() {
      return named().words;
    },
    concept: countedName(graph.text(node.index).concept),
    get parts() {
      return named().parts;
    },
    get times() {
      return times();
    },
    get dates() {
      return allDates();
    },
  };
}

/** A value that is made when it is first asked for. */
function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

interface Names {
  readonly words: ReadonlyMap<string, ReadonlySet<string>>;
  readonly parts: ReadonlySet<string>;
}

function namesOf(graph: EpisodeGraph, node: GraphNode, strings: readonly WrittenString[]): Names {
  const words = new Map<string, Set<string>>();
  for (const { text, path } of strings) addWords(words, text, path);
  // What has no name of its own is named by its type.
  addWords(words, node.type.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' '), '');
  const parts = new Set<string>();
  addReferenced(graph, node, '', words, parts);
  return { words, parts };
}

/** Words of what a node refers to: its drug and that drug's ingredients, its place, its specimen. */
function addReferenced(graph: EpisodeGraph, node: GraphNode, path: string, words: Words, parts: Set<string>): void {
  for (const link of graph.linksFrom(node.index)) {
    const at = path === '' ? link.label : `${path}.${link.label}`;
    if (link.display !== undefined) addWords(words, link.display, at);
    const target = link.to === undefined ? undefined : graph.nodes[link.to];
    if (target === undefined || !isNamed(node, target)) continue;
    const strings: WrittenString[] = [];
    walk(target.resource, '', '', { numbers: [], dates: [], strings });
    for (const { text } of strings) addWords(words, text, at);
    if (link.label.startsWith('ingredient')) parts.add(countedName(graph.text(target.index).concept));
    else if (target.type === 'Medication') addReferenced(graph, target, at, words, parts);
  }
}

/** A name as different ones are counted: signs make a difference, case and blanks none. */
function countedName(name: string): string {
  return name.trim().toLowerCase().replaceAll(/\s+/g, ' ');
}

function readAll(texts: readonly string[]): readonly WrittenTime[] {
  return texts.flatMap((text) => readWrittenTime(text) ?? []);
}

interface WrittenString {
  readonly text: string;
  readonly path: string;
}

type Words = Map<string, Set<string>>;

interface Findings {
  readonly numbers: EvidenceNumber[];
  readonly dates: string[];
  readonly strings: WrittenString[];
}

/** One pass over a resource's JSON. `name` is what the numbers below measure. */
function walk(value: unknown, path: string, name: string, found: Findings): void {
  if (Array.isArray(value)) {
    for (const item of value) walk(item, path, name, found);
    return;
  }
  if (!isObject(value)) {
    if (typeof value === 'string') readString(value, path, name, found);
    else if (typeof value === 'number' && /(^|\.)value(Integer|Decimal)?$/.test(path)) {
      found.numbers.push({ number: value, units: [], name: name || path });
    }
    return;
  }
  const own = nameOfComponent(value) ?? name;
  const isQuantity = typeof value.value === 'number';
  if (isQuantity) {
    const units = [value.unit, value.code].filter((unit): unit is string => typeof unit === 'string' && unit !== '');
    found.numbers.push({ number: value.value as number, units, name: own || path });
  }
  for (const [key, item] of Object.entries(value)) {
    if (skippedKeys.has(key) || (isQuantity && key === 'value')) continue;
    const counted = countedThings.get(key);
    if (counted !== undefined && typeof item === 'number')
      found.numbers.push({ number: item, units: counted, name: key });
    walk(item, path === '' ? key : `${path}.${key}`, own, found);
  }
}

/**
 * Elements that are a count of things, by what lines call these.
 * Source: FHIR R4 MedicationRequest.dispenseRequest, Timing.repeat, ImagingStudy; DSTU2 and R5 names beside them.
 */
const countedThings: ReadonlyMap<string, readonly string[]> = new Map([
  ['numberOfRepeatsAllowed', ['refills', 'refill']],
  ['numberOfRepeats', ['refills', 'refill']],
  ['numberOfInstances', ['images', 'image']],
  ['count', ['times']],
  ['frequency', ['times']],
  ['frequencyMax', ['times']],
]);

function readString(value: string, path: string, name: string, found: Findings): void {
  if (/^(https?|urn):/.test(value)) return;
  if (readWrittenTime(value) !== undefined) found.dates.push(value);
  const number = /^\s*[<>]?=?\s*(-?\d+(?:[.,]\d+)?)\s*$/.exec(value)?.[1];
  if (number !== undefined && /(^|\.)value(String)?$/.test(path) && !/(^|\.)identifier\./.test(path)) {
    found.numbers.push({ number: Number(number.replace(',', '.')), units: [], name: name || path });
  }
  found.strings.push({ text: value, path });
}

/** A text, and its parts where a sender joined several names into one (`Heparin--HEPA5I_Bag--BAG50`). */
function addWords(words: Words, text: string, path: string): void {
  for (const part of [text, ...(text.includes('--') ? text.split(/--|_/) : [])]) {
    const plain = plainText(part);
    if (plain === '') continue;
    const paths = words.get(plain);
    if (paths === undefined) words.set(plain, new Set([path]));
    else paths.add(path);
  }
}

/** Text of a component's or ingredient's own code, which names the numbers inside it. */
function nameOfComponent(value: JsonObject): string | undefined {
  if (value.resourceType !== undefined || !isObject(value.code)) return undefined;
  if (typeof value.code.text === 'string') return value.code.text;
  const display = asObjects(value.code.coding)[0]?.display;
  return typeof display === 'string' ? display : undefined;
}

/** Whether a target's names are names of the node too: drugs, places, specimens; not the patient or the visit. */
function isNamed(node: GraphNode, target: GraphNode): boolean {
  if (target.type === 'Patient') return false;
  return target.type !== 'Encounter' || node.type === 'Encounter';
}

/** Elements that say nothing about the patient, or say it in markup. */
const skippedKeys = new Set([
  'id',
  'meta',
  'reference',
  'system',
  'div',
  'fullUrl',
  'contentType',
  'data',
  'url',
  'resourceType',
]);
