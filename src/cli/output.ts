// How the commands speak: results to standard output, everything else to standard error, failures in one line.
import { errorOutcomes, HopperError, toHopperError } from '../errors.ts';

/** Exit status of a command that ran well but has no answer: a question not understood, a result not computable. */
export const exitWithoutAnswer = 1;

/** Print a result to standard output, ending with a line break; at a terminal without what would steer it. */
export function print(text: string): void {
  const line = text.endsWith('\n') ? text : `${text}\n`;
  process.stdout.write(isTerminal() ? withoutControls(line) : line);
}

/** Print data as JSON to standard output, two spaces deep for people's eyes. */
export function printJson(data: unknown): void {
  print(JSON.stringify(data, undefined, 2));
}

/** Tell a person something beside the result, on standard error. */
export function note(text: string): void {
  showStatus('');
  process.stderr.write(`${withoutControls(text)}\n`);
}

/** A text without control characters but tab and line break: records and models must not steer a person's terminal. */
function withoutControls(text: string): string {
  return text.replaceAll(/(?![\t\n])\p{Cc}/gu, '');
}

/** Say where data goes, before it goes there. */
export function noteDestination(text: string): void {
  destinationSaid = true;
  note(text);
}

/** Whether it was said that something leaves this machine. */
export function hasDestination(): boolean {
  return destinationSaid;
}

/**
 * Show one line that the next one overwrites, on standard error at a terminal; nothing elsewhere. Its end is shown when
 * it is too long for the line; what would move the cursor is left out.
 *
 * @param label stays at the start of the line
 */
export function showStatus(label: string, text = ''): void {
  if (process.stderr.isTTY !== true || (label === '' && !statusShown)) return;
  // A terminal that knows no width says 0.
  const room = (process.stderr.columns || usualColumns) - 1 - label.length;
  process.stderr.write(`\r\u001b[K${label}${endOf(text.replaceAll(/[\p{C}\s]+/gu, ' ').trim(), room)}`);
  statusShown = label !== '';
}

/** The end of a text that fits so many columns; a wide character takes two. */
function endOf(text: string, columns: number): string {
  const characters = [...text];
  let free = columns;
  let from = characters.length;
  while (from > 0 && free >= 2) {
    from -= 1;
    free -= (characters[from]?.codePointAt(0) ?? 0) >= firstWide ? 2 : 1;
  }
  return characters.slice(from).join('');
}

let statusShown = false;
let destinationSaid = false;
const usualColumns = 80;
/** Hangul Jamo: the first characters that may be two columns wide. */
const firstWide = 0x1100;

/** Whether a person is reading standard output. */
export function isTerminal(): boolean {
  return process.stdout.isTTY === true;
}

/** Say a failure in one line on standard error; returns the exit status of its code. Never a stack trace. */
export function reportFailure(error: unknown): number {
  const failure = toHopperError(isAbort(error) ? new HopperError('cancelled', 'Cancelled.') : error);
  note(`fhir-hopper: ${failure.message.replace(/\s*\n\s*/g, ' ')}`);
  return errorOutcomes[failure.code].exit;
}

/** End quietly when the reader of our output goes away (`fhir-hopper graph … | head`). */
export function surviveClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit(0);
      process.exit(errorOutcomes.internal.exit);
    });
  }
}

/** Tells how long work takes once it takes over a second; silent before. */
export interface Progress {
  /** A new stage begins, e.g. `reading record.json`; what follows a colon is detail. */
  stage(label: string): void;
  /** All stages are over. */
  end(): void;
}

/**
 * Progress on standard error: a stage is named when the work as a whole has taken over a second, and again each time the
 * time has doubled.
 */
export function startProgress(): Progress {
  const started = Date.now();
  let label = '';
  let timer: NodeJS.Timeout | undefined;
  const say = () => note(`… ${label} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  const wait = (ms: number) => {
    timer = setTimeout(() => {
      say();
      wait(ms * 2);
    }, ms);
    timer.unref();
  };
  wait(quietMs);
  return {
    stage(next) {
      const changed = next.split(':')[0] !== label.split(':')[0];
      label = next;
      if (changed && Date.now() - started > quietMs) say();
    },
    end() {
      clearTimeout(timer);
    },
  };
}

/** Run something that Ctrl-C cancels: the first one asks it to stop, the second ends the process at once. */
export async function withInterrupt<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const controller = new AbortController();
  const interrupt = () => {
    if (controller.signal.aborted) process.exit(errorOutcomes.cancelled.exit);
    note('Stopping … (Ctrl-C again to stop at once)');
    controller.abort();
  };
  process.on('SIGINT', interrupt);
  try {
    return await work(controller.signal);
  } finally {
    process.off('SIGINT', interrupt);
  }
}

/** Ctrl-C that a prompt has caught: what is running is interrupted, else `idle` is done. */
export function interruptOr(idle: () => void): void {
  if (process.listenerCount('SIGINT') === 0) idle();
  else process.emit('SIGINT');
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

const quietMs = 1000;
