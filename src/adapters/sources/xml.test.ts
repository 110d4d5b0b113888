// FHIR XML to JSON: shapes by the version's model, primitives typed, what stands beside a primitive kept.
import { describe, expect, it } from 'vitest';
import { parseFhirXml } from './xml.ts';

const wrap = (type: string, inner: string) =>
  `<?xml version="1.0"?><${type} xmlns="http://hl7.org/fhir">${inner}</${type}>`;

describe('parseFhirXml', () => {
  it('makes lists of what repeats and values of their type', async () => {
    const xml = wrap(
      'Observation',
      `<id value="o"/><status value="final"/><category><coding><code value="lab"/></coding></category><code><text value="K&amp;L"/></code>
       <subject><reference value="Patient/p"/></subject><valueQuantity><value value="4.50"/><unit value="mmol/L"/></valueQuantity>
       <component><code><text value="a"/></code><valueBoolean value="true"/></component>`,
    );
    expect(await parseFhirXml(xml, 'x')).toEqual({
      resourceType: 'Observation',
      id: 'o',
      status: 'final',
      category: [{ coding: [{ code: 'lab' }] }],
      code: { text: 'K&L' },
      subject: { reference: 'Patient/p' },
      valueQuantity: { value: 4.5, unit: 'mmol/L' },
      component: [{ code: { text: 'a' }, valueBoolean: true }],
    });
  });

  it('keeps ids and extensions of primitives, also of lists with gaps', async () => {
    const xml = wrap(
      'Patient',
      `<name><given value="Ann"/><given><extension url="http://x"><valueCode value="unknown"/></extension></given></name>
       <birthDate id="b" value="1970"><extension url="http://y"><valueString value="z"/></extension></birthDate>`,
    );
    expect(await parseFhirXml(xml, 'x')).toMatchObject({
      name: [{ given: ['Ann', null], _given: [null, { extension: [{ url: 'http://x', valueCode: 'unknown' }] }] }],
      birthDate: '1970',
      _birthDate: { id: 'b', extension: [{ url: 'http://y', valueString: 'z' }] },
    });
  });

  it('reads Bundles, contained resources and narrative', async () => {
    const contained = '<contained><Medication><id value="m"/></Medication></contained>';
    const xml = wrap(
      'Bundle',
      `<type value="collection"/><entry><fullUrl value="urn:uuid:1"/><resource><MedicationRequest><text><status value="generated"/>
       <div xmlns="http://www.w3.org/1999/xhtml"><p>Take &lt;2</p></div></text>${contained}</MedicationRequest></resource></entry>`,
    );
    expect(await parseFhirXml(xml, 'x')).toEqual({
      resourceType: 'Bundle',
      type: 'collection',
      entry: [
        {
          fullUrl: 'urn:uuid:1',
          resource: {
            resourceType: 'MedicationRequest',
            text: { status: 'generated', div: '<div xmlns="http://www.w3.org/1999/xhtml"><p>Take &lt;2</p></div>' },
            contained: [{ resourceType: 'Medication', id: 'm' }],
          },
        },
      ],
    });
  });

  it('takes the version whose elements it knows: a DSTU2 family name is a list, an R4 one is not', async () => {
    const dstu2 = wrap(
      'Bundle',
      '<entry><resource><MedicationOrder><dateWritten value="2014"/></MedicationOrder></resource></entry><entry><resource><Patient><name><family value="A"/></name></Patient></resource></entry>',
    );
    expect(await parseFhirXml(dstu2, 'x')).toMatchObject({ entry: [{}, { resource: { name: [{ family: ['A'] }] } }] });
    expect(await parseFhirXml(wrap('Patient', '<name><family value="A"/></name>'), 'x')).toMatchObject({
      name: [{ family: 'A' }],
    });
  });
});
