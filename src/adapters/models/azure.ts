// Azure OpenAI: a key and the name of a resource, both from the environment that was given.
import { HopperError } from '../../errors.ts';
import { createPeerModel } from './optional-peer.ts';
import { fetchWithoutRedirects, type ProviderRow, wordOf } from './provider-row.ts';

/** A deployment by its name, through the responses API. */
export const azureRow: ProviderRow = {
  keyVariables: ['AZURE_API_KEY'],
  keyRequired: true,
  address(env) {
    const resource = wordOf(env.AZURE_RESOURCE_NAME);
    return resource === '' ? undefined : `https://${resource}.openai.azure.com/openai`;
  },
  baseUrlRequired: false,
  example: 'my-deployment',
  language(modelId, { apiKey, baseUrl, env }) {
    const resourceName = wordOf(env.AZURE_RESOURCE_NAME);
    if (baseUrl === undefined && resourceName === '') {
      throw new HopperError(
        'invalid-input',
        'Expected the name of an Azure resource in AZURE_RESOURCE_NAME, or --base-url; found neither.',
      );
    }
    const place = baseUrl === undefined ? { resourceName } : { baseURL: baseUrl };
    const settings = { apiKey, fetch: fetchWithoutRedirects, ...place };
    return createPeerModel('@ai-sdk/azure@3', 'createAzure', settings, modelId);
  },
};
