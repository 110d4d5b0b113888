// Which episodes are hospital visits, ICU stays, emergency or outpatient visits: decided by what FHIR writes of them.
import { asArray, asObject, asObjects, asText, type JsonObject } from '../fhir/resource.ts';
import type { EpisodeGraph } from '../graph/episode-graph.ts';
import type { VisitKind } from './kind-table.ts';

const visitsByGraph = new WeakMap<EpisodeGraph, Map<VisitKind, readonly number[]>>();

/** Episode indices of one kind of visit, by (start, index). A synthetic episode is no visit. */
export function visitsOfKind(graph: EpisodeGraph, kind: VisitKind): readonly number[] {
  let known = visitsByGraph.get(graph);
  if (known === undefined) {
    known = classify(graph);
    visitsByGraph.set(graph, known);
  }
  return known.get(kind) ?? [];
}

interface VisitSigns {
  readonly episode: number;
  readonly nested: boolean;
  readonly inpatient: boolean;
  readonly emergency: boolean;
  readonly ambulatory: boolean;
  readonly icuByKind: boolean;
  readonly icuByPlace: boolean;
}

function classify(graph: EpisodeGraph): Map<VisitKind, readonly number[]> {
  const meanings = new Map<string, number>();
  const signs = graph.episodes
    .filter((episode) => episode.kind !== 'synthetic')
    .toSorted((left, right) => startOf(graph, left.index) - startOf(graph, right.index) || left.index - right.index)
    .map((episode) => signsOf(graph, episode.index, meanings));
  const named = signs.filter((visit) => visit.icuByKind);
  const nestedByPlace = signs.filter((visit) => visit.icuByPlace && visit.nested);
  const byPlace = signs.filter((visit) => visit.icuByPlace);
  // The most telling sign present decides: what the stay says of itself, then a nested stay's place, then any place.
  const icu = named.length > 0 ? named : nestedByPlace.length > 0 ? nestedByPlace : byPlace;
  const indices = (visits: readonly VisitSigns[]) => visits.map((visit) => visit.episode);
  return new Map<VisitKind, readonly number[]>([
    ['any', indices(signs.filter((visit) => !visit.nested))],
    ['hospital', indices(signs.filter((visit) => !visit.nested && visit.inpatient))],
    ['icu', indices(icu)],
    ['emergency', indices(signs.filter((visit) => visit.emergency))],
    ['outpatient', indices(signs.filter((visit) => visit.ambulatory && !visit.inpatient))],
  ]);
}

function startOf(graph: EpisodeGraph, episode: number): number {
  return graph.episodes[episode]?.time?.startMs ?? Infinity;
}

/** @param meanings of the words met so far: visits of one record say the same few */
function signsOf(graph: EpisodeGraph, index: number, meanings: Map<string, number>): VisitSigns {
  const episode = graph.episodes[index];
  const node = episode?.encounter === undefined ? undefined : graph.nodes[episode.encounter];
  const nested = episode?.parent !== undefined;
  if (node === undefined) {
    return {
      episode: index,
      nested,
      inpatient: false,
      emergency: false,
      ambulatory: false,
      icuByKind: false,
      icuByPlace: false,
    };
  }
  const resource: JsonObject = node.resource;
  const classes = meaningOfClass(resource.class, meanings);
  const kinds = meaningOfConcept(resource.type, meanings) | meaningOfConcept(resource.serviceType, meanings);
  const stay = asObject(resource.hospitalization) ?? asObject(resource.admission);
  const admitted = stay !== undefined && (stay.admitSource !== undefined || stay.dischargeDisposition !== undefined);
  let places = 0;
  for (const { element, name } of graph.text(node.index).names)
    if (element.startsWith('location')) places |= meaningOf(name, meanings);
  const self = classes | kinds | meaningOfSystems(resource.identifier, meanings);
  const source = stay === undefined ? 0 : meaningOfConcept(stay.admitSource, meanings);
  return {
    episode: index,
    nested,
    inpatient: admitted || (classes & isInpatientClass) !== 0 || (kinds & hasInpatientWords) !== 0,
    emergency: (classes & isEmergencyClass) !== 0 || ((kinds | source) & hasEmergencyWords) !== 0,
    ambulatory: (classes & isAmbulatoryClass) !== 0,
    icuByKind: (self & hasIcuWords) !== 0,
    icuByPlace: (places & hasIcuWords) !== 0,
  };
}

/** What a word or phrase says of a visit, as bits. */
function meaningOf(words: string | undefined, meanings: Map<string, number>): number {
  if (words === undefined) return 0;
  let meaning = meanings.get(words);
  if (meaning === undefined) {
    meaning = 0;
    for (const [bit, pattern] of patterns) if (pattern.test(words)) meaning |= bit;
    meanings.set(words, meaning);
  }
  return meaning;
}

/** `Encounter.class` of every version: a code (DSTU2), a Coding (STU3, R4), concepts (R5). */
function meaningOfClass(content: unknown, meanings: Map<string, number>): number {
  let meaning = 0;
  for (const value of asArray(content))
    meaning |= typeof value === 'string' ? meaningOf(value, meanings) : meaningOfConcept(value, meanings);
  return meaning;
}

function meaningOfConcept(value: unknown, meanings: Map<string, number>): number {
  let meaning = 0;
  for (const concept of asObjects(value)) {
    meaning |= meaningOf(asText(concept.text), meanings);
    for (const coding of 'coding' in concept ? asObjects(concept.coding) : [concept])
      meaning |= meaningOf(asText(coding.code), meanings) | meaningOf(asText(coding.display), meanings);
  }
  return meaning;
}

/** The last words of identifier systems: some records tell stays apart only there. */
function meaningOfSystems(identifiers: unknown, meanings: Map<string, number>): number {
  let meaning = 0;
  for (const { system } of asObjects(identifiers)) {
    const words = asText(system);
    if (words !== undefined) meaning |= meaningOf(words.slice(words.lastIndexOf('/') + 1), meanings);
  }
  return meaning;
}

/** Source: HL7 v3 ActCode (ActEncounterCode), https://terminology.hl7.org/ValueSet-encounter-class.html, and DSTU2 encounter-class. */
const inpatientClass = /^(?:IMP|ACUTE|NONAC|OBSENC|SS|inpatient(?: encounter)?|inpatient (?:acute|non-acute))$/i;
const inpatientWords =
  /\b(?:inpatient|hospital admission|hospitali[sz]ation|admission to (?:hospital|ward)|internacion)\b/i;
const emergencyClass = /^(?:EMER|emergency|urgencias?)$/i;
const emergencyWords = /\b(?:emergency (?:room|department|ward|admission|treatment|encounter|hospital)|EMERGENCY)\b/i;
const ambulatoryClass = /^(?:AMB|VR|HH|FLD|ambulatory|outpatient|virtual|home health|field)$/i;
const icuWords = /(?:^|[^a-z])(?:[a-z]{0,2}icu|intensive care|critical care|ccu)(?:[^a-z]|$)/i;
const isInpatientClass = 1;
const hasInpatientWords = 2;
const isEmergencyClass = 4;
const hasEmergencyWords = 8;
const isAmbulatoryClass = 16;
const hasIcuWords = 32;
const patterns: readonly (readonly [bit: number, pattern: RegExp])[] = [
  [isInpatientClass, inpatientClass],
  [hasInpatientWords, inpatientWords],
  [isEmergencyClass, emergencyClass],
  [hasEmergencyWords, emergencyWords],
  [isAmbulatoryClass, ambulatoryClass],
  [hasIcuWords, icuWords],
];
