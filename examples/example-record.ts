// The example record as text: one resource a line, so that a difference can be read.
import { asObjects } from '../src/fhir/resource.ts';
import { syntheticRecord } from '../src/testing/synthetic-record.ts';

/** The seed of `examples/record.json.gz`. */
export const exampleSeed = 7;

/** The example Bundle as JSON with a line for each entry. */
export function exampleText(): string {
  const { entry, ...head } = syntheticRecord(exampleSeed);
  const opening = JSON.stringify(head).slice(0, -1);
  return `${opening},"entry":[\n${asObjects(entry)
    .map((one) => JSON.stringify(one))
    .join(',\n')}\n]}\n`;
}
