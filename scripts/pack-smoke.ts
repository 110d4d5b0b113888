// The quick start from the packed tarball: installs it in an empty folder, runs the README's library example and the
// command on the example record. Needs the registry for the package's own dependencies.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where the README's examples look for it. */
const record = 'examples/record.json.gz';
const folder = mkdtempSync(join(tmpdir(), 'fhir-hopper-pack-'));
try {
  run('npm', ['pack', '--silent', '--pack-destination', folder], process.cwd());
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'))!;
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'quick-start', private: true, type: 'module' }));
  run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', '--silent', `./${tarball}`], folder);
  cpSync(record, join(folder, record));

  writeFileSync(join(folder, 'quick-start.mjs'), libraryExample(readFileSync('README.md', 'utf8')));
  mustSay(run('node', ['quick-start.mjs'], folder), /\d/, 'the library example of the README');
  const asked = run('npx', ['fhir-hopper', 'ask', record, 'When was the last hospital admission?'], folder);
  mustSay(asked, /✓/, 'fhir-hopper ask');
  console.log('The packed package answers, as a library and as a command.');
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** The first JavaScript block of the README. */
function libraryExample(readme: string): string {
  const block = /```js\n([\s\S]*?)```/.exec(readme)?.[1];
  if (block === undefined) throw new Error('Expected a ```js block in README.md; found none.');
  return block;
}

function run(command: string, words: readonly string[], cwd: string): string {
  const done = spawnSync(command, words, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  if (done.status !== 0) throw new Error(`${command} ${words.join(' ')} ended with ${done.status}:\n${done.stdout}`);
  return done.stdout;
}

function mustSay(output: string, pattern: RegExp, what: string): void {
  if (!pattern.test(output)) throw new Error(`Expected ${pattern} in the output of ${what}; found:\n${output}`);
  console.log(output.trimEnd());
}
