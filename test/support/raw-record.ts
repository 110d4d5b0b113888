// What a record file holds, read without the product: the independent side of tests that compare.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

export interface RawResource {
  readonly resourceType: string;
  readonly id: string;
  readonly [element: string]: unknown;
}

/** The resources of a gzipped file, a Bundle or one resource a line. */
export function rawResources(path: string): readonly RawResource[] {
  const text = gunzipSync(readFileSync(path)).toString('utf8');
  if (!path.includes('.ndjson')) {
    const bundle = JSON.parse(text) as { readonly entry: readonly { readonly resource: RawResource }[] };
    return bundle.entry.map(({ resource }) => resource);
  }
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as RawResource);
}

export function keyOf({ resourceType, id }: RawResource): string {
  return `${resourceType}/${id}`;
}
