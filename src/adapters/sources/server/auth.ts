// Ways of showing a FHIR server the right to read: none, a token, a password, SMART for machines, SMART for people.
import { HopperError } from '../../../errors.ts';
import type { Authorizer } from './authorizer.ts';
import { type BackendCredentials, createBackendAuth } from './smart-backend.ts';
import { createLaunchAuth, type LaunchSettings } from './smart-launch.ts';

export type ServerAuth =
  | { readonly kind: 'none' }
  | { readonly kind: 'bearer'; readonly token: string }
  | { readonly kind: 'basic'; readonly user: string; readonly password: string }
  | ({ readonly kind: 'backend' } & BackendCredentials)
  | ({ readonly kind: 'launch' } & LaunchSettings);

/** @param allowPlainHttp also for token endpoints */
export function createAuthorizer(auth: ServerAuth, base: URL, allowPlainHttp: boolean): Authorizer {
  switch (auth.kind) {
    case 'none':
      return fixed(undefined);
    case 'bearer':
      return fixed(`Bearer ${headerSafe(auth.token, 'token')}`);
    case 'basic':
      return fixed(`Basic ${Buffer.from(`${auth.user}:${auth.password}`, 'utf8').toString('base64')}`);
    case 'backend':
      return createBackendAuth(auth, base, allowPlainHttp);
    case 'launch':
      return createLaunchAuth(auth, base, allowPlainHttp);
  }
}

function fixed(header: string | undefined): Authorizer {
  return { header: async () => header, canRenew: false, patient: () => undefined };
}

function headerSafe(text: string, what: string): string {
  if (/^[\x21-\x7e]+$/.test(text)) return text;
  throw new HopperError(
    'invalid-input',
    `Expected a ${what} of visible ASCII characters without blanks, found other characters in it.`,
  );
}
