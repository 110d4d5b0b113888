// One row per provider: its key variables, its address, and how a model of it is made.
import { createRequire } from 'node:module';
import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { EmbeddingModelV3, LanguageModelV3 } from '@ai-sdk/provider';
import { HopperError } from '../../errors.ts';

/** What a row needs to make a model. */
export interface ProviderAccess {
  readonly apiKey: string | undefined;
  readonly baseUrl: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface ProviderRow {
  /** Environment variables that may hold the key, best first. Empty: the provider's own package finds its credentials. */
  readonly keyVariables: readonly string[];
  readonly keyRequired: boolean;
  /** Where requests go unless a base URL is given; `undefined`: a base URL must be given, or the package decides. */
  readonly address: string | undefined;
  readonly baseUrlRequired: boolean;
  /** A model's name that exists, for messages. */
  readonly example: string;
  readonly language: (modelId: string, access: ProviderAccess) => LanguageModelV3;
  readonly embedding?: (modelId: string, access: ProviderAccess) => EmbeddingModelV3;
}

/** Providers by the word before the colon. */
export const providerTable: Readonly<Record<string, ProviderRow>> = {
  anthropic: {
    keyVariables: ['ANTHROPIC_API_KEY'],
    keyRequired: true,
    address: 'https://api.anthropic.com/v1',
    baseUrlRequired: false,
    example: 'claude-sonnet-4-5',
    language: (modelId, access) => createAnthropic(settings(access))(modelId),
  },
  google: {
    keyVariables: ['GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY', 'GOOGLE_API_KEY'],
    keyRequired: true,
    address: 'https://generativelanguage.googleapis.com/v1beta',
    baseUrlRequired: false,
    example: 'gemini-2.5-flash',
    language: (modelId, access) => createGoogleGenerativeAI(settings(access))(modelId),
    embedding: (modelId, access) => createGoogleGenerativeAI(settings(access)).embeddingModel(modelId),
  },
  openai: {
    keyVariables: ['OPENAI_API_KEY'],
    keyRequired: true,
    address: 'https://api.openai.com/v1',
    baseUrlRequired: false,
    example: 'gpt-5-mini',
    language: (modelId, access) => createOpenAI(settings(access)).responses(modelId),
    embedding: (modelId, access) => createOpenAI(settings(access)).embedding(modelId),
  },
  'openai-compatible': {
    keyVariables: ['OPENAI_COMPATIBLE_API_KEY'],
    keyRequired: false,
    address: undefined,
    baseUrlRequired: true,
    example: 'qwen3:8b',
    language: (modelId, access) =>
      createOpenAICompatible({ name: 'openai-compatible', ...compatible(access) })(modelId),
    embedding: (modelId, access) =>
      createOpenAICompatible({ name: 'openai-compatible', ...compatible(access) }).embeddingModel(modelId),
  },
  bedrock: optionalRow('@ai-sdk/amazon-bedrock@4', 'createAmazonBedrock', 'anthropic.claude-sonnet-4-5-20250929-v1:0'),
  azure: optionalRow('@ai-sdk/azure@3', 'createAzure', 'my-deployment'),
  vertex: optionalRow('@ai-sdk/google-vertex@4', 'createVertex', 'gemini-2.5-flash'),
};

/** A provider whose package is installed by those who use it; it finds its own credentials. */
function optionalRow(peer: string, factory: string, example: string): ProviderRow {
  return {
    keyVariables: [],
    keyRequired: false,
    address: undefined,
    baseUrlRequired: false,
    example,
    language(modelId, access) {
      const name = peer.slice(0, peer.lastIndexOf('@'));
      const create = loadPeer(name, peer)[factory];
      if (typeof create !== 'function') throw missingPeer(name, peer);
      const provider = create(access.baseUrl === undefined ? {} : { baseURL: access.baseUrl });
      const model = provider(modelId) as LanguageModelV3;
      if (model.specificationVersion !== 'v3') throw missingPeer(name, peer);
      return model;
    },
  };
}

function loadPeer(name: string, peer: string): Record<string, unknown> {
  try {
    return createRequire(import.meta.url)(name) as Record<string, unknown>;
  } catch (error) {
    throw missingPeer(name, peer, error);
  }
}

function missingPeer(name: string, peer: string, cause?: unknown): HopperError {
  return new HopperError(
    'invalid-input',
    `Expected the package ${name} beside fhir-hopper; add it with: npm install ${peer}`,
    { cause },
  );
}

function settings(access: ProviderAccess) {
  return {
    fetch: fetchWithoutRedirects,
    ...(access.apiKey === undefined ? {} : { apiKey: access.apiKey }),
    ...(access.baseUrl === undefined ? {} : { baseURL: access.baseUrl }),
  };
}

function compatible(access: ProviderAccess) {
  return {
    baseURL: access.baseUrl ?? '',
    fetch: fetchWithoutRedirects,
    supportsStructuredOutputs: true,
    ...(access.apiKey === undefined ? {} : { apiKey: access.apiKey }),
  };
}

/** A record goes where it was sent and nowhere else: a redirect is a failure. */
const fetchWithoutRedirects: typeof fetch = (input, init) => fetch(input, { ...init, redirect: 'error' });
