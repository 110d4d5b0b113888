// The patients of a source: who they are, and which of them a person means by an id, an identifier or a name.
import { HopperError } from '../errors.ts';
import { identifierKeys } from './identity.ts';
import type { RecordResource } from './record.ts';
import { asArray, asObjects, asText, type FhirResource } from './resource.ts';

/** One patient that a source speaks of. */
export interface ListedPatient {
  /** `Patient/id`; also of a patient who is only referred to. */
  readonly key: string;
  /** Identifier values, as `system|value` where a system is given, and keys of further Patients who are the same person. */
  readonly ids: readonly string[];
  /** Names as a person writes them. Empty when not loaded. */
  readonly names: readonly string[];
}

/** @param others further Patients that are the same person: their ids and names lead here too */
export function describePatient(
  key: string,
  loaded: RecordResource | undefined,
  others: readonly RecordResource[] = [],
): ListedPatient {
  const all = loaded === undefined ? others : [loaded, ...others];
  const ids = all.flatMap(({ resource }) => identifierKeys(resource).filter((token) => token.includes('|')));
  return {
    key,
    ids: [...new Set([...ids.map((token) => token.replace(/^\|/, '')), ...others.map((other) => other.key)])],
    names: [...new Set(all.flatMap(({ resource }) => namesOf(resource)))],
  };
}

/**
 * The one patient meant by an id or key, else by an identifier value, else by a name (all its words, in any order and case).
 *
 * @throws `not-found` when nobody fits, `invalid-input` when several do
 */
export function findPatient(patients: readonly ListedPatient[], asked: string): ListedPatient {
  const wanted = asked.trim();
  const word = plain(wanted);
  const ways: ((patient: ListedPatient) => boolean)[] = [
    ({ key }) => key === wanted || key === `Patient/${wanted}`,
    ({ ids }) =>
      ids.some((id) => id === wanted || id === `Patient/${wanted}` || id.slice(id.indexOf('|') + 1) === wanted),
    ({ key, ids }) =>
      plain(key) === plain(`Patient/${wanted}`) || ids.some((id) => plain(id.slice(id.indexOf('|') + 1)) === word),
    ({ names }) => names.some((name) => plain(name) === word),
    ({ names }) => word !== '' && names.some((name) => holdsWords(plain(name), word)),
  ];
  for (const fits of ways) {
    const found = patients.filter(fits);
    const [only] = found;
    if (only !== undefined && found.length === 1) return only;
    if (found.length > 1) {
      const message = `${found.length} patients fit the one asked for; name one of ${listKeys(found)}.`;
      throw new HopperError('invalid-input', message, { details: { patients: found.map(({ key }) => key) } });
    }
  }
  const message = `Expected the id, identifier or name of a patient in the source, found none that fits; it holds ${listKeys(patients)}.`;
  throw new HopperError('not-found', message, { details: { patients: patients.map(({ key }) => key) } });
}

/** Keys for a message, the first twenty. */
export function listKeys(patients: readonly ListedPatient[]): string {
  const shown = patients.slice(0, 20).map(({ key }) => key.replace(/^Patient\//, ''));
  const more = patients.length - shown.length;
  return patients.length === 0 ? 'no patient' : `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** A name as a person writes it: `text`, else given and family names. Source: FHIR HumanName (DSTU2's family is a list). */
function namesOf(patient: FhirResource): readonly string[] {
  const names: string[] = [];
  for (const name of asObjects(patient.name)) {
    const parts = [...asArray(name.given), ...asArray(name.family)].flatMap((part) => asText(part) ?? []);
    for (const text of [asText(name.text), parts.join(' ')]) {
      if (text !== undefined && text !== '' && !names.includes(text)) names.push(text);
    }
  }
  return names;
}

/** Lower case without accents, so that `Jose` finds `José`. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();
}

function holdsWords(name: string, words: string): boolean {
  const parts = name.split(/[\s,.]+/);
  return words.split(/[\s,.]+/).every((word) => word === '' || parts.includes(word));
}
