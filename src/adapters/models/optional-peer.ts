// Providers whose package is installed by those who use it.
import { createRequire } from 'node:module';
import type { LanguageModelV3 } from '@ai-sdk/provider';
import { HopperError } from '../../errors.ts';

/**
 * A language model made by an optional package.
 *
 * @param peer the package as `npm install` takes it, with its major version, e.g. `@ai-sdk/azure@3`
 * @param factory name of the export that makes the provider from its settings
 * @throws `invalid-input` when the package is missing or of another version
 */
export function createPeerModel(
  peer: string,
  factory: string,
  settings: Readonly<Record<string, unknown>>,
  modelId: string,
): LanguageModelV3 {
  const create = loadPeer(peer)[factory];
  if (typeof create !== 'function') throw missingPeer(peer);
  const model = create(settings)(modelId) as LanguageModelV3;
  if (model.specificationVersion !== 'v3') throw missingPeer(peer);
  return model;
}

function loadPeer(peer: string): Record<string, unknown> {
  try {
    return createRequire(import.meta.url)(nameOf(peer)) as Record<string, unknown>;
  } catch (error) {
    throw missingPeer(peer, error);
  }
}

function missingPeer(peer: string, cause?: unknown): HopperError {
  return new HopperError(
    'invalid-input',
    `Expected the package ${nameOf(peer)} beside fhir-hopper; add it with: npm install ${peer}`,
    { cause },
  );
}

function nameOf(peer: string): string {
  return peer.slice(0, peer.lastIndexOf('@'));
}
