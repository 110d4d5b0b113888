// Entries that record an absence: "No known allergies" is something said, not nothing recorded.
import { plainText } from './plain-text.ts';

/** Whether a name or code says that there is none of its kind: looked for and not found. */
export function statesNone(nameOrCode: string): boolean {
  const plain = plainText(nameOrCode);
  return noneCodes.has(plain) || /^(no known|no current|no history of|none known|nil known|nkda?\b|nka\b)/.test(plain);
}

/**
 * SNOMED CT "no known …" findings, and the HL7 IPS absent-and-unknown-data codes, plain. `no-allergy-info` and its like
 * say that nothing is known, and are left out.
 * Source: http://hl7.org/fhir/uv/ips/CodeSystem/absent-unknown-uv-ips
 */
const noneCodes = new Set(
  [
    '716186003',
    '409137002',
    '429625007',
    '428607008',
    '1003774007',
    'no-known-allergies',
    'no-known-food-allergies',
    'no-known-medication-allergies',
    'no-known-environmental-allergies',
    'no-known-medications',
    'no-known-problems',
    'no-known-procedures',
    'no-known-immunizations',
    'no-known-devices',
  ].map(plainText),
);
