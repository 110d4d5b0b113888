// An answer for people: the text, a line per source, what could not be supported, and what it rests on.
import type { Answer, Citation, Usage } from '../agent/answer.ts';
import { plural } from '../linearization/render.ts';

/** The answer as printed on a terminal: ✓ before each source, ✗ before what failed its check. */
export function answerAsText(answer: Answer): string {
  const cited = answer.citations.slice(0, citationsShown);
  const more = answer.citations.length - cited.length;
  return [
    answer.text,
    '',
    ...cited.map(citationLine),
    ...(more > 0 ? [`  … and ${more} more sources (--json lists them all)`] : []),
    ...answer.unsupported.map((each) => `✗ not supported: ${each.claim} (${each.reason})`),
    ...(answer.wouldSettle === undefined ? [] : [`? ${answer.wouldSettle}`]),
    footer(answer),
  ].join('\n');
}

/** Tokens and cost of a question with where its prices come from, for `--usage`. */
export function usageAsText(usage: Usage): string {
  const basis = usage.costBasis === undefined ? '' : ` (${usage.costBasis})`;
  const guessed =
    usage.estimatedCalls === undefined ? '' : `; ${plural(usage.estimatedCalls, 'call')} counted by our own tokenizer`;
  const cost = usage.costUsd === undefined ? '' : `, $${usage.costUsd.toFixed(4)}${basis}`;
  const embedded = usage.embeddingTokens === undefined ? '' : `; embeddings ${usage.embeddingTokens} tokens`;
  const saved =
    usage.savedAtLeast === undefined
      ? ''
      : `; rules answered: at least ${usage.savedAtLeast.calls} model call and ${usage.savedAtLeast.inputTokens} input tokens not spent (its first prompt, counted by our own tokenizer)`;
  return (
    `${plural(usage.calls, 'model call')}; input ${usage.inputTokens} tokens (cache-weighted ${Math.round(usage.cacheWeightedInputTokens)}, ` +
    `peak ${usage.peakInputTokens}, last ${usage.lastInputTokens}); output ${usage.outputTokens}, reasoning ${usage.reasoningTokens}${embedded}${cost}${guessed}${saved}`
  );
}

/** `✓ Observation 2201-03-01 09:29 … (Observation/abc)`: type, the source line with its date, id. */
function citationLine(citation: Citation): string {
  const type = citation.type ?? citation.key.split('/')[0];
  return `✓ ${type}  ${citation.text ?? citation.time ?? ''}  (${citation.key})`;
}

function footer(answer: Answer): string {
  const parts = [
    answer.complete
      ? 'complete over the record'
      : 'partial: the record is known to miss something, or not all was read',
    ...(answer.absence === null ? [] : [`absence: ${answer.absence}`]),
    `now: ${answer.now}`,
    ...(answer.offlineFirst?.used === true ? ['answered by rules, no model asked'] : []),
    ...(answer.scorer === undefined || answer.scorer === 'lexical' ? [] : [`ranked by: ${answer.scorer}`]),
    ...(answer.reading === undefined ? [] : [`read as: ${answer.reading}`]),
    ...(answer.stopReason === 'answered' ? [] : [`stopped by: ${answer.stopReason}`]),
  ];
  return `  ${parts.join(' · ')}`;
}

const citationsShown = 10;
