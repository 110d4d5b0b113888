// The public test data that lies beside the repository; tests that need it are skipped, with a reason, where it is missing.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const folder = process.env.FHIR_HOPPER_DATA ?? join(root, '..', 'shared', 'data');
let told = false;

/** Whether the test data is there; says so once when it isn't. Use as `describe.skipIf(!hasSharedData())`. */
export function hasSharedData(): boolean {
  const present = existsSync(join(folder, 'MANIFEST.json'));
  if (!present && !told)
    console.info(`skipped: tests on public records, since ${folder} is not there (FHIR_HOPPER_DATA)`);
  told = told || !present;
  return present;
}

/** Path of a file or folder of the test data. */
export function sharedPath(...parts: readonly string[]): string {
  return join(folder, ...parts);
}

/** Text of a file of the test data, unzipped when its name ends in `.gz`. */
export function readShared(...parts: readonly string[]): string {
  const bytes = readFileSync(sharedPath(...parts));
  return (parts.at(-1)?.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
}

/** The rows of a JSON Lines file of the test data. */
export function readSharedLines<Row>(...parts: readonly string[]): Row[] {
  return readShared(...parts)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row);
}
