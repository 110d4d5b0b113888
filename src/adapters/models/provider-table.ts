// One row per provider: its key variables, its address, and how a model of it is made.
import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { extractReasoningMiddleware, wrapLanguageModel } from 'ai';
import { azureRow } from './azure.ts';
import { bedrockRow } from './bedrock.ts';
import { fetchWithoutRedirects, type ProviderAccess, type ProviderRow } from './provider-row.ts';
import { vertexRow } from './vertex.ts';

/** Providers by the word before the colon. */
export const providerTable: Readonly<Record<string, ProviderRow>> = {
  anthropic: {
    keyVariables: ['ANTHROPIC_API_KEY'],
    keyRequired: true,
    address: () => 'https://api.anthropic.com/v1',
    baseUrlRequired: false,
    example: 'claude-sonnet-4-5',
    language: (modelId, access) => createAnthropic(settings(access))(modelId),
  },
  google: {
    keyVariables: ['GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY', 'GOOGLE_API_KEY'],
    keyRequired: true,
    address: () => 'https://generativelanguage.googleapis.com/v1beta',
    baseUrlRequired: false,
    example: 'gemini-2.5-flash',
    language: (modelId, access) => createGoogleGenerativeAI(settings(access))(modelId),
    embedding: {
      example: 'gemini-embedding-001',
      create: (modelId, access) => createGoogleGenerativeAI(settings(access)).embeddingModel(modelId),
    },
  },
  openai: {
    keyVariables: ['OPENAI_API_KEY'],
    keyRequired: true,
    address: () => 'https://api.openai.com/v1',
    baseUrlRequired: false,
    example: 'gpt-5-mini',
    language: (modelId, access) => createOpenAI(settings(access)).responses(modelId),
    embedding: {
      example: 'text-embedding-3-large',
      create: (modelId, access) => createOpenAI(settings(access)).embedding(modelId),
    },
  },
  'openai-compatible': {
    keyVariables: ['OPENAI_COMPATIBLE_API_KEY'],
    keyRequired: false,
    address: () => undefined,
    baseUrlRequired: true,
    example: 'qwen3:8b',
    // Local models write their thoughts into their text.
    language: (modelId, access) =>
      wrapLanguageModel({
        model: createOpenAICompatible({ name: 'openai-compatible', ...compatible(access) })(modelId),
        middleware: extractReasoningMiddleware({ tagName: 'think' }),
      }),
    embedding: {
      example: 'nomic-embed-text',
      create: (modelId, access) =>
        createOpenAICompatible({ name: 'openai-compatible', ...compatible(access) }).embeddingModel(modelId),
    },
  },
  bedrock: bedrockRow,
  azure: azureRow,
  vertex: vertexRow,
};

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
    // Else a stream says nothing of tokens.
    includeUsage: true,
    ...(access.apiKey === undefined ? {} : { apiKey: access.apiKey }),
  };
}
