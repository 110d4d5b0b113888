// Addresses of a server: which may be asked, and which are its own.
import { HopperError } from '../../../errors.ts';

/**
 * The base of a FHIR service, without query and closing slash.
 *
 * @throws `invalid-input` for what is no http(s) address, carries credentials, or would send a record in the clear
 */
export function parseServerBase(written: string, allowPlainHttp: boolean): URL {
  const url = parseAddress(written);
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new HopperError(
      'invalid-input',
      'Expected the https:// base address of a FHIR server, found something else.',
    );
  }
  if (url.username !== '' || url.password !== '') {
    throw new HopperError(
      'invalid-input',
      `Expected the address of ${url.host} without a name and password in it; give them as the auth option.`,
    );
  }
  checkTransport(url, allowPlainHttp);
  url.search = '';
  url.hash = '';
  url.pathname = url.pathname.replace(/\/+$/, '');
  return url;
}

/** @throws `invalid-input` when a request would leave this machine unencrypted */
export function checkTransport(url: URL, allowPlainHttp: boolean): void {
  if (url.protocol === 'https:' || isLoopback(url) || allowPlainHttp) return;
  const message = `Expected https:// for ${url.host}, found http://: a record would travel in the clear. Use https, or allow plain http explicitly.`;
  throw new HopperError('invalid-input', message);
}

/** The address of something below a base: `Patient/1/$everything`. */
export function below(base: URL, path: string, parameters: Readonly<Record<string, string>> = {}): URL {
  const url = new URL(`${base.href.replace(/\/+$/, '')}/${path}`);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url;
}

/** A link as a server wrote it, absolute or relative to the page it stood on; `undefined` when it is no address. */
export function parseAddress(written: string, base?: URL): URL | undefined {
  try {
    return new URL(written, base);
  } catch {
    return undefined;
  }
}

function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}
