// The official SQL-on-FHIR v2 tests, read from the test data folder.
import { readdirSync } from 'node:fs';
import fhirpath from 'fhirpath';
import { parse } from 'lossless-json';
import { describe, expect, it } from 'vitest';
import { hasSharedData, readShared, sharedPath } from '../../../test/support/shared-data.ts';
import { HopperError } from '../../errors.ts';
import type { FhirResource } from '../../fhir/resource.ts';
import { runView } from './run-view.ts';

interface OfficialTest {
  readonly title: string;
  readonly view: unknown;
  readonly expect?: readonly Record<string, unknown>[];
  readonly expectColumns?: readonly string[];
  readonly expectError?: boolean;
}

const folder = 'sql-on-fhir';
const present = hasSharedData();

describe.skipIf(!present)('official SQL-on-FHIR v2 tests', () => {
  for (const file of present ? readdirSync(sharedPath(folder)).filter((name) => name.endsWith('.json')) : []) {
    const text = readShared(folder, file);
    const { tests } = JSON.parse(text) as { tests: readonly OfficialTest[] };
    // Decimals keep their written digits (1.0), which boundaries depend on.
    const { resources } = parse(text, null, parseNumber) as { resources: readonly FhirResource[] };
    for (const test of tests) {
      it(`${file}: ${test.title}`, () => {
        if (test.expectError === true) {
          expect(() => runView(test.view, resources)).toThrow(HopperError);
          return;
        }
        const table = runView(test.view, resources);
        if (test.expectColumns !== undefined) expect(table.columns).toEqual(test.expectColumns);
        if (test.expect !== undefined) expect(sorted(table.rows)).toEqual(sorted(test.expect));
      });
    }
  }
});

function parseNumber(written: string): unknown {
  return written.includes('.') ? fhirpath.FP_Decimal.getDecimal(written) : Number(written);
}

/** Rows in one order: the official tests compare tables as sets. */
function sorted(rows: readonly Record<string, unknown>[]): string[] {
  return rows.map((row) => JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)))).sort();
}

describe('runView', () => {
  it('joins nested selects as a cross product and keeps the order of columns', () => {
    const patient = { resourceType: 'Patient', id: 'p', name: [{ family: 'A', given: ['x', 'y'] }, { family: 'B' }] };
    const view = {
      resource: 'Patient',
      select: [
        { column: [{ name: 'key', path: 'getResourceKey()' }] },
        {
          forEach: 'name',
          column: [{ name: 'family', path: 'family' }],
          select: [{ forEachOrNull: 'given', column: [{ name: 'given', path: '$this' }] }],
        },
      ],
    };
    const table = runView(view, [patient]);
    expect(table.columns).toEqual(['key', 'family', 'given']);
    expect(table.rows).toEqual([
      { key: 'Patient/p', family: 'A', given: 'x' },
      { key: 'Patient/p', family: 'A', given: 'y' },
      { key: 'Patient/p', family: 'B', given: null },
    ]);
  });

  it('says which column has several values', () => {
    const view = { resource: 'Patient', select: [{ column: [{ name: 'family', path: 'name.family' }] }] };
    const patient = { resourceType: 'Patient', id: 'p', name: [{ family: 'A' }, { family: 'B' }] };
    expect(() => runView(view, [patient])).toThrow(/column family, found 2/);
  });
});
