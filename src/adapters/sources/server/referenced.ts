// What a patient's resources refer to and the server did not send along: fetched one by one.

import { addDocument } from '../../../fhir/bundle.ts';
import { keyOf } from '../../../fhir/identity.ts';
import { eachReference } from '../../../fhir/reference.ts';
import { parseReference } from '../../../fhir/reference-form.ts';
import { asObjects, asText, type FhirResource, isResource } from '../../../fhir/resource.ts';
import type { Reading } from './reading.ts';
import { below } from './server-address.ts';

/** Fetch drugs, places, people and whatever else is referred to on this server, and what those refer to, up to a limit. */
export async function readReferenced({ base, requests, builder, source, options }: Reading): Promise<void> {
  const known = new Set(builder.entries.map(({ resource, fullUrl }) => keyOf(resource, fullUrl)));
  const asked = new Set<string>();
  const most = options.maxReferenced ?? 2000;
  const missed = new Map<string, number>();
  let next = 0;
  for (;;) {
    const wanted: string[] = [];
    for (; next < builder.entries.length; next++) {
      for (const key of keysIn((builder.entries[next] as (typeof builder.entries)[number]).resource, base)) {
        if (known.has(key) || asked.has(key)) continue;
        asked.add(key);
        wanted.push(key);
      }
    }
    const allowed = wanted.sort().slice(0, Math.max(0, most - (asked.size - wanted.length)));
    if (allowed.length < wanted.length)
      builder.missing.push(
        `${wanted.length - allowed.length} referenced resources were not fetched (limit maxReferenced)`,
      );
    if (allowed.length === 0) break;
    const answers = await Promise.all(allowed.map((key) => requests.get(below(base, key))));
    for (const answer of answers) {
      if (answer.ok) addDocument(builder, answer.resource, source);
      // What the server doesn't have stays an open link of the record; what it doesn't give is missing.
      else if (answer.status !== 404 && answer.status !== 410)
        missed.set(answer.reason, (missed.get(answer.reason) ?? 0) + 1);
    }
  }
  for (const [reason, count] of missed) builder.missing.push(`${count} referenced resources did not come (${reason})`);
}

/** Keys of the resources on this server that a resource refers to; other patients and groups are not fetched. */
function keysIn(resource: FhirResource, base: URL): readonly string[] {
  const keys: string[] = [];
  for (const one of [resource, ...asObjects(resource.contained).filter(isResource)]) {
    eachReference(one, (reference) => {
      const { form, type, id, base: written } = parseReference(asText(reference.reference) ?? '');
      if (form !== 'relative' && form !== 'absolute' && form !== 'versioned') return;
      if (written !== '' && written.replace(/\/+$/, '') !== base.href.replace(/\/+$/, '')) return;
      if (type !== 'Patient' && type !== 'Group' && /^[A-Za-z0-9.-]{1,128}$/.test(id)) keys.push(`${type}/${id}`);
    });
  }
  return keys;
}
