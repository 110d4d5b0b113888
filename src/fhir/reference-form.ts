// What a reference string says by its form alone: relative, versioned, absolute, urn, contained, conditional.

/** How a reference was written (model.md §1). */
export type ReferenceForm =
  | 'relative'
  | 'versioned'
  | 'absolute'
  | 'urn'
  | 'contained'
  | 'conditional'
  | 'identifier'
  | 'display-only'
  | 'malformed';

/** What became of it. Everything but `resolved` leaves a dangling link. */
export type ReferenceOutcome = 'resolved' | 'absent' | 'external' | 'wrong-type' | 'malformed' | 'ambiguous';

/** How a reference departs from the written rules though it can still be read. */
export type ReferenceSlip = 'letter-case' | 'type-twice' | 'path-before-type' | 'other-version' | 'no-type';

/** A reference string taken apart; parts that are not there are empty. */
export interface ParsedReference {
  readonly form: ReferenceForm;
  /** Service base of an absolute reference, without the closing slash. */
  readonly base: string;
  readonly type: string;
  readonly id: string;
  readonly versionId: string;
  /** Id of a contained resource, after `#`. */
  readonly fragment: string;
  /** Search part of a conditional reference, after `?`. */
  readonly query: string;
  readonly slip: ReferenceSlip | undefined;
}

const nothing: ParsedReference = {
  form: 'malformed',
  base: '',
  type: '',
  id: '',
  versionId: '',
  fragment: '',
  query: '',
  slip: undefined,
};

/**
 * Take a reference string apart. Never throws: what has no known form is `malformed`.
 *
 * Source: FHIR R4 references.html#literal, bundle.html#references, http.html#trules (conditional).
 */
export function parseReference(written: string): ParsedReference {
  const text = written.trim();
  if (text === '' || hasBlank(text)) return nothing;
  if (text.startsWith('#')) return { ...nothing, form: 'contained', fragment: text.slice(1) };
  if (/^urn:/i.test(text)) return { ...nothing, form: 'urn' };
  const mark = text.indexOf('?');
  if (mark >= 0) return parseConditional(text.slice(0, mark), text.slice(mark + 1));

  const hash = text.indexOf('#');
  const fragment = hash < 0 ? '' : text.slice(hash + 1);
  const address = hash < 0 ? text : text.slice(0, hash);
  const scheme = address.indexOf('://');
  return scheme > 0 ? parseAbsolute(address, scheme, fragment) : parseRelative(address, fragment);
}

/** Whether a word could be the name of a resource type; letter case is forgiven. */
function isTypeWord(word: string | undefined): word is string {
  return word !== undefined && /^[A-Za-z]{4,}$/.test(word);
}

function hasBlank(text: string): boolean {
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) <= 32) return true;
  return false;
}

function parseConditional(address: string, query: string): ParsedReference {
  const segments = address.split('/').filter((segment) => segment !== '');
  const type = segments.at(-1);
  if (!isTypeWord(type) || query === '') return nothing;
  const base = segments.length > 1 && address.includes('://') ? address.slice(0, address.lastIndexOf('/')) : '';
  return { ...nothing, form: 'conditional', base, type, query };
}

function parseAbsolute(address: string, scheme: number, fragment: string): ParsedReference {
  const segments = address.slice(scheme + 3).split('/');
  while (segments.at(-1) === '') segments.pop();
  const tail = readTail(segments);
  // An address without a Type/id tail is still an address: it may be somebody's fullUrl.
  if (tail === undefined) return { ...nothing, form: 'absolute', base: address, fragment };
  const base = `${address.slice(0, scheme + 3)}${segments.slice(0, tail.start).join('/')}`;
  const form = tail.versionId === '' ? 'absolute' : 'versioned';
  return { ...nothing, form, base, type: tail.type, id: tail.id, versionId: tail.versionId, fragment };
}

function parseRelative(address: string, fragment: string): ParsedReference {
  const segments = address.split('/').filter((segment) => segment !== '' && segment !== '.' && segment !== '..');
  const tail = readTail(segments);
  if (tail === undefined) {
    const lone = segments.length === 1 ? (segments[0] ?? '') : '';
    return { ...nothing, id: lone, fragment, slip: lone === '' ? undefined : 'no-type' };
  }
  const form = tail.versionId === '' ? 'relative' : 'versioned';
  const before = segments[tail.start - 1];
  const slip =
    before === undefined
      ? undefined
      : before.toLowerCase() === tail.type.toLowerCase()
        ? 'type-twice'
        : 'path-before-type';
  return { ...nothing, form, type: tail.type, id: tail.id, versionId: tail.versionId, fragment, slip };
}

/** The last `Type/id` or `Type/id/_history/version` of a path, and where in it the type stands. */
function readTail(
  segments: readonly string[],
): { type: string; id: string; versionId: string; start: number } | undefined {
  const count = segments.length;
  if (count >= 4 && segments[count - 2] === '_history' && isTypeWord(segments[count - 4])) {
    return {
      type: segments[count - 4] as string,
      id: segments[count - 3] as string,
      versionId: segments[count - 1] as string,
      start: count - 4,
    };
  }
  const type = segments[count - 2];
  if (count < 2 || !isTypeWord(type)) return undefined;
  return { type, id: segments[count - 1] as string, versionId: '', start: count - 2 };
}
