// The pages of one search, followed to their end or to the reason why not.
import { addDocument, type ContentBuilder } from '../../../fhir/bundle.ts';
import { keyOf } from '../../../fhir/identity.ts';
import { asObject, asObjects, asText, type FhirResource, isResource } from '../../../fhir/resource.ts';
import type { FhirRequests, RequestFailure } from './fhir-requests.ts';
import { parseAddress } from './server-address.ts';

/** How a search ended. */
export interface SearchEnd {
  readonly pages: number;
  /** Set when not even the first page came. */
  readonly failure: RequestFailure | undefined;
}

export interface SearchSettings {
  readonly requests: FhirRequests;
  readonly builder: ContentBuilder;
  /** What is searched, for messages: `Observation`, `$everything`. */
  readonly name: string;
  /** Name of the server for `source`. */
  readonly source: string;
  readonly maxPages: number;
  readonly onPage: (resources: number) => void;
}

/**
 * Read a search page by page. `next` is followed on the server's own origin alone, each address once. What the server
 * announced (`Bundle.total`) and what came are compared; a difference, or a page that didn't come, makes the content partial.
 *
 * Source: FHIR R4 search.html#paging, Bundle.total.
 */
export async function readSearch(first: URL, settings: SearchSettings): Promise<SearchEnd> {
  const { requests, builder, name, source, maxPages, onPage } = settings;
  const visited = new Set<string>();
  /** All that came; servers differ in whether a total counts what they include beside the matches. */
  const came = new Set<string>();
  const matches = new Set<string>();
  let announced: number | undefined;
  let pages = 0;
  const end = (reason: string | undefined, failure?: RequestFailure): SearchEnd => {
    if (reason !== undefined)
      builder.missing.push(
        `${name}: ${reason}; ${came.size} resources came${announced === undefined ? '' : ` of ${announced} announced`}`,
      );
    return { pages, failure };
  };

  for (let url: URL | undefined = first; url !== undefined; ) {
    if (visited.has(url.href)) return end('the server sends the same page again');
    if (pages >= maxPages) return end(`more than ${maxPages} pages (limit maxPages)`);
    visited.add(url.href);
    const answer = await requests.get(url);
    if (!answer.ok) {
      const failure = { status: answer.status, reason: answer.reason };
      return pages === 0 ? end(undefined, failure) : end(`page ${pages + 1} did not come (${answer.reason})`);
    }
    pages++;
    const bundle = answer.resource;
    if (bundle.resourceType === 'OperationOutcome') {
      addDocument(builder, bundle, source);
      return end(pages === 1 ? 'the server answers with an OperationOutcome' : `page ${pages} is an OperationOutcome`);
    }
    announced ??= typeof bundle.total === 'number' ? bundle.total : undefined;
    const before = builder.entries.length;
    for (const { key, isMatch } of keysOf(bundle)) {
      came.add(key);
      if (isMatch) matches.add(key);
    }
    addDocument(builder, withoutLinks(bundle), source);
    onPage(builder.entries.length - before);
    const next = nextOf(bundle);
    if (next === undefined) break;
    const target = parseAddress(next, url);
    if (target === undefined || target.origin !== first.origin)
      return end('its next page is at another host and was not followed');
    url = target;
  }
  if (announced !== undefined && announced > came.size) return end('fewer resources came than were announced');
  if (announced !== undefined && announced < matches.size) {
    const message = `${name}: the server announced ${announced} resources and sent ${matches.size}; all are kept.`;
    builder.issues.push({ severity: 'information', code: 'wrong-total', message, source });
  }
  return end(undefined);
}

function keysOf(bundle: FhirResource): readonly { readonly key: string; readonly isMatch: boolean }[] {
  if (bundle.resourceType !== 'Bundle') return [{ key: keyOf(bundle), isMatch: true }];
  return asObjects(bundle.entry).flatMap((entry) => {
    const { resource } = entry;
    const mode = asObject(entry.search)?.mode;
    if (!isResource(resource) || mode === 'outcome') return [];
    return [{ key: keyOf(resource, asText(entry.fullUrl)), isMatch: mode !== 'include' }];
  });
}

/** The pages are followed here, so the reader of Bundles need not miss them. */
function withoutLinks(bundle: FhirResource): FhirResource {
  return { ...bundle, link: [] };
}

function nextOf(bundle: FhirResource): string | undefined {
  return asText(asObjects(bundle.link).find((link) => link.relation === 'next')?.url);
}
