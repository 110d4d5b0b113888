// What the table of providers says of each: keys, address, and how a model is made.
import type { EmbeddingModelV3, LanguageModelV3 } from '@ai-sdk/provider';

/** What a row needs to make a model. */
export interface ProviderAccess {
  readonly apiKey: string | undefined;
  readonly baseUrl: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface ProviderRow {
  /** Environment variables that may hold the key, best first. */
  readonly keyVariables: readonly string[];
  readonly keyRequired: boolean;
  /** Where requests go unless a base URL is given; `undefined`: one must be given, or the environment does not say. */
  readonly address: (env: ProviderAccess['env']) => string | undefined;
  readonly baseUrlRequired: boolean;
  /** A model's name that exists, for messages. */
  readonly example: string;
  readonly language: (modelId: string, access: ProviderAccess) => LanguageModelV3;
  readonly embedding?: {
    readonly example: string;
    readonly create: (modelId: string, access: ProviderAccess) => EmbeddingModelV3;
  };
}

/** The value of a variable without blanks around it; empty where it is not set. */
export function wordOf(value: string | undefined): string {
  return value?.trim() ?? '';
}

/** A record goes where it was sent and nowhere else: a redirect is a reply of HTTP 3xx, and so a failure. */
export const fetchWithoutRedirects: typeof fetch = (input, init) => fetch(input, { ...init, redirect: 'manual' });
