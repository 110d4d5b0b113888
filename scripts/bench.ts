// Bundles the benches as the package is bundled, then runs them: `npm run bench`, `npm run bench -- load tools`.
// (A loader that compiles on the fly names every inner function as it is made, which costs as much as the work.)
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { build } from 'vite';
import { sharedPath } from '../test/support/shared-data.ts';

const outDir = join(process.cwd(), 'node_modules', '.cache', 'bench');
await build({
  configFile: false,
  logLevel: 'error',
  build: { ssr: 'bench/bench.ts', outDir, target: 'node20', minify: false },
});
// Collections that the benches force between jobs would throw away compiled code that a process at work keeps.
const flags = ['--expose-gc', '--no-flush-bytecode'];
const run = spawnSync(process.execPath, [...flags, join(outDir, 'bench.js'), ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, FHIR_HOPPER_DATA: sharedPath() },
});
process.exit(run.status ?? 1);
