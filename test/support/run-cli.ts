// The command as a process, as a person runs it.
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface CliRun {
  readonly exit: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** Runs `fhir-hopper` with these words; keys and settings of the machine are kept out unless given. */
export function runCli(
  words: readonly string[],
  options: { readonly stdin?: string; readonly env?: Readonly<Record<string, string>>; readonly cwd?: string } = {},
): Promise<CliRun> {
  const { PATH = '', HOME = '', TZ = '' } = process.env;
  const child = spawn(
    process.execPath,
    ['--import', import.meta.resolve('tsx'), join(root, 'src/cli/main.ts'), ...words],
    {
      cwd: options.cwd ?? root,
      env: { PATH, HOME, ...(TZ === '' ? {} : { TZ }), ...options.env },
    },
  );
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
