// One patient's record from a live FHIR server, with what is missing said.
import { HopperError } from '../../../errors.ts';
import { addDocument, createContentBuilder, finishContent } from '../../../fhir/bundle.ts';
import { parseVersion } from '../../../fhir/fhir-version.ts';
import type { SourceContent } from '../../../fhir/record.ts';
import { createAuthorizer } from './auth.ts';
import { type Capabilities, commonSearches, readCapabilities } from './compartment-search.ts';
import { createFhirRequests, type RequestFailure } from './fhir-requests.ts';
import type { Reading } from './reading.ts';
import { readReferenced } from './referenced.ts';
import { readSearch, type SearchSettings } from './search-pages.ts';
import { below, parseServerBase } from './server-address.ts';
import type { ReadServerOptions } from './server-options.ts';

/**
 * Read all that a FHIR server gives of one patient: `Patient/{id}/$everything`, and where it has none, the patient
 * compartment type by type from its CapabilityStatement; then, one by one, what those resources refer to.
 *
 * Whatever did not come is said in `completeness`: a server's trouble in the middle never costs what came before.
 *
 * Source: FHIR R4 patient-operation-everything.html, http.html, search.html.
 *
 * @throws `invalid-input` for an address that can't or shouldn't be asked, `not-found` when the server knows no such patient,
 * `source-failed` when nothing can be read (no connection, no right, no FHIR), `cancelled`
 */
export async function readServer(address: string, options: ReadServerOptions = {}): Promise<SourceContent> {
  const { allowPlainHttp = false, auth = { kind: 'none' } } = options;
  const base = parseServerBase(address, allowPlainHttp);
  const authorizer = createAuthorizer(auth, base, allowPlainHttp);
  // A launch tells its patient with the first token.
  if (options.patient === undefined) await authorizer.header();
  const patientId = patientIdOf(options.patient ?? authorizer.patient());
  const requests = createFhirRequests(base, authorizer, options);
  const builder = createContentBuilder();
  const reading: Reading = {
    base,
    requests,
    builder,
    options,
    patientId,
    source: `${base.host}${base.pathname.replace(/\/$/, '')}`,
    pages: { count: 0 },
  };

  const capabilities = await askCapabilities(reading);
  const hasEverything = capabilities?.hasEverything !== false && (await readEverything(reading));
  if (!hasEverything) await readCompartment(reading, capabilities);
  await readReferenced(reading);
  const fhirVersion = capabilities?.fhirVersion === undefined ? undefined : parseVersion(capabilities.fhirVersion);
  return { ...finishContent(builder), ...(fhirVersion === undefined ? {} : { fhirVersion }) };
}

function patientIdOf(asked: string | undefined): string {
  const id = asked?.replace(/^Patient\//, '') ?? '';
  if (/^[A-Za-z0-9.-]{1,128}$/.test(id)) return id;
  throw new HopperError(
    'invalid-input',
    'Expected the id of a patient on the server (letters, digits, - and .), found none or something else.',
  );
}

async function askCapabilities({ base, requests, builder, source }: Reading): Promise<Capabilities | undefined> {
  const answer = await requests.get(below(base, 'metadata'));
  if (answer.ok && Array.isArray(answer.resource.rest)) return readCapabilities(answer.resource);
  const found = answer.ok ? `a ${answer.resource.resourceType}` : answer.reason;
  const message = `Expected a CapabilityStatement from ${source}, found ${found}; the usual operations are tried.`;
  builder.issues.push({ severity: 'information', code: 'no-capabilities', message, source });
  return undefined;
}

/** @returns whether the server has the operation */
async function readEverything(reading: Reading): Promise<boolean> {
  const { base, builder, patientId, source, options } = reading;
  const url = below(base, `Patient/${patientId}/$everything`, { _count: String(options.pageSize ?? 200) });
  const { failure } = await readSearch(url, settingsOf(reading, '$everything'));
  if (failure === undefined) return true;
  if (failure.status === 0 || failure.status === 401) throw failed(source, failure);
  const message = `${source} has no usable $everything (${failure.reason}); the patient's resources are read type by type.`;
  builder.issues.push({ severity: 'information', code: 'no-everything', message, source });
  return false;
}

async function readCompartment(reading: Reading, capabilities: Capabilities | undefined): Promise<void> {
  const { base, requests, builder, patientId, source, options } = reading;
  const patient = await requests.get(below(base, `Patient/${patientId}`));
  if (!patient.ok) throw failed(source, patient, patientId);
  if (patient.resource.resourceType !== 'Patient') {
    throw new HopperError(
      'source-failed',
      `Expected Patient/${patientId} from ${source}, found a ${patient.resource.resourceType}.`,
    );
  }
  addDocument(builder, patient.resource, source);
  const offered = capabilities?.searches ?? [];
  const searches = offered.length > 0 ? offered : commonSearches;
  await Promise.all(
    searches.map(async ({ type, parameter }) => {
      const url = below(base, type, { [parameter]: `Patient/${patientId}`, _count: String(options.pageSize ?? 200) });
      const { failure } = await readSearch(url, settingsOf(reading, type));
      if (failure === undefined) return;
      // Where the server did not offer the type, not having it is no loss.
      if (offered.length === 0 && (failure.status === 404 || failure.status === 400)) return;
      builder.missing.push(`${type}: the search did not succeed (${failure.reason})`);
    }),
  );
}

function settingsOf(reading: Reading, name: string): SearchSettings {
  const { requests, builder, source, options, pages } = reading;
  const onPage = () => {
    pages.count++;
    options.onProgress?.({ pages: pages.count, resources: builder.entries.length });
  };
  return { requests, builder, name, source, maxPages: options.maxPages ?? 10_000, onPage };
}

function failed(source: string, { status, reason }: RequestFailure, patientId?: string): HopperError {
  if ((status === 404 || status === 410) && patientId !== undefined) {
    return new HopperError(
      'not-found',
      `Expected Patient/${patientId} on ${source}, but the server knows none (HTTP ${status}).`,
    );
  }
  const hint = status === 401 || status === 403 ? '; check the auth option and its scopes' : '';
  return new HopperError('source-failed', `Expected a patient's record from ${source}, found ${reason}${hint}.`);
}
