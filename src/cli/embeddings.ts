// The embedding model that a person named: how records are ranked with it, what it costs, and words alone when it fails.
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { EmbeddingModelV3 } from '@ai-sdk/provider';
import type { Command } from 'commander';
import type { EmbedOptions } from '../adapters/models/embed-texts.ts';
import { createEmbeddingScorer, type EmbeddingScorer } from '../adapters/models/embedding-scorer.ts';
import { openVectorCache, type VectorCache } from '../adapters/storage/vector-cache.ts';
import { type PriceTable, priceOf } from '../agent/price.ts';
import { inSpan } from '../agent/spans.ts';
import { HopperError, toHopperError } from '../errors.ts';
import type { RankedQuestion } from '../evaluation/strategies/hopper.ts';
import type { EpisodeGraph } from '../graph/episode-graph.ts';
import { note, noteDestination, startProgress } from './output.ts';
import { tellRetry } from './retries.ts';

export interface EmbeddingOptions {
  readonly embeddings?: string;
  readonly embeddingsUrl?: string;
  readonly embeddingsCache?: string;
}

export function takesEmbeddings(command: Command): Command {
  return command
    .option(
      '--embeddings <model>',
      'rank by this embedding model beside words: google:…, openai:…, openai-compatible:… (sends it the whole record)',
    )
    .option('--embeddings-url <url>', 'address of the server of embeddings')
    .option('--embeddings-cache <folder>', 'where vectors are kept (default: ~/.cache/fhir-hopper/vectors)');
}

export interface Embeddings {
  /** The model as it was named. */
  readonly name: string;
  readonly modelId: string;
  /**
   * Ranks a record, embedding it the first time it is asked for; its tokens count for that question.
   *
   * @param question its vector is made too; `undefined` where only searches need vectors
   */
  rank(graph: EpisodeGraph, question: string | undefined, signal?: AbortSignal): Promise<RankedQuestion>;
}

export interface OpenOptions {
  /** Address to use where none is given for embeddings. */
  readonly baseUrl?: string | undefined;
  readonly prices?: PriceTable | undefined;
  /** Milliseconds one call may take, its retries included. @default 120000 */
  readonly callTimeoutMs?: number | undefined;
  /** Whether words alone do when the model fails; a comparison would not be one then. @default true */
  readonly goesOn?: boolean;
}

/**
 * The embedding model of the command line; `undefined` when none is named. Says on standard error where data goes.
 *
 * @throws `invalid-input` for a model that can't be, a missing key or address, or an option without a model;
 *   `source-failed` when a named cache folder can't be used
 */
export async function openEmbeddings(
  options: EmbeddingOptions,
  { baseUrl, prices, callTimeoutMs, goesOn = true }: OpenOptions = {},
): Promise<Embeddings | undefined> {
  const { embeddings: name, embeddingsUrl, embeddingsCache } = options;
  if (name === undefined) {
    if (embeddingsUrl === undefined && embeddingsCache === undefined) return undefined;
    const option = embeddingsUrl === undefined ? '--embeddings-cache' : '--embeddings-url';
    throw new HopperError('invalid-input', `Expected --embeddings MODEL with ${option}; found it alone.`);
  }
  const address = embeddingsUrl ?? baseUrl;
  const place = { env: process.env, ...(address === undefined ? {} : { baseUrl: address }) };
  // Providers' packages are large: only who names one waits for them.
  const { createEmbeddingModel, destinationOf } = await import('../adapters/models/create-model.ts');
  const model = createEmbeddingModel(name, place);
  const destination = destinationOf(name, place);
  const folder = embeddingsCache ?? defaultCacheFolder();
  noteDestination(
    `embeddings ${name}: questions and record text go to ${destination}; their vectors are kept in ${folder}`,
  );
  const cache = await openCache(folder, `${name}@${destination}`, embeddingsCache !== undefined);
  const calls = {
    onRetry: tellRetry(name),
    ...(cache === undefined ? {} : { cache }),
    ...(callTimeoutMs === undefined ? {} : { callTimeoutMs }),
  };
  return createRanking({ name, model, calls, goesOn, price: priceOf(model.modelId, prices) });
}

/** The named folder must do; the usual one may be missing, on a machine without a home. */
async function openCache(folder: string, model: string, isNamed: boolean): Promise<VectorCache | undefined> {
  try {
    return await openVectorCache(folder, model);
  } catch (error) {
    if (isNamed) throw error;
    note(`${toHopperError(error).message} Going on without.`);
    return undefined;
  }
}

interface Ranking {
  readonly name: string;
  readonly model: EmbeddingModelV3;
  readonly calls: EmbedOptions;
  readonly goesOn: boolean;
  readonly price: ReturnType<typeof priceOf>;
}

function createRanking({ name, model, calls, goesOn, price }: Ranking): Embeddings {
  const known = new WeakMap<EpisodeGraph, Promise<EmbeddingScorer>>();
  const embedRecord = (graph: EpisodeGraph, onTokens: (tokens: number) => void, signal: AbortSignal | undefined) => {
    const scorer =
      known.get(graph) ??
      embedWithProgress(graph, model, name, { ...calls, onTokens, ...(signal === undefined ? {} : { signal }) });
    known.set(graph, scorer);
    // What was cancelled is asked for again by the next question; what failed is not.
    scorer.catch(() => signal?.aborted === true && known.delete(graph));
    return scorer;
  };
  return {
    name,
    modelId: model.modelId,
    async rank(graph, question, signal) {
      let tokens = 0;
      const onTokens = (more: number) => {
        tokens += more;
      };
      const words: RankedQuestion = { scorerName: 'lexical', embedded: () => ({ tokens, price }) };
      /** What to do without: words alone, said once, or the failure. A cancelled run is for its caller to end. */
      const giveUp = (error: unknown) => {
        if (signal?.aborted === true) return;
        if (!goesOn) throw error;
        note(`${toHopperError(error).message} Going on with words alone.`);
      };
      try {
        const ready = await embedRecord(graph, onTokens, signal);
        const questionVector = question === undefined ? undefined : await ready.embedQuery(question, signal, onTokens);
        return {
          ...words,
          scorerName: `lexical and ${name}`,
          scorer: ready.scorer,
          cosine: ready.cosine,
          ...(questionVector === undefined ? {} : { questionVector }),
          search: {
            scorer: ready.search,
            embedQuery: (query, stop) =>
              ready.embedQuery(query, stop, onTokens).catch((error) => {
                giveUp(error);
                return undefined;
              }),
          },
        };
      } catch (error) {
        giveUp(error);
        return words;
      }
    },
  };
}

async function embedWithProgress(
  graph: EpisodeGraph,
  model: EmbeddingModelV3,
  name: string,
  calls: EmbedOptions,
): Promise<EmbeddingScorer> {
  const progress = startProgress();
  progress.stage(`asking ${name} for vectors of ${graph.nodes.length} resources`);
  try {
    return await inSpan(true, 'embed', { 'gen_ai.request.model': model.modelId }, () =>
      createEmbeddingScorer(graph, model, calls),
    );
  } finally {
    progress.end();
  }
}

function defaultCacheFolder(): string {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'fhir-hopper', 'vectors');
}
