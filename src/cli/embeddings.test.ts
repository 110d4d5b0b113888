import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { openEmbeddings } from './embeddings.ts';

const folder = mkdtempSync(join(tmpdir(), 'fhir-hopper-embeddings-'));
const file = join(folder, 'file');
writeFileSync(file, '');
const embeddingsUrl = 'http://localhost:1/v1';
let said = '';
vi.spyOn(process.stderr, 'write').mockImplementation((piece) => {
  said += String(piece);
  return true;
});
afterEach(() => {
  said = '';
  vi.unstubAllEnvs();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('an embedding model by name', () => {
  it.each([
    [
      { embeddings: 'nobody:x' },
      /an embedding model as provider:model, with one of google:…, openai:…, openai-compatible:…/,
    ],
    [{ embeddings: 'bedrock:x' }, /embeddings \(google, openai, openai-compatible\); bedrock has none/],
    [{ embeddings: 'google:' }, /name after google:, e\.g\. google:gemini-embedding-001/],
    [{ embeddings: 'google:gemini-embedding-001' }, /GEMINI_API_KEY.*leave out --embeddings/],
    [{ embeddings: 'openai-compatible:m' }, /Expected --embeddings-url/],
    [{ embeddings: 'openai-compatible:m', embeddingsUrl: 'localhost' }, /--embeddings-url as http/],
    [{ embeddingsUrl }, /Expected --embeddings MODEL with --embeddings-url/],
    [{ embeddingsCache: folder }, /Expected --embeddings MODEL with --embeddings-cache/],
  ])('is refused before anything is said or sent: %j', async (options, message) => {
    for (const name of ['GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY', 'GOOGLE_API_KEY']) vi.stubEnv(name, '');
    await expect(openEmbeddings(options)).rejects.toMatchObject({
      code: 'invalid-input',
      message: expect.stringMatching(message),
    });
    expect(said).toBe('');
  });

  it('is none when none is named', async () => {
    expect(await openEmbeddings({})).toBeUndefined();
    expect(said).toBe('');
  });

  it('needs a named folder for its vectors, and goes on without the usual one', async () => {
    const options = { embeddings: 'openai-compatible:m', embeddingsUrl };
    await expect(openEmbeddings({ ...options, embeddingsCache: join(file, 'inside') })).rejects.toMatchObject({
      code: 'source-failed',
    });
    vi.stubEnv('XDG_CACHE_HOME', file);
    expect(await openEmbeddings(options)).toMatchObject({ name: 'openai-compatible:m' });
    expect(said).toMatch(/folder for cached vectors.*Going on without\./);
  });
});
