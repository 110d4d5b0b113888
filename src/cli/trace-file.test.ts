import { mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openTrace } from './trace-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'fhir-hopper-trace-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const event = { type: 'step-start', step: 1 } as const;

it('is readable by its owner alone, also where a file was before', () => {
  const path = join(folder, 'old.jsonl');
  writeFileSync(path, 'old', { mode: 0o644 });
  const trace = openTrace(path, []);
  trace.write(event);
  trace.close();

  expect(readFileSync(path, 'utf8')).toBe(`${JSON.stringify(event)}\n`);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

it('never takes the place of what is read, by whatever path, nor lies among it', () => {
  const record = join(folder, 'record.json');
  const link = join(folder, 'link.json');
  writeFileSync(record, '{}');
  symlinkSync(record, link);

  expect(() => openTrace(link, [record])).toThrow(/among what is read/);
  expect(() => openTrace(record, [link])).toThrow(/among what is read/);
  expect(() => openTrace(join(folder, 'new.jsonl'), [folder])).toThrow(/among what is read/);
  expect(readFileSync(record, 'utf8')).toBe('{}');
  for (const input of ['-', 'https://server/fhir', join(folder, 'rec')]) {
    openTrace(join(folder, 'record.jsonl'), [input]).close();
  }
});
