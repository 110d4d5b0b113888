// Saliency by embeddings: every node's text as a vector, fused with the lexical scorer.
import type { EmbeddingModelV3 } from '@ai-sdk/provider';
import type { EpisodeGraph } from '../../graph/episode-graph.ts';
import { renderBody } from '../../linearization/render.ts';
import { createCosineScorer } from '../../saliency/cosine.ts';
import { fuseScorers } from '../../saliency/fusion.ts';
import { createLexicalScorer } from '../../saliency/lexical.ts';
import type { SaliencyScorer } from '../../saliency/saliency.ts';
import { type EmbedOptions, embedTexts } from './embed-texts.ts';

export interface EmbeddingScorer {
  /** Lexical and cosine scores fused; the cosine part needs the question's vector. */
  readonly scorer: SaliencyScorer;
  /** The cosine part alone, as in the paper. */
  readonly cosine: SaliencyScorer;
  /** Vector of a question or of a tool's query. */
  embedQuery(query: string, signal?: AbortSignal): Promise<Float32Array>;
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
  const cosine = createCosineScorer(
    await embedTexts(model, texts, { ...embed, ...taskOf(model, 'RETRIEVAL_DOCUMENT') }),
  );
  return {
    cosine,
    scorer: fuseScorers([
      { scorer: createLexicalScorer(), weight: lexicalWeight },
      { scorer: cosine, weight: 1 },
    ]),
    async embedQuery(query, signal) {
      const [vector] = await embedTexts(model, [query], {
        ...embed,
        ...taskOf(model, 'RETRIEVAL_QUERY'),
        ...(signal === undefined ? {} : { signal }),
      });
      return vector as Float32Array;
    },
  };
}

/** Gemini tells documents and queries apart, and embeds at the paper's 3,072 dimensions; others ignore both. */
function taskOf(model: EmbeddingModelV3, taskType: string): Pick<EmbedOptions, 'providerOptions'> {
  return model.provider.startsWith('google')
    ? { providerOptions: { google: { taskType, outputDimensionality: 3072 } } }
    : {};
}

/** By npm run recall: at equal weight the cosines push what was named by its words off small pages. */
const defaultLexicalWeight = 4;
