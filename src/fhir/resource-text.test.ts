import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FhirResource, FhirVersion } from './resource.ts';
import {
  describeResource,
  displayOf,
  nameOfResource,
  type ReferenceNames,
  type ResourceText,
  TextMemory,
} from './resource-text.ts';
import { textRoles, textRow } from './text-table.ts';

interface TextCase {
  readonly name: string;
  readonly version: FhirVersion;
  /** What its references lead to, by the reference as written. */
  readonly referred?: Readonly<Record<string, FhirResource>>;
  readonly resource: FhirResource;
  /** Fields of ResourceText; `names` as plain names, `attributes` as texts by role. Those not given are not compared. */
  readonly expect: Readonly<Record<string, unknown>>;
}
const cases: readonly TextCase[] = JSON.parse(readFileSync('test/cases/resource-text.json', 'utf8'));

function namesIn(referred: TextCase['referred'] = {}): ReferenceNames {
  const names: ReferenceNames = {
    nameOf(reference) {
      const written = String(reference.reference);
      const resource = referred[written];
      return resource && { name: nameOfResource(resource, names), key: written, resource };
    },
  };
  return names;
}

/** The fields a case speaks of, in its own shape. */
function sayAs(text: ResourceText, wanted: TextCase['expect']): Record<string, unknown> {
  const said: Record<string, unknown> = {};
  for (const field of Object.keys(wanted)) {
    if (field === 'names') said.names = text.names.filter((one) => !one.said).map((one) => one.name);
    else if (field === 'attributes') said.attributes = attributesOf(text, Object.keys(wanted.attributes as object));
    else said[field] = text[field as keyof ResourceText];
  }
  return said;
}

function attributesOf(text: ResourceText, roles: readonly string[]): Record<string, readonly string[]> {
  return Object.fromEntries(
    roles.map((role) => [role, text.attributes.filter((one) => one.role === role).map((one) => one.text)]),
  );
}

/** A text as it is written down, without how it is shared. */
function plain(text: ResourceText): unknown {
  return JSON.parse(JSON.stringify(text));
}

describe('describeResource', () => {
  it.each(cases)('says $name', ({ version, referred, resource, expect: wanted }) => {
    const text = describeResource(resource, version, namesIn(referred));
    expect(sayAs(text, wanted)).toEqual(wanted);
  });

  it('keeps codes under roles', () => {
    const resource = cases.find((one) => one.name === 'a hospital stay')!.resource;
    const { attributes } = describeResource(resource, 'R4', namesIn());
    expect(attributes.find((one) => one.role === 'class')?.codes).toEqual(['EMER']);
  });

  it('gives keys of the resources that names came from', () => {
    const { referred, resource } = cases.find((one) => one.name.startsWith('a susceptibility'))!;
    const { names } = describeResource(resource, 'R4', namesIn(referred));
    expect(names.map((one) => [one.element, one.key, one.role])).toEqual([
      ['derivedFrom', 'Observation/organism', 'organism'],
      ['derivedFrom.specimen', 'Specimen/1', 'specimen'],
    ]);
  });

  it('leaves the resource as it came, and says the same again', () => {
    for (const { version, referred, resource } of cases) {
      const before = JSON.stringify(resource);
      const first = describeResource(resource, version, namesIn(referred));
      expect(plain(describeResource(resource, version, namesIn(referred)))).toEqual(plain(first));
      expect(JSON.stringify(resource)).toBe(before);
    }
  });

  it('says the same with a memory shared by all', () => {
    const memory = new TextMemory();
    for (let round = 0; round < 2; round += 1) {
      for (const { version, referred, resource } of cases) {
        const alone = describeResource(resource, version, namesIn(referred));
        expect(plain(describeResource(resource, version, namesIn(referred), memory))).toEqual(plain(alone));
      }
    }
  });

  it('gives one wording to those that say the same beside their values', () => {
    const memory = new TextMemory();
    const wordingOf = (display: string, value: number, category: string) =>
      describeResource(
        {
          resourceType: 'Observation',
          code: { coding: [{ system: 'a', code: '1', display }, { code: '2' }] },
          category: [{ coding: [{ code: category }] }],
          valueQuantity: { value, unit: 'mg' },
        },
        'R4',
        namesIn(),
        memory,
      ).wording;
    const wording = wordingOf('Iron', 1, 'laboratory');
    expect(wordingOf('Iron', 2, 'laboratory')).toBe(wording);
    expect(wordingOf('Zinc', 1, 'laboratory')).not.toBe(wording);
    expect(wordingOf('Iron', 1, 'survey')).not.toBe(wording);
  });

  it('remembers a code by all that is written of it', () => {
    const memory = new TextMemory();
    const say = (code: object): string =>
      describeResource({ resourceType: 'Condition', code }, 'R4', namesIn(), memory).concept;
    expect(say({ coding: [{ system: 'a', code: '1', display: 'one' }] })).toBe('one');
    expect(say({ coding: [{ system: 'a', code: '1', display: 'two' }] })).toBe('two');
    expect(say({ coding: [{ system: 'a', code: '1', display: 'one' }], text: 'three' })).toBe('three');
    expect(say({ text: '1' })).toBe('1');
    expect(say({ coding: [{ system: 'a', code: '1', display: 'one' }] })).toBe('one');
  });

  it('never fails, whatever stands in the elements', () => {
    const types = [...new Set(cases.map((one) => one.resource.resourceType))];
    const elements = [...new Set(cases.flatMap((one) => Object.keys(one.resource)))];
    const anything = fc.object({
      key: fc.constantFrom(...elements, 'coding', 'text', 'value', 'reference', 'display'),
      maxDepth: 4,
    });
    fc.assert(
      fc.property(fc.constantFrom(...types, 'Whatever', 'constructor'), anything, (resourceType, content) => {
        const text = describeResource({ ...content, resourceType }, 'R4', namesIn());
        expect(text.concept).not.toBe('');
        expect(`${text.concept} ${text.value}`).not.toMatch(/undefined|\[object/);
      }),
      { numRuns: 500 },
    );
  });

  it('uses only roles of the vocabulary', () => {
    const roles = new Set<string>(textRoles);
    for (const { resource } of cases) {
      for (const { role } of textRow(resource.resourceType).parts) expect(roles).toContain(role);
    }
    for (const { version, referred, resource } of cases) {
      if (resource.resourceType === 'VisionPrescription') continue;
      for (const { role } of describeResource(resource, version, namesIn(referred)).attributes)
        expect(roles).toContain(role);
    }
  });
});

describe('displayOf', () => {
  it('goes from text to display to the published display to the code', () => {
    expect(displayOf({ text: 'Asthma', coding: [{ code: 'J45', display: 'Bronchial asthma' }] })).toBe('Asthma');
    expect(displayOf({ coding: [{ code: 'J45' }, { code: '195967001', display: 'Asthma' }] })).toBe('Asthma');
    expect(displayOf({ system: 'http://terminology.hl7.org/CodeSystem/v3-ActCode', code: 'AMB' })).toBe('ambulatory');
    expect(displayOf({ coding: [{ system: 'http://lab.example', code: 'XYZ' }] })).toBe('XYZ');
    for (const system of ['http://terminology.hl7.org/CodeSystem/v3-ActCode', 'http://hl7.org/fhir/constructor'])
      expect(displayOf({ system, code: 'constructor' })).toBe('constructor');
    expect(displayOf({ concept: { text: 'Asthma' } })).toBe('Asthma');
    expect(displayOf([{}, { text: 'second' }])).toBe('second');
    for (const nothing of [undefined, null, {}, [], '', { coding: [] }, 7]) expect(displayOf(nothing)).toBe('');
  });
});
