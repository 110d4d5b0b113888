// Parts of a person that elements tell apart by a type or system inside them: numbers, phone, email, name, address.
import { asArray, asObjects, asText, type JsonObject } from '../fhir/resource.ts';

/**
 * Texts of a part of a Patient, as written; `undefined` for a role that is no such part. Numbers go by the type of
 * identifier; where the record types none of them, the number that a person goes by is any.
 *
 * Source: FHIR R4 Patient.identifier, .name, .telecom, .address; identifier types: HL7 v2 table 0203.
 */
export function personPart(patient: JsonObject, role: string): readonly string[] | undefined {
  const type = numberTypes[role];
  if (type !== undefined) return numbersOf(patient, type);
  switch (role) {
    case 'identifier':
      return valuesOf(asObjects(patient.identifier));
    case 'phone':
    case 'email':
      return valuesOf(asObjects(patient.telecom).filter((contact) => asText(contact.system) === role));
    case 'name':
      return nameParts(currentOf(asObjects(patient.name)));
    case 'address':
      return addressParts(currentOf(asObjects(patient.address)));
    default:
      return undefined;
  }
}

interface NumberType {
  /** Code of v2 table 0203. */
  readonly code: string;
  readonly words: RegExp;
  /** Whether a number without a type may be it. */
  readonly isPlain: boolean;
}

const numberTypes: Readonly<Record<string, NumberType>> = {
  'medical-record-number': { code: 'MR', words: /medical[ -_]?record|\bmrn?\b|nhs[ -]?number/i, isPlain: true },
  'social-security-number': { code: 'SS', words: /social|ssn/i, isPlain: false },
  'driver-license': { code: 'DL', words: /driver/i, isPlain: false },
  passport: { code: 'PPN', words: /passport/i, isPlain: false },
};

function numbersOf(patient: JsonObject, type: NumberType): readonly string[] {
  const identifiers = asObjects(patient.identifier);
  const typed = identifiers.filter((identifier) => wordsOfType(identifier).length > 0);
  const chosen = typed.filter((identifier) =>
    wordsOfType(identifier).some((word) => word === type.code || type.words.test(word)),
  );
  if (chosen.length > 0) return valuesOf(chosen);
  const bySystem = identifiers.filter(({ system }) => type.words.test(asText(system) ?? ''));
  if (bySystem.length > 0) return valuesOf(bySystem);
  return type.isPlain ? valuesOf(identifiers.filter((identifier) => !typed.includes(identifier))) : [];
}

function wordsOfType({ type }: JsonObject): readonly string[] {
  return asObjects(type).flatMap((concept) =>
    [
      asText(concept.text),
      ...asObjects(concept.coding).flatMap(({ code, display }) => [asText(code), asText(display)]),
    ].filter((word) => word !== undefined),
  );
}

function valuesOf(elements: readonly JsonObject[]): readonly string[] {
  return [...new Set(elements.flatMap(({ value }) => asText(value) ?? []))];
}

/** The official or usual one, else the first that is not of old. */
function currentOf(elements: readonly JsonObject[]): JsonObject | undefined {
  return (
    elements.find(({ use }) => use === 'official' || use === 'usual') ??
    elements.find(({ use }) => use !== 'old' && use !== 'maiden') ??
    elements[0]
  );
}

function nameParts(name: JsonObject | undefined): readonly string[] {
  const parts = [...texts(name?.given), ...texts(name?.family)];
  return parts.length > 0 ? parts : texts(name?.text);
}

function addressParts(address: JsonObject | undefined): readonly string[] {
  const parts = ['line', 'city', 'district', 'state', 'postalCode', 'country'].flatMap((part) =>
    texts(address?.[part]),
  );
  return parts.length > 0 ? parts : texts(address?.text);
}

function texts(value: unknown): readonly string[] {
  return asArray(value).flatMap((part) => asText(part) ?? []);
}
