// A record file or folder read into its graph, as the doors do it.
import { readSource } from '../../src/adapters/sources/read-source.ts';
import { assembleRecord } from '../../src/fhir/assemble-record.ts';
import type { EpisodeGraph } from '../../src/graph/episode-graph.ts';
import { projectGraph } from '../../src/graph/project.ts';

export async function loadGraph(
  path: string,
  options: { readonly patient?: string; readonly now?: string; readonly deltaMs?: number } = {},
): Promise<EpisodeGraph> {
  const { patient, ...project } = options;
  const content = await readSource(path);
  return projectGraph(assembleRecord(content, patient === undefined ? {} : { patient }), project);
}
