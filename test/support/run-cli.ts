// The command as a process, as a person runs it: bundled once per test file, so that each run starts fast.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

export interface CliRun {
  readonly exit: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Path of the bundled command, inside the package so that it finds its dependencies. */
export function cliPath(): Promise<string> {
  bundled ??= bundle();
  return bundled;
}

/** Runs `fhir-hopper` with these words; keys and settings of the machine are kept out unless given. */
export async function runCli(
  words: readonly string[],
  options: { readonly stdin?: string; readonly env?: Readonly<Record<string, string>>; readonly cwd?: string } = {},
): Promise<CliRun> {
  const { PATH = '', HOME = '', TZ = '' } = process.env;
  const child = spawn(process.execPath, [await cliPath(), ...words], {
    cwd: options.cwd ?? root,
    env: { PATH, HOME, ...(TZ === '' ? {} : { TZ }), ...options.env },
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  child.stdin.end(options.stdin ?? '');
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (exit) => resolve({ exit, stdout, stderr }));
  });
}

async function bundle(): Promise<string> {
  const outDir = join(root, 'node_modules', '.cache', `cli-${process.pid}`);
  process.on('exit', () => rmSync(outDir, { recursive: true, force: true }));
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: { ssr: 'src/cli/main.ts', outDir, target: 'node20', minify: false },
  });
  return join(outDir, 'main.js');
}

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
let bundled: Promise<string> | undefined;
