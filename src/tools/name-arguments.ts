// Names in a call's arguments: nodes, resource types and visits, found as plainly as they can be meant.
import { generatedRows } from '../fhir/resource-table-generated.ts';
import type { Episode, EpisodeGraph, GraphNode } from '../graph/episode-graph.ts';
import { parseFold } from '../linearization/fold.ts';
import { didYouMean, nearestNames } from '../plan/nearest.ts';
import { selectionIndex } from '../plan/selection-index.ts';
import type { ToolFailure } from './graph-tool.ts';
import { readVisit } from './visit-argument.ts';

/** Node of a handle, key, bare id, versioned or absolute reference, in any case. */
export function findNode(graph: EpisodeGraph, given: string, repairs: string[]): GraphNode | ToolFailure {
  const name = given.trim().replace(/^\[(.*)\]$/, '$1');
  const direct = graph.find(name);
  if (direct !== undefined) return direct;
  const spellings = [
    name.toLowerCase(),
    name.replace(/\/_history\/[^/]+$/, ''),
    name.replace(/^.*\/([A-Z][A-Za-z]+\/[^/]+)$/, '$1'),
  ];
  for (const spelling of spellings) {
    const node = graph.find(spelling);
    if (node === undefined) continue;
    repairs.push(`"${given}" was read as "${node.key}"`);
    return node;
  }
  const byCase = keysByLowerCase(graph).get(name.toLowerCase());
  if (byCase !== undefined) {
    repairs.push(`"${given}" was read as "${byCase.key}"`);
    return byCase;
  }
  return unknownNode(graph, name);
}

/** Names as given, the handle of a fold (`o17~o93`, a series as one line) replaced by the keys of its members. */
export function unfold(graph: EpisodeGraph, names: readonly string[]): readonly string[] {
  return names.flatMap((name) => {
    const members = parseFold(graph, name.trim().replace(/^\[(.*)\]$/, '$1'));
    return members?.map((index) => graph.nodes[index]?.key ?? '') ?? [name];
  });
}

/** Types named in one argument, comma-separated, each in FHIR's spelling. Known types that the record lacks are kept. */
export function readTypes(
  graph: EpisodeGraph,
  given: string | undefined,
  repairs: string[],
): readonly string[] | undefined | ToolFailure {
  if (given === undefined) return undefined;
  const present = [...selectionIndex(graph).types.keys()];
  const types: string[] = [];
  for (const part of given
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')) {
    const type = matchType(part, present) ?? matchType(part, fhirTypes);
    if (type === undefined) {
      return {
        ok: false,
        code: 'unknown-type',
        text: `"${part}" is not a FHIR resource type.${didYouMean(part, new Set([...present, ...fhirTypes]))} This record has ${listTypes(graph)}.`,
      };
    }
    if (type !== part) repairs.push(`type "${part}" was read as "${type}"`);
    types.push(type);
  }
  return types;
}

/** `Observation 120, Condition 12 …`, most frequent first. */
export function listTypes(graph: EpisodeGraph): string {
  return [...selectionIndex(graph).types]
    .sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1))
    .map(([type, nodes]) => `${type} ${nodes.length}`)
    .join(', ');
}

/** Visits named by handle, key, a member's handle, or in words (`last hospital visit`). */
export function readEpisodes(
  graph: EpisodeGraph,
  given: string | undefined,
  repairs: string[],
): readonly Episode[] | undefined | ToolFailure {
  if (given === undefined) return undefined;
  const name = given.trim();
  const episode =
    graph.findEpisode(name) ?? graph.findEpisode(name.toLowerCase()) ?? episodeOfNode(graph, name, repairs);
  if (episode !== undefined) return [episode];
  const visits = readVisit(graph, name);
  if (visits !== undefined && visits.length > 0) {
    repairs.push(`"${given}" was read as ${visits.map((visit) => visit.handle).join(', ')}`);
    return visits;
  }
  return {
    ok: false,
    code: 'unknown-episode',
    text: `No visit "${name}". ${listEpisodes(graph)} Name one by handle, by its Encounter's key, or in words such as "last hospital visit".`,
  };
}

function episodeOfNode(graph: EpisodeGraph, name: string, repairs: string[]): Episode | undefined {
  const node = graph.find(name) ?? graph.find(name.toLowerCase());
  const episode = node?.placement === undefined ? undefined : graph.episodes[node.placement.episode];
  if (episode !== undefined) repairs.push(`"${name}" was read as its visit ${episode.handle}`);
  return episode;
}

function listEpisodes(graph: EpisodeGraph): string {
  const { episodes } = graph;
  const first = episodes[0];
  const last = episodes[episodes.length - 1];
  if (first === undefined || last === undefined) return 'This record has no visits.';
  return first === last
    ? `This record has one: ${first.handle}.`
    : `This record has ${episodes.length}: ${first.handle} … ${last.handle}.`;
}

function unknownNode(graph: EpisodeGraph, name: string): ToolFailure {
  const tail = name.slice(name.lastIndexOf('/') + 1);
  const sameId = graph.nodes.filter((node) => node.key.endsWith(`/${tail}`)).slice(0, mostNames);
  const near =
    sameId.length > 0
      ? ` Did you mean ${sameId.map((node) => node.key).join(' or ')}?`
      : didYouMean(name, graph.nodes.length > mostNodesToCompare ? [] : graph.nodes.map((node) => node.handle));
  return {
    ok: false,
    code: 'unknown-node',
    text: `No node "${name.slice(0, 80)}" in this record.${near} Use a handle such as ${graph.nodes[0]?.handle ?? 'o1'}, or Type/id; search_graph finds nodes by words.`,
  };
}

function matchType(name: string, types: readonly string[]): string | undefined {
  const wanted = plainType(name);
  const match = types.find((type) => type === name) ?? types.find((type) => plainType(type) === wanted);
  if (match !== undefined) return match;
  const [near, second] = nearestNames(name, types, 2);
  return near !== undefined && second === undefined && plainType(near).startsWith(wanted) && wanted.length >= 5
    ? near
    : undefined;
}

function plainType(name: string): string {
  const plain = name.toLowerCase().replaceAll(/[^a-z]/g, '');
  return plain.endsWith('ies') ? `${plain.slice(0, -3)}y` : plain.replace(/s$/, '');
}

function keysByLowerCase(graph: EpisodeGraph): ReadonlyMap<string, GraphNode> {
  let known = lowerCaseKeys.get(graph);
  if (known === undefined) {
    known = new Map(graph.nodes.map((node) => [node.key.toLowerCase(), node]));
    lowerCaseKeys.set(graph, known);
  }
  return known;
}

const lowerCaseKeys = new WeakMap<EpisodeGraph, ReadonlyMap<string, GraphNode>>();
const fhirTypes = [...new Set(generatedRows.map((row) => row.slice(0, row.indexOf('|'))))].sort();
const mostNames = 5;
const mostNodesToCompare = 5_000;
