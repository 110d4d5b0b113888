// "What does she take for sleep": a question for drugs by their reason, which many records don't tell.
import type { EpisodeGraph } from '../graph/episode-graph.ts';
import { selectionOfKind } from './kind-selection.ts';
import type { ResolvedSubject } from './resolve-concepts.ts';
import type { Vocabulary } from './vocabulary.ts';
import { fold } from './words.ts';

/** Whether drugs are asked for by what they are for: `unsaid` where no drug of the record has a reason. */
export function drugReason(
  graph: EpisodeGraph,
  question: string,
  { kind, concepts, unknown }: Pick<ResolvedSubject, 'kind' | 'concepts' | 'unknown'>,
  { treating }: Vocabulary,
): 'unsaid' | 'misread' | undefined {
  if (concepts.some(({ role }) => role === 'reason')) return undefined;
  const illnesses = concepts.filter(({ types }) => types.every((type) => type === 'Condition'));
  const pattern = new RegExp(`(?:${treating})$`, 'u');
  const isReason = [...illnesses.map(({ phrase }) => phrase), ...unknown].some(
    (phrase) => /\p{L}/u.test(phrase) && pattern.test(fold(question.slice(0, Math.max(0, question.indexOf(phrase))))),
  );
  if (!isReason) return undefined;
  const { nodes } = selectionOfKind(graph, 'medication');
  const says = [...nodes].some((node) => graph.text(node).attributes.some(({ role }) => role === 'reason'));
  if (!says) return 'unsaid';
  // Where drugs have reasons and none of this name, there is no such drug.
  return kind === 'medication' ? undefined : 'misread';
}
