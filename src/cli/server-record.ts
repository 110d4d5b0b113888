// A record from a live FHIR server: what the command line says about how to ask it. Secrets come from the environment.
import { readFileSync } from 'node:fs';
import { type Command, Option } from 'commander';
import type { ServerAuth } from '../adapters/sources/server/auth.ts';
import type { BackendCredentials } from '../adapters/sources/server/smart-backend.ts';
import { HopperError } from '../errors.ts';
import type { SourceContent } from '../fhir/record.ts';
import { note, withInterrupt } from './output.ts';

/** Options of a command whose RECORD may be a server's address. */
export interface ServerOptions {
  readonly patient?: string;
  readonly auth?: 'none' | 'bearer' | 'basic' | 'backend' | 'launch';
  readonly clientId?: string;
  readonly key?: string;
  readonly allowPlainHttp?: boolean;
}

/** Declare the options that a server's address as RECORD needs. */
export function takesServer(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--auth <way>',
        'for a server: bearer (FHIR_HOPPER_TOKEN), basic (FHIR_HOPPER_USER, FHIR_HOPPER_PASSWORD), backend (SMART, ' +
          '--client-id and --key), launch (SMART in a browser, --client-id); default: bearer when the token is set',
      ).choices(['none', 'bearer', 'basic', 'backend', 'launch']),
    )
    .option('--client-id <id>', 'client id for --auth backend or launch')
    .option('--key <file>', 'private key for --auth backend: a JWK or PEM file')
    .option('--allow-plain-http', 'allow http:// to other machines: the record then travels in the clear');
}

/** Whether RECORD is the address of a server. */
export function isServerAddress(record: string): boolean {
  return /^https?:\/\//i.test(record);
}

/** The host of an address, without the credentials that may stand in it. */
export function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : 'the server';
}

/** All that a server gives of the patient; what did not come is in `completeness`. Ctrl-C cancels. */
export function readFromServer(
  address: string,
  options: ServerOptions,
  onProgress: (label: string) => void,
): Promise<SourceContent> {
  const auth = authOf(options);
  return withInterrupt(async (signal) => {
    const { readServer } = await import('../adapters/sources/server/read-server.ts');
    return readServer(address, {
      auth,
      signal,
      allowPlainHttp: options.allowPlainHttp === true,
      ...(options.patient === undefined ? {} : { patient: options.patient }),
      onProgress: ({ pages, resources }) =>
        onProgress(`reading ${hostOf(address)}: ${resources} resources on ${pages} pages`),
    });
  });
}

function authOf(options: ServerOptions): ServerAuth {
  const { FHIR_HOPPER_TOKEN: token } = process.env;
  switch (options.auth ?? (token === undefined ? 'none' : 'bearer')) {
    case 'none':
      return { kind: 'none' };
    case 'bearer':
      return { kind: 'bearer', token: fromEnvironment('FHIR_HOPPER_TOKEN', 'bearer') };
    case 'basic':
      return {
        kind: 'basic',
        user: fromEnvironment('FHIR_HOPPER_USER', 'basic'),
        password: fromEnvironment('FHIR_HOPPER_PASSWORD', 'basic'),
      };
    case 'backend':
      return {
        kind: 'backend',
        clientId: required(options.clientId, '--client-id', 'backend'),
        privateKey: keyOf(options.key),
      };
    case 'launch':
      return {
        kind: 'launch',
        clientId: required(options.clientId, '--client-id', 'launch'),
        openBrowser: (address) => note(`Sign in at ${address}`),
      };
  }
}

/** A PEM text, or a JWK where the file holds JSON. */
function keyOf(path: string | undefined): BackendCredentials['privateKey'] {
  const file = required(path, '--key', 'backend');
  const text = readKeyFile(file);
  if (!text.trimStart().startsWith('{')) return text;
  try {
    return JSON.parse(text) as BackendCredentials['privateKey'];
  } catch {
    throw new HopperError('invalid-input', `Expected a private key as JWK or PEM in ${file}; found broken JSON.`);
  }
}

function readKeyFile(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new HopperError('not-found', `Expected a private key in the file ${file}; it can't be read.`, {
      cause: error,
    });
  }
}

function fromEnvironment(name: string, way: string): string {
  return required(process.env[name], `the environment variable ${name}`, way);
}

function required(value: string | undefined, what: string, way: string): string {
  if (value !== undefined && value !== '') return value;
  throw new HopperError('invalid-input', `Expected ${what} for --auth ${way}; found none.`);
}
