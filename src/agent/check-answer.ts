// A draft against what was shown: each citation must exist and must have been seen.
import type { ClinicalTime } from '../fhir/clinical-time.ts';
import type { EpisodeGraph, GraphNode } from '../graph/episode-graph.ts';
import type { Linearization } from '../linearization/linearization.ts';
import { renderLine } from '../linearization/render.ts';
import { unfold } from '../tools/name-arguments.ts';
import type { Citation } from './answer.ts';
import { namesIn } from './parse-answer.ts';
import type { SeenResult } from './tool-session.ts';

/** What the model was shown, asked for by key. */
export interface SeenKeys {
  has(key: string): boolean;
}

/** Keys on the page, beside it and in tool results: listed there, or named in their texts by key or handle. */
export function collectSeen(
  graph: EpisodeGraph,
  page: Linearization,
  results: Iterable<SeenResult>,
  hint = '',
): SeenKeys {
  const seen = new Set<string>([...page.shown, ...page.folded, ...page.named]);
  const addText = (text: string) => {
    for (const name of namesIn(text)) for (const key of keysNamed(graph, name)) seen.add(key);
  };
  addText(page.text);
  addText(hint);
  for (const { result } of results) {
    if (!result.ok) continue;
    for (const item of result.items) {
      for (const name of [item.key, ...(Array.isArray(item.keys) ? item.keys.map(String) : [])]) {
        for (const key of keysNamed(graph, name)) seen.add(key);
      }
    }
    addText(result.text);
  }
  return seen;
}

/** What a model's citation means: nodes of the record, tool results that stand for nodes, or nothing. */
export interface ResolvedCitations {
  readonly nodes: readonly GraphNode[];
  readonly results: readonly SeenResult[];
  readonly unsupported: readonly { readonly claim: string; readonly reason: string }[];
}

/** Resolves citations in the order given, each node once; a fold's handle cites its members. */
export function resolveCitations(
  graph: EpisodeGraph,
  names: readonly string[],
  seen: SeenKeys,
  results: ReadonlyMap<string, SeenResult>,
): ResolvedCitations {
  const nodes = new Set<GraphNode>();
  const cited = new Map<string, SeenResult>();
  const unsupported: { claim: string; reason: string }[] = [];
  for (const raw of unfold(graph, names)) {
    const name = raw.trim().replace(/^\[|\]$/g, '');
    const result = results.get(name);
    const node = result === undefined ? findNode(graph, name) : undefined;
    if (result !== undefined) cited.set(name, result);
    else if (node === undefined) unsupported.push({ claim: raw, reason: 'cites what is not in the record' });
    else if (!seen.has(node.key)) unsupported.push({ claim: raw, reason: 'cites a resource that was never shown' });
    else nodes.add(node);
  }
  return { nodes: [...nodes], results: [...cited.values()], unsupported };
}

/** A citation with its source line, for a person to check. */
export function describeCitation(graph: EpisodeGraph, node: GraphNode): Citation {
  const time = node.time === undefined ? undefined : writtenTime(node.time);
  return {
    key: node.key,
    handle: node.handle,
    type: node.type,
    text: renderLine(graph, node.index),
    ...(time === undefined ? {} : { time }),
  };
}

/** The node of a name, or the Encounter of an episode's name. */
function findNode(graph: EpisodeGraph, name: string): GraphNode | undefined {
  const node = graph.find(name);
  if (node !== undefined) return node;
  const encounter = graph.findEpisode(name)?.encounter;
  return encounter === undefined ? undefined : graph.nodes[encounter];
}

/** Keys a name stands for. */
function keysNamed(graph: EpisodeGraph, name: string): readonly string[] {
  const node = findNode(graph, name);
  return node === undefined ? [] : [node.key];
}

function writtenTime(time: ClinicalTime): string {
  return time.endText === undefined || time.endText === time.text ? time.text : `${time.text}/${time.endText}`;
}
