// Saliency by embeddings: every node's text as a vector, fused with the lexical scorer.
import type { EmbeddingModelV3 } from '@ai-sdk/provider';
import { HopperError } from '../../errors.ts';
import type { EpisodeGraph } from '../../graph/episode-graph.ts';
import { renderBody } from '../../linearization/render.ts';
import { createCosineScorer } from '../../saliency/cosine.ts';
import { fuseScorers } from '../../saliency/fusion.ts';
import { createLexicalScorer } from '../../saliency/lexical.ts';
import type { SaliencyScorer } from '../../saliency/saliency.ts';
import { type EmbedOptions, embedTexts } from './embed-texts.ts';

export interface EmbeddingScorer {
  /** Lexical and cosine scores fused, for a page; the cosine part needs the question's vector. */
  readonly scorer: SaliencyScorer;
  /** The same for search_graph: of the lexical scores, what the query names. */
  readonly search: SaliencyScorer;
  /** The cosine part alone, as in the paper. */
  readonly cosine: SaliencyScorer;
  /** Vector of a question or of a tool's query; with what is told of its tokens, if that is another's business. */
  embedQuery(query: string, signal?: AbortSignal, onTokens?: (tokens: number) => void): Promise<Float32Array>;
}

/**
 * Embeds a record once. Equal texts share one vector.
 *
 * Source: paper §3 (Gemini Embedding, 3,072 dimensions, of the node's text).
 *
 * @throws `model-failed` when the provider fails
 */
export async function createEmbeddingScorer(
  graph: EpisodeGraph,
  model: EmbeddingModelV3,
  options: EmbedOptions & {
    /** Weight of the lexical score beside 1 of the cosine. @default 4 */
    readonly lexicalWeight?: number;
  } = {},
): Promise<EmbeddingScorer> {
  const { lexicalWeight = defaultLexicalWeight, ...embed } = options;
  const texts = graph.nodes.map(({ index }) => renderBody(graph, index));
  const vectors = await embedTexts(model, texts, { ...embed, ...taskOf(model, 'RETRIEVAL_DOCUMENT') });
  const cosine = createCosineScorer(vectors);
  const fused = (lexical: SaliencyScorer) =>
    fuseScorers([
      { scorer: lexical, weight: lexicalWeight },
      { scorer: cosine, weight: 1 },
    ]);
  return {
    cosine,
    scorer: fused(createLexicalScorer()),
    search: fused(createLexicalScorer({ namedOnly: true })),
    async embedQuery(query, signal, onTokens = embed.onTokens) {
      const [vector] = await embedTexts(model, [query], {
        ...embed,
        ...taskOf(model, 'RETRIEVAL_QUERY'),
        ...(signal === undefined ? {} : { signal }),
        ...(onTokens === undefined ? {} : { onTokens }),
      });
      return requireLength(vector as Float32Array, vectors[0], model);
    },
  };
}

/** Gemini tells documents and queries apart, and embeds at the paper's 3,072 dimensions; others ignore both. */
function taskOf(model: EmbeddingModelV3, taskType: string): Pick<EmbedOptions, 'providerOptions' | 'cachePrefix'> {
  return model.provider.startsWith('google')
    ? { providerOptions: { google: { taskType, outputDimensionality: 3072 } }, cachePrefix: `${taskType}\n` }
    : {};
}

function requireLength(vector: Float32Array, other: Float32Array | undefined, model: EmbeddingModelV3): Float32Array {
  if (other === undefined || other.length === vector.length) return vector;
  throw new HopperError(
    'model-failed',
    `${model.modelId}: expected a vector of ${other.length} dimensions for the query, found ${vector.length}; the model has changed: use another folder for cached vectors.`,
  );
}

/** By npm run recall: at equal weight the cosines push what was named by its words off small pages. */
const defaultLexicalWeight = 4;
