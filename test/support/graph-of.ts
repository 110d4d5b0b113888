// Literal resources as a graph, for tests.
import { assembleRecord } from '../../src/fhir/assemble-record.ts';
import type { FhirResource } from '../../src/fhir/resource.ts';
import type { EpisodeGraph } from '../../src/graph/episode-graph.ts';
import { type ProjectOptions, projectGraph } from '../../src/graph/project.ts';

/** A record of these resources, and a Patient `p` unless one is among them, as a graph. */
export function graphOf(resources: readonly FhirResource[], options: ProjectOptions = {}): EpisodeGraph {
  const hasPatient = resources.some(({ resourceType }) => resourceType === 'Patient');
  const all = hasPatient ? resources : [{ resourceType: 'Patient', id: 'p' }, ...resources];
  const entries = all.map((resource) => ({ resource, source: 'test' }));
  const content = { entries, issues: [], completeness: { state: 'complete' as const, reasons: [] } };
  return projectGraph(assembleRecord(content), options);
}
