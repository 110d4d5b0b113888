import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openResultFolder } from '../../src/adapters/storage/result-folder.ts';
import type { CaseResult } from '../../src/evaluation/case-result.ts';

const result = (caseId: string): CaseResult => ({
  arm: 'offline',
  dataset: 'questions',
  caseId,
  record: 'p',
  kind: 'k',
  outcome: 'abstained',
  seconds: 0,
  recordNodes: 1,
});

describe('the folder of a run', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fhir-hopper-run-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('stores each result at once and cuts off the half line of a killed run', async () => {
    const run = await openResultFolder(folder);
    await Promise.all(['1', '2'].map((caseId) => run.append(result(caseId))));
    await run.close();
    await appendFile(join(folder, 'results.jsonl'), '{"arm":"off');
    const again = await openResultFolder(folder);
    expect((await again.read()).map(({ caseId }) => caseId)).toEqual(['1', '2']);
    await again.append(result('3'));
    await again.close();
    expect((await readFile(join(folder, 'results.jsonl'), 'utf8')).trim().split('\n')).toHaveLength(3);
  });

  it('refuses a second run that is alive, takes over from one that is dead', async () => {
    const run = await openResultFolder(folder);
    await expect(openResultFolder(folder)).rejects.toThrow(/in use by another run/);
    await run.close();
    await writeFile(join(folder, 'run.lock'), '999999999');
    await (await openResultFolder(folder)).close();
  });

  it('names the line that is no result', async () => {
    await writeFile(join(folder, 'results.jsonl'), 'nonsense\n');
    await expect(openResultFolder(folder)).rejects.toThrow(/line 1/);
    await expect(openResultFolder(folder)).rejects.toThrow(/line 1/);
  });
});
