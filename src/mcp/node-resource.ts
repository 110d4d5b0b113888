// One node as an MCP resource: the parts of its address, and its JSON without what only machines read.
import type { EpisodeGraph, GraphNode } from '../graph/episode-graph.ts';

/**
 * The resource as JSON. Base64 of more than 1,000 characters is left out, and an extension in its place says how much; a
 * note's text is read with inspect_node.
 */
export function nodeJson(node: GraphNode): string {
  return JSON.stringify(node.resource, (_, value: unknown) => {
    if (typeof value !== 'object' || value === null || !('data' in value)) return value;
    const { data, ...rest } = value;
    if (typeof data !== 'string' || data.length <= MAX_DATA_LENGTH) return value;
    const said = `${data.length} characters of base64; inspect_node shows the text in them`;
    return { ...rest, _data: { extension: [{ url: 'urn:fhir-hopper:left-out', valueString: said }] } };
  });
}

/** Types by which nodes are addressed: for contained ones their container's. */
export function completeNodeType(graph: EpisodeGraph | undefined, value: string): string[] {
  return complete(graph, value, ([type]) => type);
}

export function completeNodeId(graph: EpisodeGraph | undefined, type: string | undefined, value: string): string[] {
  return complete(graph, value, ([ofType, id]) => (ofType === type ? id : undefined));
}

/** Sorted; the SDK cuts what is too many and says how many there are. */
function complete(
  graph: EpisodeGraph | undefined,
  value: string,
  part: (address: readonly [type: string, id: string]) => string | undefined,
): string[] {
  const begun = value.toLowerCase();
  const found = new Set<string>();
  for (const { key } of graph?.nodes ?? []) {
    const slash = key.indexOf('/');
    const text = part([key.slice(0, slash), key.slice(slash + 1)]);
    if (text?.toLowerCase().startsWith(begun)) found.add(text);
  }
  return [...found].sort();
}

const MAX_DATA_LENGTH = 1000;
