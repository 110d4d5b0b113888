// A model by its name `provider:model`, with its key found and its retries built in.
import type { EmbeddingModelV3, LanguageModelV3 } from '@ai-sdk/provider';
import { HopperError } from '../../errors.ts';
import type { ProviderAccess, ProviderRow } from './provider-row.ts';
import { providerTable } from './provider-table.ts';
import { type RetryOptions, withRetry } from './with-retry.ts';

export interface CreateModelOptions extends RetryOptions {
  /** Address of the provider's API, or of a server that speaks it, e.g. `http://localhost:11434/v1`. */
  readonly baseUrl?: string;
  /** Where keys are looked up. @default none: no key is read from the process behind the caller's back */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/**
 * A language model by name, e.g. `anthropic:claude-sonnet-4-5` or `openai-compatible:qwen3:8b`.
 *
 * @throws `invalid-input` when the provider is unknown, its key is missing, its address is missing or none,
 *   or its package is not installed
 */
export function createModel(spec: string, options: CreateModelOptions = {}): LanguageModelV3 {
  const { row, modelId, access } = resolve(spec, options);
  return withRetry(row.language(modelId, access), options);
}

/**
 * An embedding model by name, e.g. `google:gemini-embedding-001`.
 *
 * @throws `invalid-input` as `createModel`, and for a provider without embeddings
 */
export function createEmbeddingModel(spec: string, options: CreateModelOptions = {}): EmbeddingModelV3 {
  const { row, provider } = split(spec, embeddingWords);
  if (row.embedding === undefined) {
    throw new HopperError(
      'invalid-input',
      `Expected a provider with embeddings (${embeddingProviders.join(', ')}); ${provider} has none here.`,
    );
  }
  const { modelId, access } = resolve(spec, options, embeddingWords);
  return row.embedding.create(modelId, access);
}

/** Where a record goes when this model is asked, for people: a host, or the provider's own choice. */
export function destinationOf(spec: string, options: Pick<CreateModelOptions, 'baseUrl' | 'env'> = {}): string {
  const { row, provider } = split(spec);
  const address = options.baseUrl ?? row.address(options.env ?? {});
  return address === undefined ? `the address that ${provider} is set up with` : new URL(checkUrl(address)).host;
}

/** What is set up in an environment, provider by provider, in table order. Says whether a key is there, never the key. */
export function configuredProviders(env: Readonly<Record<string, string | undefined>>): readonly {
  readonly provider: string;
  readonly keyVariables: readonly string[];
  readonly found: string | undefined;
  readonly example: string;
}[] {
  return Object.entries(providerTable).map(([provider, row]) => ({
    provider,
    keyVariables: row.keyVariables,
    found: row.keyVariables.find((name) => isSet(env[name])),
    example: `${provider}:${row.example}`,
  }));
}

interface Resolved {
  readonly provider: string;
  readonly row: ProviderRow;
  readonly modelId: string;
}

/** What messages about a model's name say, by what the model is for. */
interface ModelWords {
  readonly what: string;
  readonly known: readonly string[];
  readonly urlOption: string;
  readonly instead: string;
  readonly exampleOf: (row: ProviderRow) => string;
}

function resolve(
  spec: string,
  options: CreateModelOptions,
  words: ModelWords = languageWords,
): Resolved & { readonly access: ProviderAccess } {
  const resolved = split(spec, words);
  const { provider, row } = resolved;
  const env = options.env ?? {};
  const apiKey = row.keyVariables
    .map((name) => env[name])
    .find(isSet)
    ?.trim();
  if (row.keyRequired && apiKey === undefined) {
    throw new HopperError(
      'invalid-input',
      `Expected a key for ${provider} in ${row.keyVariables.join(' or ')}; it is not set. ${words.instead}`,
    );
  }
  if (row.baseUrlRequired && options.baseUrl === undefined) {
    throw new HopperError(
      'invalid-input',
      `Expected ${words.urlOption} for ${provider}, e.g. http://localhost:11434/v1 for Ollama; found none.`,
    );
  }
  const baseUrl = options.baseUrl === undefined ? undefined : checkUrl(options.baseUrl, words.urlOption);
  return { ...resolved, access: { apiKey, baseUrl, env } };
}

function split(spec: string, words: ModelWords = languageWords): Resolved {
  const colon = spec.indexOf(':');
  const provider = (colon < 0 ? spec : spec.slice(0, colon)).trim();
  const modelId = colon < 0 ? '' : spec.slice(colon + 1).trim();
  const row = Object.hasOwn(providerTable, provider) ? providerTable[provider] : undefined;
  if (row === undefined) {
    throw new HopperError(
      'invalid-input',
      `Expected ${words.what} as provider:model, with one of ${words.known.join(', ')}; found ${JSON.stringify(spec)}.`,
    );
  }
  if (modelId === '') {
    throw new HopperError(
      'invalid-input',
      `Expected a model's name after ${provider}:, e.g. ${provider}:${words.exampleOf(row)}; found none.`,
    );
  }
  return { provider, row, modelId };
}

function checkUrl(text: string, option = languageWords.urlOption): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    throw new HopperError(
      'invalid-input',
      `Expected ${option} as http(s)://host:port/path; found ${JSON.stringify(text)}.`,
    );
  }
  return text.replace(/\/+$/, '');
}

function isSet(value: string | undefined): value is string {
  return value !== undefined && value.trim() !== '';
}

const languageWords: ModelWords = {
  what: 'a model',
  known: ['offline', ...Object.keys(providerTable).map((name) => `${name}:…`)],
  urlOption: '--base-url',
  instead: 'Or leave out --model to answer offline.',
  exampleOf: (row) => row.example,
};
const embeddingProviders = Object.entries(providerTable).flatMap(([name, row]) => (row.embedding ? [name] : []));
const embeddingWords: ModelWords = {
  what: 'an embedding model',
  known: embeddingProviders.map((name) => `${name}:…`),
  urlOption: '--embeddings-url',
  instead: 'Or leave out --embeddings to rank by words alone.',
  exampleOf: (row) => row.embedding?.example ?? 'model',
};
