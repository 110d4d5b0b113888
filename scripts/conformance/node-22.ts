// Packages that need Node 22, with Node 22 itself, from npm into a throw-away folder.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

export interface Node22 {
  /** Path of one of the packages' commands. */
  command(name: string): string;
  /** Environment in which `node` is Node 22. */
  readonly env: NodeJS.ProcessEnv;
}

/** Installs once, and again where a command is missing. */
export function installWithNode22(folderName: string, packages: readonly string[], command: string): Node22 {
  const folder = join(tmpdir(), folderName);
  const binaries = join(folder, 'node_modules', '.bin');
  if (!existsSync(join(binaries, command))) {
    mkdirSync(folder, { recursive: true });
    execFileSync('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', 'node@22', ...packages], {
      stdio: 'ignore',
    });
  }
  return {
    command: (name) => join(binaries, name),
    env: { ...process.env, PATH: `${binaries}${delimiter}${process.env.PATH}` },
  };
}
