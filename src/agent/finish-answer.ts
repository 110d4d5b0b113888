// A parsed draft and what was spent become the answer; so does a failure.
import type { HopperError } from '../errors.ts';
import type { EpisodeGraph } from '../graph/episode-graph.ts';
import type { Linearization } from '../linearization/linearization.ts';
import type { Answer, AnswerValue } from './answer.ts';
import { collectSeen, describeCitation, resolveCitations } from './check-answer.ts';
import type { ModelLoop } from './model-loop.ts';
import type { DraftAnswer, ParsedDraft } from './parse-answer.ts';
import { verifyAnswer } from './verify.ts';

export interface FinishInput {
  readonly graph: EpisodeGraph;
  readonly page: Linearization;
  /** What stood beside the page. */
  readonly hint: string | undefined;
  readonly question: string;
  readonly parsed: ParsedDraft;
  readonly loop: ModelLoop;
}

/** Checks a draft and completes it. */
export function finishAnswer({ graph, page, hint, question, parsed, loop }: FinishInput): Answer {
  const { draft } = parsed;
  const { results } = loop.session;
  const seen = collectSeen(graph, page, results.values(), hint);
  const names = [...draft.citations, ...draft.values.flatMap((value) => value.cite ?? [])];
  const resolved = resolveCitations(graph, [...new Set(names)], seen, results);
  const claims = verifyAnswer({
    graph,
    draft,
    question,
    results: [...results.values()],
    wholePage: page.gaps.length === 0 && page.hidden.length === 0,
    resolve(cited) {
      const found = resolveCitations(graph, cited, seen, results);
      return { nodes: found.nodes.map(({ index }) => index), results: found.results };
    },
  });
  const failures = claims.flatMap(({ claim, supported, reason }) =>
    supported ? [] : [{ claim, reason: reason ?? 'not borne out' }],
  );
  const bare =
    draft.status === 'answered' && claims.length === 0 && resolved.nodes.length + resolved.results.length === 0;
  if (bare) failures.push({ claim: 'the answer', reason: 'cites nothing' });
  const limit = loop.limit();
  // An absence rests on what came back empty, though it cites nothing.
  const empty = [...results.values()].filter(({ result }) => result.ok && result.total === 0);
  const basis = draft.status === 'not-recorded' ? [...resolved.results, ...empty] : resolved.results;
  return {
    status: draft.status,
    text: draft.text,
    values: draft.values.map(toValue),
    citations: resolved.nodes.slice(0, mostCitations).map((node) => describeCitation(graph, node)),
    unsupported: [...resolved.unsupported, ...failures],
    claims,
    now: graph.now.text,
    complete:
      graph.record.completeness.state === 'complete' && basis.every(({ result }) => result.ok && result.complete),
    absence:
      draft.status === 'not-recorded'
        ? (draft.absence ?? 'absent')
        : draft.absence === 'conflicting'
          ? draft.absence
          : null,
    stopReason: limit ?? 'answered',
    ...loop.spent(),
    ...readingOf(draft),
  };
}

/** The answer of a run that gave none. */
export function failedAnswer(graph: EpisodeGraph, loop: ModelLoop, error: HopperError): Answer {
  return {
    status: 'failed',
    text: error.message,
    values: [],
    citations: [],
    unsupported: [],
    now: graph.now.text,
    complete: false,
    absence: null,
    stopReason: error.code === 'cancelled' ? 'cancelled' : (loop.limit() ?? 'failed'),
    ...loop.spent(),
    error: { code: error.code, message: error.message },
  };
}

/** Sources listed one by one; an answer over more stands on a tool result. */
const mostCitations = 200;

function toValue(value: DraftAnswer['values'][number]): AnswerValue {
  return {
    value: value.value,
    ...(value.unit ? { unit: value.unit } : {}),
    ...(value.time ? { time: value.time } : {}),
    ...(value.how ? { how: value.how } : {}),
    ...(value.cite ? { cite: value.cite } : {}),
  };
}

function readingOf(
  draft: DraftAnswer,
): Partial<Pick<Answer, 'reading' | 'confidence' | 'wouldSettle' | 'dependsOnNow'>> {
  return {
    ...(draft.reading ? { reading: draft.reading } : {}),
    ...(typeof draft.confidence === 'number' ? { confidence: draft.confidence } : {}),
    ...(draft.wouldSettle ? { wouldSettle: draft.wouldSettle } : {}),
    ...(draft.dependsOnNow ? { dependsOnNow: true } : {}),
  };
}
