// Everything CI runs, in the order in which it fails fastest. Stops at the first step that fails.
import { spawnSync } from 'node:child_process';

const steps = ['lint', 'typecheck', 'layers', 'deadcode', 'test:zones', 'build', 'lint:package', 'pack:smoke'];

for (const step of steps) {
  const started = Date.now();
  console.log(`\n▶ ${step}`);
  const run = spawnSync('npm', ['run', '--silent', step], { stdio: 'inherit' });
  if (run.status !== 0) {
    console.error(`✗ ${step} failed: run it alone with \`npm run ${step}\`.`);
    process.exit(run.status ?? 1);
  }
  console.log(`✓ ${step} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
}
console.log('\nAll checks passed.');
