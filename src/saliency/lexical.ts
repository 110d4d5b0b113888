// The lexical scorer: BM25 over what nodes are about and what they state, with contrast and the question's time.
import type { Now } from '../fhir/clinical-time.ts';
import type { EpisodeGraph } from '../graph/episode-graph.ts';
import { discountRepeats } from './diversity.ts';
import { type QueryTerm, queryTerms } from './query-terms.ts';
import { readingScores } from './reading-scores.ts';
import type { SaliencyScorer } from './saliency.ts';
import { type TermField, termIndex } from './term-index.ts';
import { timeWeight } from './time-weight.ts';

export interface LexicalOptions {
  /** The moment a question is asked at. @default the graph's own */
  readonly now?: Now;
  /**
   * For a search: only what the words or the reading name, not all of the kind asked for beside it. @default false
   */
  readonly namedOnly?: boolean;
}

/**
 * Scores nodes by the words they share with the question: concept, codes and names of what they refer to in full,
 * values and notes at a lower rate; words of one synonym group count once. What the reading of the question selects comes
 * first; repeats of one concept count less and less, except for a search.
 *
 * Source: BM25 (Robertson & Zaragoza 2009, Eq. 3.15) over distinct texts; model.md §3 (contrast, time).
 */
export function createLexicalScorer(options: LexicalOptions = {}): SaliencyScorer {
  return (graph, question) => {
    const now = options.now ?? graph.now;
    const words = wordScores(graph, question.text, now);
    const read = readingScores(graph, question.text, now, options.namedOnly === true);
    const scores = words.map((score, index) => wordShare * score + (read[index] as number));
    return options.namedOnly === true ? scores : discountRepeats(graph, scores);
  };
}

/** Scores in [0, 1] by the words shared with the question, above its background, weighed by its time phrase. */
function wordScores(graph: EpisodeGraph, question: string, now: Now): Float64Array {
  const { concept, value } = termIndex(graph);
  const { terms, stems, time } = queryTerms(question, now);
  const conceptScores = withContrast(mentionScores(concept, stems, fieldScores(concept, terms)));
  const valueScores = withContrast(fieldScores(value, terms));
  const scores = new Float64Array(graph.nodes.length);
  let top = 0;
  for (let index = 0; index < scores.length; index++) {
    const about = conceptScores[concept.documentOf[index] as number] as number;
    const stated = valueScores[value.documentOf[index] as number] as number;
    const score = about + valueShare * stated;
    top = Math.max(top, score);
    if (score > 0) scores[index] = score * timeWeight(graph, index, time.window);
  }
  return top === 0 ? scores : scores.map((score) => score / top);
}

/** BM25 of each distinct text; of the words of one group only the best counts. */
function fieldScores(field: TermField, terms: readonly QueryTerm[]): Float64Array {
  const documents = field.size;
  const total = new Float64Array(documents);
  const group = new Float64Array(documents);
  const ordered = [...terms].sort((a, b) => a.group - b.group);
  ordered.forEach(({ stem, weight, group: number }, place) => {
    const posting = field.postings(stem);
    const count = posting.documents.length;
    if (count > 0) {
      const idf = Math.log(1 + (documents - count + 0.5) / (count + 0.5));
      posting.documents.forEach((document, at) => {
        const frequency = posting.counts[at] as number;
        const norm = saturation * (1 - lengthShare + (lengthShare * field.lengthOf(document)) / field.meanLength);
        const score = (weight * idf * frequency * (saturation + 1)) / (frequency + norm);
        group[document] = Math.max(group[document] as number, score);
      });
    }
    if (ordered[place + 1]?.group === number) return;
    for (let document = 0; document < documents; document++) {
      total[document] = (total[document] as number) + (group[document] as number);
    }
    group.fill(0);
  });
  return total;
}

/** Raises texts by the share of their words that the question says: a concept named whole comes before one grazed. */
function mentionScores(field: TermField, stems: readonly string[], scores: Float64Array): Float64Array {
  const said = new Float64Array(scores.length);
  for (const stem of new Set(stems)) {
    for (const document of field.postings(stem).documents) said[document] = said[document]! + 1;
  }
  return scores.map((score, document) =>
    score === 0 ? 0 : score * (1 + mentionShare * (said[document]! / Math.max(1, field.distinctWords(document)))),
  );
}

/** Scores above the question's own background: the mean over texts that match at all takes part of each. */
function withContrast(scores: Float64Array): Float64Array {
  let top = 0;
  for (const score of scores) top = Math.max(top, score);
  return scores.map((score) => Math.max(0, score - backgroundShare * top));
}

/** k₁ and b of BM25. */
const saturation = 1.2;
const lengthShare = 0.4;
/** Share of the words beside the reading. */
const wordShare = 0.3;
const valueShare = 0.5;
const mentionShare = 1;
/** Background as a share of the best score. */
const backgroundShare = 0.2;
