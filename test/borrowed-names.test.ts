// Names that lines borrow from what they refer to, over every MIMIC record: drugs, units of stays, specimens of organisms.
import { readdirSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { asObject, asObjects } from '../src/fhir/resource.ts';
import type { EpisodeGraph } from '../src/graph/episode-graph.ts';
import { renderLine } from '../src/linearization/render.ts';
import { loadGraph } from './support/load-graph.ts';
import { hasSharedData, sharedPath } from './support/shared-data.ts';

const graphs: EpisodeGraph[] = [];

/** Every node of a type in every record, with its graph. */
function nodesOf(type: string): { readonly graph: EpisodeGraph; readonly index: number }[] {
  return graphs.flatMap((graph) =>
    graph.nodes.filter((node) => node.type === type).map(({ index }) => ({ graph, index })),
  );
}

/** The drug's name in MIMIC: the identifier of that system; its order code for the few that have none. */
function nameOf(graph: EpisodeGraph, index: number): string {
  const { identifier, code } = graph.nodes[index]!.resource;
  const names = asObjects(identifier).filter((one) => String(one.system).endsWith('/mimic-medication-name'));
  const value = names[0]?.value ?? asObjects(asObject(code)?.coding)[0]?.code;
  return String(value).replace(/\s+/g, ' ').trim();
}

describe.skipIf(!hasSharedData())('names borrowed from referenced resources, in mimic-demo', () => {
  beforeAll(async () => {
    for (const file of readdirSync(sharedPath('mimic-demo')).filter((name) => name.endsWith('.ndjson.gz')))
      graphs.push(await loadGraph(sharedPath('mimic-demo', file)));
  }, 120_000);

  it('the drug of every MedicationRequest is in its line', () => {
    const requests = nodesOf('MedicationRequest');
    expect(requests.length).toBe(8199);
    for (const { graph, index } of requests) {
      const drug = graph.linksFrom(index).find((link) => link.label === 'medicationReference')!.to!;
      const line = renderLine(graph, index);
      const ingredients = graph.linksFrom(drug).filter((link) => link.label.startsWith('ingredient'));
      const named = ingredients.length === 0 ? [drug] : ingredients.map((link) => link.to!);
      for (const one of named) expect(line).toContain(nameOf(graph, one));
      expect(graph.text(index).attributes.find((one) => one.role === 'drug')?.text).toBe(graph.text(index).concept);
    }
  });

  it('the unit of every stay is in the line of its Encounter', () => {
    const stays = nodesOf('Encounter').filter(
      ({ graph, index }) => graph.nodes[index]!.resource.location !== undefined,
    );
    expect(stays.length).toBeGreaterThan(200);
    for (const { graph, index } of stays) {
      const places = graph.linksFrom(index).filter((link) => link.label === 'location.location');
      const line = renderLine(graph, index);
      for (const { to } of places) expect(line).toContain(String(graph.nodes[to!]!.resource.name));
    }
  });

  it("the specimen of an organism's test is in the organism's line", () => {
    let seen = 0;
    for (const { graph, index } of nodesOf('Observation')) {
      const { codings } = graph.text(index);
      if (!codings.some((coding) => coding.system.includes('organism'))) continue;
      const tests = graph.linksFrom(index).filter((link) => link.label === 'derivedFrom' && link.to !== undefined);
      for (const { to } of tests) {
        const specimen = graph.linksFrom(to!).find((link) => link.label === 'specimen')?.to;
        if (specimen === undefined) continue;
        const [type] = asObjects(asObject(graph.nodes[specimen]!.resource.type)?.coding);
        expect(renderLine(graph, index)).toContain(String(type?.display).trim());
        seen += 1;
      }
    }
    expect(seen).toBeGreaterThan(100);
  });
});
