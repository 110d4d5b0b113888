// SMART Backend Services: a machine proves itself with a key it signs with.
import { createPrivateKey, randomUUID } from 'node:crypto';
import { importJWK, importPKCS8, type JWK, SignJWT } from 'jose';
import { HopperError } from '../../../errors.ts';
import type { Authorizer } from './authorizer.ts';
import { createTokenCache, findEndpoints, requestToken, type SmartToken } from './smart-token.ts';

export interface BackendCredentials {
  readonly clientId: string;
  /** Private key as JWK, or as PEM text (PKCS #8). */
  readonly privateKey: JWK | string;
  /** @default ES384 for an elliptic-curve key, RS384 for an RSA key */
  readonly algorithm?: 'RS384' | 'ES384';
  /** Key id the server knows the public key by. @default the JWK's `kid` */
  readonly keyId?: string;
  /** @default system/*.read */
  readonly scope?: string;
  /** @default as the server's SMART configuration says */
  readonly tokenUrl?: string;
}

/**
 * Authorise by signed assertions. A token is used until shortly before it ends, and asked for once however many requests wait.
 *
 * Source: SMART App Launch 2.2, backend-services.html (private_key_jwt, RS384 or ES384).
 */
export function createBackendAuth(credentials: BackendCredentials, base: URL, allowPlainHttp: boolean): Authorizer {
  const tokens = createTokenCache(() => askToken(credentials, base, allowPlainHttp));
  const header = async (refused?: string) =>
    `Bearer ${(await tokens.get(refused?.slice('Bearer '.length))).accessToken}`;
  return { header, canRenew: true, patient: () => undefined };
}

async function askToken(credentials: BackendCredentials, base: URL, allowPlainHttp: boolean): Promise<SmartToken> {
  const { clientId, scope = 'system/*.read' } = credentials;
  const { token } = await findEndpoints(base, credentials.tokenUrl, allowPlainHttp);
  return requestToken(token, {
    grant_type: 'client_credentials',
    scope,
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: await signAssertion(credentials, clientId, token),
  });
}

async function signAssertion(credentials: BackendCredentials, clientId: string, audience: URL): Promise<string> {
  const { privateKey } = credentials;
  const jwk = typeof privateKey === 'string' ? undefined : privateKey;
  const algorithm = credentials.algorithm ?? algorithmOf(jwk, privateKey);
  const keyId = credentials.keyId ?? jwk?.kid;
  try {
    const key =
      jwk === undefined ? await importPKCS8(privateKey as string, algorithm) : await importJWK(jwk, algorithm);
    return await new SignJWT({})
      .setProtectedHeader({ alg: algorithm, typ: 'JWT', ...(keyId === undefined ? {} : { kid: keyId }) })
      .setIssuer(clientId)
      .setSubject(clientId)
      .setAudience(audience.href)
      .setJti(randomUUID())
      .setIssuedAt()
      .setExpirationTime('4m')
      .sign(key);
  } catch {
    // The library's message may quote the key.
    throw new HopperError(
      'invalid-input',
      `Expected a private key for ${algorithm} as JWK or PKCS #8 PEM, found one that can't sign.`,
    );
  }
}

function algorithmOf(jwk: JWK | undefined, key: JWK | string): 'RS384' | 'ES384' {
  if (jwk !== undefined) return jwk.kty === 'EC' ? 'ES384' : 'RS384';
  try {
    return createPrivateKey(key as string).asymmetricKeyType === 'ec' ? 'ES384' : 'RS384';
  } catch {
    return 'RS384';
  }
}
