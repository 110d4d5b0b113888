// Amazon Bedrock: its credentials, and what its Converse API does otherwise than the others.
import type { LanguageModelV3, LanguageModelV3CallOptions } from '@ai-sdk/provider';
import { HopperError } from '../../errors.ts';
import { createPeerModel } from './optional-peer.ts';
import { fetchWithoutRedirects, type ProviderAccess, type ProviderRow, wordOf } from './provider-row.ts';

/** A Bedrock API key, else an access key with its secret; both with a region. */
export const bedrockRow: ProviderRow = {
  keyVariables: ['AWS_BEARER_TOKEN_BEDROCK', 'AWS_ACCESS_KEY_ID'],
  keyRequired: false,
  address(env) {
    const region = wordOf(env.AWS_REGION);
    return region === '' ? undefined : `https://bedrock-runtime.${region}.amazonaws.com`;
  },
  baseUrlRequired: false,
  example: 'anthropic.claude-sonnet-4-5-20250929-v1:0',
  language(modelId, access) {
    const model = createPeerModel('@ai-sdk/amazon-bedrock@4', 'createAmazonBedrock', settingsOf(access), modelId);
    return forConverse(model);
  },
};

/** Credentials from `access.env` alone: settings that are given keep the package from looking elsewhere. */
function settingsOf({ env, baseUrl }: ProviderAccess): Readonly<Record<string, unknown>> {
  const apiKey = wordOf(env.AWS_BEARER_TOKEN_BEDROCK);
  const accessKeyId = wordOf(env.AWS_ACCESS_KEY_ID);
  const secretAccessKey = wordOf(env.AWS_SECRET_ACCESS_KEY);
  const region = wordOf(env.AWS_REGION);
  const signed = apiKey === '';
  if (signed && (accessKeyId === '' || secretAccessKey === '')) {
    throw new HopperError(
      'invalid-input',
      'Expected a key for bedrock in AWS_BEARER_TOKEN_BEDROCK, or AWS_ACCESS_KEY_ID with AWS_SECRET_ACCESS_KEY; found neither. Or leave out --model to answer offline.',
    );
  }
  if (region === '' && (signed || baseUrl === undefined)) {
    throw new HopperError(
      'invalid-input',
      'Expected a region for bedrock in AWS_REGION, e.g. us-east-1; it is not set.',
    );
  }
  return {
    apiKey,
    fetch: fetchWithoutRedirects,
    ...(region === '' ? {} : { region }),
    ...(signed ? { accessKeyId, secretAccessKey, sessionToken: env.AWS_SESSION_TOKEN } : {}),
    ...(baseUrl === undefined ? {} : { baseURL: baseUrl }),
  };
}

/** The model asked in Converse's own way. */
function forConverse(model: LanguageModelV3): LanguageModelV3 {
  const inItsWay = (options: LanguageModelV3CallOptions) => withCachePoints(withOpenTools(options), model.modelId);
  return {
    specificationVersion: 'v3',
    provider: model.provider,
    modelId: model.modelId,
    supportedUrls: model.supportedUrls,
    doGenerate: (options) => model.doGenerate(inItsWay(options)),
    doStream: (options) => model.doStream(inItsWay(options)),
  };
}

/**
 * Converse has no tool choice "none", and its package then takes the tools and all their results out of the
 * conversation. What was found must be there when the answer is due, so the tools stay; the loop's last message asks
 * for the answer, and a call made all the same is not run.
 */
function withOpenTools(options: LanguageModelV3CallOptions): LanguageModelV3CallOptions {
  if (options.toolChoice?.type !== 'none') return options;
  const { toolChoice: _, ...rest } = options;
  return rest;
}

/** The loop's cache marks as cache points, for models that take them (others refuse the request). */
function withCachePoints(options: LanguageModelV3CallOptions, modelId: string): LanguageModelV3CallOptions {
  if (!takesCachePoints.test(modelId)) return options;
  const prompt = options.prompt.map((message) =>
    message.providerOptions?.anthropic?.cacheControl === undefined
      ? message
      : { ...message, providerOptions: { ...message.providerOptions, bedrock: { cachePoint: { type: 'default' } } } },
  );
  return { ...options, prompt };
}

/** Claude from 3.7 (Haiku: 3.5) on, also by an inference profile (`us.anthropic.…`); Nova caches by itself. Source: Bedrock user guide, Prompt caching. */
const takesCachePoints = /(?:^|\.)anthropic\.claude-(?:3-7-sonnet|3-5-haiku|(?:opus|sonnet|haiku)-\d)/;
