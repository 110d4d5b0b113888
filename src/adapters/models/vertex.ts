// Google Vertex AI: an API key, else a project and a location with Google's own credentials on this machine.
import { HopperError } from '../../errors.ts';
import { createPeerModel } from './optional-peer.ts';
import { fetchWithoutRedirects, type ProviderRow, wordOf } from './provider-row.ts';

/** With a project, the package finds credentials as every Google library does (GOOGLE_APPLICATION_CREDENTIALS, gcloud). */
export const vertexRow: ProviderRow = {
  keyVariables: ['GOOGLE_VERTEX_API_KEY', 'GOOGLE_VERTEX_PROJECT'],
  keyRequired: false,
  address(env) {
    const location = wordOf(env.GOOGLE_VERTEX_LOCATION);
    const isGlobal = wordOf(env.GOOGLE_VERTEX_API_KEY) !== '' || location === 'global';
    if (isGlobal) return 'https://aiplatform.googleapis.com';
    return location === '' ? undefined : `https://${location}-aiplatform.googleapis.com`;
  },
  baseUrlRequired: false,
  example: 'gemini-2.5-flash',
  language(modelId, { baseUrl, env }) {
    const apiKey = wordOf(env.GOOGLE_VERTEX_API_KEY);
    const project = wordOf(env.GOOGLE_VERTEX_PROJECT);
    const location = wordOf(env.GOOGLE_VERTEX_LOCATION);
    if (apiKey === '' && (project === '' || location === '')) {
      throw new HopperError(
        'invalid-input',
        'Expected a key for vertex in GOOGLE_VERTEX_API_KEY, or GOOGLE_VERTEX_PROJECT with GOOGLE_VERTEX_LOCATION; found neither. Or leave out --model to answer offline.',
      );
    }
    const settings = {
      // An empty one keeps the package from looking for another.
      apiKey,
      fetch: fetchWithoutRedirects,
      ...(apiKey === '' ? { project, location } : {}),
      ...(baseUrl === undefined ? {} : { baseURL: baseUrl }),
    };
    return createPeerModel('@ai-sdk/google-vertex@4', 'createVertex', settings, modelId);
  },
};
