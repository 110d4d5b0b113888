// The arguments of a call as clients send them, whatever their shape, and which record they are about.
import type { McpServer } from '@modelcontextprotocol/server';
import { HopperError } from '../errors.ts';
import { isPlainObject, parseJson } from '../json.ts';

/** A call whose outer shape is in order; its own arguments are for the tool to mend and check. */
export interface ReadCall {
  /** The `record` argument. */
  readonly record: string | undefined;
  /** The rest: an object as a rule, else what the tool may still make sense of. */
  readonly args: unknown;
  /** What was mended, in words. */
  readonly notes: readonly string[];
}

/**
 * Take a call apart. Mended, each time with a note: arguments inside a single argument called `arguments` or the like,
 * arguments as JSON in a string, a record's name as a number, in a list or in quotes.
 *
 * @throws `invalid-input` for arguments or texts so long that no tool means them
 */
export function readCall(given: unknown): ReadCall {
  refuseLonger('arguments', JSON.stringify(given ?? {}).length, MAX_LENGTH);
  const notes: string[] = [];
  const args = parsed(unwrapped(given ?? {}, notes), notes);
  if (!isPlainObject(args)) {
    refuseLonger('texts', longestText(args), MAX_TEXT_LENGTH);
    return { record: undefined, args, notes };
  }
  const { record, ...rest } = args;
  refuseLonger('texts', longestText(rest), MAX_TEXT_LENGTH);
  return { record: readName(record, notes), args: rest, notes };
}

/**
 * Let the server take a call's arguments in any JSON shape: the protocol asks for an object, and the SDK would refuse the
 * JSON text that some clients send there with a dump of its schema. `readCall` makes sense of them.
 */
export function acceptAnyArguments(server: McpServer): void {
  const connect = server.connect.bind(server);
  server.connect = async (transport) => {
    await connect(transport);
    const deliver = transport.onmessage;
    if (deliver !== undefined) transport.onmessage = (message, extra) => deliver(withObjectArguments(message), extra);
  };
}

function withObjectArguments<Message>(message: Message): Message {
  if (!isPlainObject(message) || message.method !== 'tools/call' || !isPlainObject(message.params)) return message;
  const { arguments: args } = message.params;
  if (args === undefined || isPlainObject(args)) return message;
  const mended = args === null ? {} : { arguments: args };
  return { ...message, params: { ...message.params, arguments: mended } };
}

function refuseLonger(what: string, length: number, most: number): void {
  if (length <= most) return;
  const [limit, found] = [most, length].map((each) => each.toLocaleString('en'));
  const message = `Expected ${what} of at most ${limit} characters, found ${found}; send less, or several calls.`;
  throw new HopperError('invalid-input', message);
}

/** The longest text in a value; lists and objects that came as JSON text are looked into. */
function longestText(value: unknown): number {
  if (typeof value === 'string') {
    const held = /^\s*[[{]/.test(value) ? parseJson(value) : undefined;
    return held === undefined ? value.length : longestText(held);
  }
  if (typeof value !== 'object' || value === null) return 0;
  let most = 0;
  for (const each of Object.values(value)) most = Math.max(most, longestText(each));
  return most;
}

function unwrapped(given: unknown, notes: string[]): unknown {
  if (!isPlainObject(given)) return given;
  const names = Object.keys(given).filter((name) => name !== 'record');
  const [name] = names;
  if (names.length !== 1 || name === undefined || !wrappers.has(name)) return given;
  const inner = given[name];
  notes.push(`the arguments were taken out of "${name}"`);
  if (given.record === undefined) return inner;
  const held = parsed(inner, notes);
  return isPlainObject(held) ? { ...given, ...held, [name]: undefined } : given;
}

/** JSON in a string, also when it was put into a string twice. */
function parsed(given: unknown, notes: string[]): unknown {
  let value = given;
  for (let depth = 0; depth < 2 && typeof value === 'string'; depth++) value = parseJson(value) ?? value;
  if (!isPlainObject(value)) return given;
  if (typeof given === 'string') notes.push('the arguments were read from JSON in a string');
  return value;
}

function readName(given: unknown, notes: string[]): string | undefined {
  if (Array.isArray(given) && given.length === 1) return noted(readName(given[0], []), notes);
  if (typeof given === 'number') return noted(String(given), notes);
  if (typeof given !== 'string' || given.trim() === '') return undefined;
  const name = given.trim();
  const inner = name.startsWith('"') || name.startsWith('[') ? parseJson(name) : undefined;
  return inner === undefined ? name : noted(readName(inner, []), notes);
}

function noted(name: string | undefined, notes: string[]): string | undefined {
  if (name !== undefined) notes.push(`"record" was read as "${name}"`);
  return name;
}

/** Names under which clients wrap the whole; no tool has an argument of such a name. */
const wrappers: ReadonlySet<string> = new Set(['arguments', 'args', 'input', 'kwargs', 'params', 'parameters']);
const MAX_LENGTH = 1_000_000;
/** More words than any question has; longer ones would keep every other client waiting. */
const MAX_TEXT_LENGTH = 10_000;
