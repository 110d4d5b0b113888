// Under which elements a name that answers a question may stand: who, where, by what route.

/** What an element says of a resource, as far as names are told apart by it. */
export type NameFamily = 'what' | 'person' | 'place' | 'route' | 'status' | 'body-site';

/**
 * The families that a name may be of to answer a question; `undefined` where the question doesn't say. "Who" takes people
 * and organisations, "where" places, sites of the body and organisations too.
 *
 * @param gives what the cited tool results were asked to give: a role or element
 */
export function askedFamilies(question: string, gives: readonly string[]): ReadonlySet<NameFamily> | undefined {
  const byWords = questionWords.find(({ pattern }) => pattern.test(question))?.families;
  if (byWords !== undefined) return byWords;
  const given = gives.map((give) => familiesOfGive.get(give.toLowerCase()));
  return given.length === 0 || given.includes(undefined)
    ? undefined
    : new Set(given.flatMap((each) => [...(each ?? [])]));
}

/** The family of an element path; `undefined` for one that tells none apart. */
export function familyOf(path: string): NameFamily | undefined {
  for (const step of path.split('.')) {
    const family = elementFamilies.find(({ pattern }) => pattern.test(step))?.family;
    if (family !== undefined) return family;
  }
  return undefined;
}

/**
 * Whether a name stands under none but elements of other families, so that it can't be what was asked for. A name at an
 * element of no family may be anything.
 */
export function isOfOtherFamily(paths: Iterable<string>, asked: ReadonlySet<NameFamily>): boolean {
  for (const path of paths) {
    const family = familyOf(path);
    if (family === undefined || asked.has(family)) return false;
  }
  return true;
}

const questionWords: readonly { readonly pattern: RegExp; readonly families: ReadonlySet<NameFamily> }[] = [
  { pattern: /^\s*(?:by\s+)?(?:who|whom|whose|quién|quien)\b/i, families: new Set(['person']) },
  { pattern: /^\s*(?:where|dónde|donde)\b/i, families: new Set(['place', 'body-site', 'person']) },
  { pattern: /\b(?:what|which|by what)\s+route\b/i, families: new Set(['route']) },
];

const familiesOfGive: ReadonlyMap<string, ReadonlySet<NameFamily>> = new Map(
  Object.entries({
    performer: ['person'],
    place: ['place', 'person'],
    route: ['route'],
    status: ['status'],
    'body-site': ['body-site'],
    drug: ['what'],
    ingredient: ['what'],
  } satisfies Readonly<Record<string, readonly NameFamily[]>>).map(([give, families]) => [give, new Set(families)]),
);

/** Source: element names of FHIR DSTU2 to R5. */
const elementFamilies: readonly { readonly pattern: RegExp; readonly family: NameFamily }[] = [
  {
    pattern:
      /^(?:performer|requester|prescriber|recorder|asserter|author|participant|dispenser|informationSource|individual|actor|generalPractitioner|serviceProvider|managingOrganization|orderer|attester|custodian|practitioner)$/,
    family: 'person',
  },
  { pattern: /^location$/, family: 'place' },
  { pattern: /^route$/, family: 'route' },
  { pattern: /^(?:status|clinicalStatus|verificationStatus)$/, family: 'status' },
  { pattern: /^(?:bodySite|site)$/, family: 'body-site' },
  {
    pattern: /^(?:code|medication|medicationCodeableConcept|medicationReference|vaccineCode|ingredient)$/,
    family: 'what',
  },
];
