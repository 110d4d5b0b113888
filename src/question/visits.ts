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
  const signs = graph.episodes
    .filter((episode) => episode.kind !== 'synthetic')
    .toSorted((left, right) => startOf(graph, left.index) - startOf(graph, right.index) || left.index - right.index)
    .map((episode) => signsOf(graph, episode.index));
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

function signsOf(graph: EpisodeGraph, index: number): VisitSigns {
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
  const classes = classWords(resource);
  const kinds = [...conceptWords(resource.type), ...conceptWords(resource.serviceType)];
  const stay = asObject(resource.hospitalization) ?? asObject(resource.admission);
  const admitted = stay !== undefined && (stay.admitSource !== undefined || stay.dischargeDisposition !== undefined);
  const self = [...classes, ...kinds, ...identifierSystems(resource)];
  const places = graph
    .text(node.index)
    .names.filter((name) => name.element.startsWith('location'))
    .map((name) => name.name);
  return {
    episode: index,
    nested,
    inpatient:
      admitted || classes.some((word) => inpatientClass.test(word)) || kinds.some((word) => inpatientWords.test(word)),
    emergency:
      classes.some((word) => emergencyClass.test(word)) ||
      kinds.some((word) => emergencyWords.test(word)) ||
      conceptWords(stay?.admitSource).some((word) => emergencyWords.test(word)),
    ambulatory: classes.some((word) => ambulatoryClass.test(word)),
    icuByKind: self.some((word) => icuWords.test(word)),
    icuByPlace: places.some((place) => icuWords.test(place)),
  };
}

/** `Encounter.class` of every version: a code (DSTU2), a Coding (STU3, R4), concepts (R5). */
function classWords(resource: JsonObject): string[] {
  return asArray(resource.class).flatMap((value) => (typeof value === 'string' ? [value] : conceptWords(value)));
}

function conceptWords(value: unknown): string[] {
  return asObjects(value).flatMap((concept) => {
    const codings = 'coding' in concept ? asObjects(concept.coding) : [concept];
    return [asText(concept.text), ...codings.flatMap((coding) => [asText(coding.code), asText(coding.display)])].filter(
      (word) => word !== undefined,
    );
  });
}

/** The last words of identifier systems: some records tell stays apart only there. */
function identifierSystems(resource: JsonObject): string[] {
  return asObjects(resource.identifier).map((identifier) => (asText(identifier.system) ?? '').split('/').at(-1) ?? '');
}

/** Source: HL7 v3 ActCode (ActEncounterCode), https://terminology.hl7.org/ValueSet-encounter-class.html, and DSTU2 encounter-class. */
const inpatientClass = /^(?:IMP|ACUTE|NONAC|OBSENC|SS|inpatient(?: encounter)?|inpatient (?:acute|non-acute))$/i;
const inpatientWords =
  /\b(?:inpatient|hospital admission|hospitali[sz]ation|admission to (?:hospital|ward)|internacion)\b/i;
const emergencyClass = /^(?:EMER|emergency|urgencias?)$/i;
const emergencyWords = /\b(?:emergency (?:room|department|ward|admission|treatment|encounter|hospital)|EMERGENCY)\b/i;
const ambulatoryClass = /^(?:AMB|VR|HH|FLD|ambulatory|outpatient|virtual|home health|field)$/i;
const icuWords = /(?:^|[^a-z])(?:[a-z]{0,2}icu|intensive care|critical care|ccu)(?:[^a-z]|$)/i;
