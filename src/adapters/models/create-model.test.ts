import { describe, expect, it } from 'vitest';
import { configuredProviders, createEmbeddingModel, createModel, destinationOf } from './create-model.ts';

describe('a model by name', () => {
  it.each([
    ['anthropic:claude-sonnet-4-5', { ANTHROPIC_API_KEY: 'k' }, undefined, 'claude-sonnet-4-5'],
    ['google:gemini-2.5-flash', { GEMINI_API_KEY: 'k' }, undefined, 'gemini-2.5-flash'],
    ['openai:gpt-5-mini', { OPENAI_API_KEY: 'k' }, undefined, 'gpt-5-mini'],
    ['openai-compatible:qwen3:8b', {}, 'http://localhost:11434/v1', 'qwen3:8b'],
    [
      'bedrock:amazon.nova-lite-v1:0',
      { AWS_BEARER_TOKEN_BEDROCK: 'k', AWS_REGION: 'eu-west-1' },
      undefined,
      'amazon.nova-lite-v1:0',
    ],
    ['azure:my-gpt', { AZURE_API_KEY: 'k', AZURE_RESOURCE_NAME: 'r' }, undefined, 'my-gpt'],
    ['vertex:gemini-2.5-flash', { GOOGLE_VERTEX_API_KEY: 'k' }, undefined, 'gemini-2.5-flash'],
    [
      'vertex:gemini-2.5-flash',
      { GOOGLE_VERTEX_PROJECT: 'p', GOOGLE_VERTEX_LOCATION: 'europe-west4' },
      undefined,
      'gemini-2.5-flash',
    ],
  ])('%s', (spec, env, baseUrl, modelId) => {
    const model = createModel(spec, { env, ...(baseUrl === undefined ? {} : { baseUrl }) });
    expect(model).toMatchObject({ specificationVersion: 'v3', modelId });
  });

  it.each([
    ['anthropic:claude-sonnet-4-5', {}, /ANTHROPIC_API_KEY; it is not set/],
    ['google:gemini-2.5-flash', {}, /GOOGLE_GENERATIVE_AI_API_KEY or GEMINI_API_KEY or GOOGLE_API_KEY/],
    ['anthropic:', { ANTHROPIC_API_KEY: 'k' }, /model's name after anthropic:, e\.g\. anthropic:claude/],
    ['claude', {}, /one of offline, anthropic:…, google:…, openai:…, openai-compatible:…/],
    ['constructor:x', {}, /one of offline/],
    ['openai-compatible:qwen3:8b', {}, /Expected --base-url/],
    ['bedrock:some-model', {}, /AWS_BEARER_TOKEN_BEDROCK, or AWS_ACCESS_KEY_ID with AWS_SECRET_ACCESS_KEY/],
    ['bedrock:some-model', { AWS_ACCESS_KEY_ID: 'a' }, /found neither/],
    ['bedrock:some-model', { AWS_BEARER_TOKEN_BEDROCK: 'k' }, /region for bedrock in AWS_REGION/],
    ['azure:deployment', {}, /AZURE_API_KEY; it is not set/],
    ['azure:deployment', { AZURE_API_KEY: 'k' }, /AZURE_RESOURCE_NAME, or --base-url; found neither/],
    ['vertex:gemini-2.5-flash', {}, /GOOGLE_VERTEX_API_KEY, or GOOGLE_VERTEX_PROJECT with GOOGLE_VERTEX_LOCATION/],
    ['vertex:gemini-2.5-flash', { GOOGLE_VERTEX_PROJECT: 'p' }, /found neither/],
  ])('%s without what it needs says what would work', (spec, env, words) => {
    expect(() => createModel(spec, { env })).toThrow(words);
  });

  it('refuses an address that is none', () => {
    expect(() => createModel('openai-compatible:m', { baseUrl: 'localhost:11434' })).toThrow(
      /http\(s\):\/\/host:port\/path/,
    );
  });

  it('reads no key behind the back of its caller', () => {
    expect(() => createModel('openai:gpt-5-mini')).toThrow(/OPENAI_API_KEY/);
  });
});

describe('an embedding model by name', () => {
  it('comes from providers that have some', () => {
    expect(createEmbeddingModel('google:gemini-embedding-001', { env: { GEMINI_API_KEY: 'k' } }).modelId).toBe(
      'gemini-embedding-001',
    );
    // Also where its key is missing: to set one would be of no use.
    for (const env of [{ ANTHROPIC_API_KEY: 'k' }, {}]) {
      expect(() => createEmbeddingModel('anthropic:x', { env })).toThrow(/google, openai, openai-compatible/);
    }
  });
});

describe('what people are told', () => {
  it('where the record goes', () => {
    expect(destinationOf('anthropic:claude-sonnet-4-5')).toBe('api.anthropic.com');
    const env = {
      AWS_REGION: 'eu-west-1',
      AZURE_RESOURCE_NAME: 'r',
      GOOGLE_VERTEX_PROJECT: 'p',
      GOOGLE_VERTEX_LOCATION: 'europe-west4',
    };
    expect(destinationOf('bedrock:m', { env })).toBe('bedrock-runtime.eu-west-1.amazonaws.com');
    expect(destinationOf('azure:m', { env })).toBe('r.openai.azure.com');
    expect(destinationOf('vertex:m', { env })).toBe('europe-west4-aiplatform.googleapis.com');
    expect(destinationOf('openai-compatible:m', { baseUrl: 'http://localhost:11434/v1' })).toBe('localhost:11434');
  });

  it('which keys are there, never the keys', () => {
    const told = configuredProviders({ OPENAI_API_KEY: 'secret' });
    expect(told.find(({ provider }) => provider === 'openai')).toMatchObject({ found: 'OPENAI_API_KEY' });
    expect(JSON.stringify(told)).not.toContain('secret');
  });
});
