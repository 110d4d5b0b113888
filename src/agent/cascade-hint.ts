// What rules found, written for a model that answers after them: a short block beside the page, within its budget.
import type { EpisodeGraph } from '../graph/episode-graph.ts';
import type { CountTokens } from '../linearization/token-counter.ts';
import { planOf } from '../plan/from-reading.ts';
import { runPlan } from '../plan/run-plan.ts';
import type { QuestionReading, ResolvedConcept } from '../question/reading.ts';
import type { Selection } from '../question/selection.ts';
import { fitLine } from '../tools/page.ts';
import type { Answer } from './answer.ts';
import { aggregateArguments } from './offline/aggregate-arguments.ts';
import { namesIn } from './parse-answer.ts';

/** A block of the first prompt; it ends with its line break. */
export interface Hint {
  readonly text: string;
  /** Of the whole block, its marks and line breaks included. */
  readonly tokens: number;
}

export interface HintOptions {
  readonly countTokens: CountTokens;
  /** Most tokens of the block. */
  readonly budgetTokens: number;
  /** Tools that the model may call. */
  readonly toolNames: readonly string[];
}

/**
 * The reading of the question with what it leaves unused, what that found, the record's names it was taken for with their
 * counts and handles, and the tool call that computes it; what doesn't fit is left off from the end.
 *
 * @param rules the rules' own answer
 * @returns `undefined` when rules recognised nothing of the question, or not even the reading fits
 */
export function makeHint(
  graph: EpisodeGraph,
  reading: QuestionReading,
  rules: Answer,
  options: HintOptions,
): Hint | undefined {
  const isAnswer = rules.status === 'answered' || rules.status === 'not-recorded';
  if (!isAnswer && reading.concepts.length === 0) return undefined;
  const { countTokens, budgetTokens } = options;
  const lines: string[] = [];
  const enough = [opening, `read as: ${reading.reads}`];
  const [found = '', ...restFound] = foundLines(graph, rules, isAnswer);
  const more = [
    found,
    ...reading.concepts.slice(0, mostConcepts).map((concept) => conceptLine(graph, concept)),
    ...unreadLines(reading),
    ...callLines(graph, reading, options.toolNames),
    ...restFound,
  ];
  let left = budgetTokens - countTokens(`${openMark}\n`) - countTokens(`${closeMark}\n`);
  for (const [place, line] of [...enough, ...more].entries()) {
    const plain = line.replaceAll(/\s+/g, ' ').replaceAll(/<(\/?hint)>/gi, '$1');
    const tokens = countTokens(`${plain}\n`);
    if (tokens > left && place < enough.length) return undefined;
    const fitting = tokens <= left ? plain : left > leastTokens ? fitLine({ countTokens }, plain, left - 1) : '';
    if (fitting === '') break;
    lines.push(fitting);
    left -= countTokens(`${fitting}\n`);
    if (fitting !== plain) break;
  }
  const text = [openMark, ...lines, closeMark, ''].join('\n');
  return { text, tokens: countTokens(text) };
}

/** `"sugar" was taken for Glucose (synonym): 142 resources, o12 … o901`. */
function conceptLine(graph: EpisodeGraph, concept: ResolvedConcept): string {
  const { phrase, concepts, how } = concept;
  const names = concepts.slice(0, mostNames).join(' | ');
  const rest = concepts.length > mostNames ? ` and ${concepts.length - mostNames} more names` : '';
  const { basis } = runPlan(graph, { select: selectionOf(concept), reduce: { op: 'list' }, project: 'node' });
  const [first, last] = [basis.first, basis.last].map((key) => graph.find(key ?? '')?.handle);
  const handles = first === undefined ? '' : `, ${first === last ? first : `${first} … ${last}`}`;
  return `"${phrase}" was taken for ${names}${rest} (${how}): ${basis.count} resources${handles}`;
}

function selectionOf({ role, concepts, types }: ResolvedConcept): Selection {
  const names =
    role === 'concept' ? { concepts } : role === 'code' ? { codes: concepts } : { named: { [role]: concepts } };
  return types.length === 0 ? names : { types, ...names };
}

/** What the reading line does not say of what could not be read. */
function unreadLines({ candidates, time, problems }: QuestionReading): readonly string[] {
  const listed = (label: string, words: readonly string[]) =>
    words.length === 0
      ? []
      : [
          `${label}: ${words
            .slice(0, mostNames)
            .map((word) => `"${word}"`)
            .join(', ')}`,
        ];
  return [
    ...listed('time not read', time.unread),
    ...listed('could mean', candidates),
    ...(problems.length === 0 ? [] : [`in the way: ${problems.join(', ')}`]),
  ];
}

/** The tool call that the reading comes to, where the model has the tool and it can be said in few words. */
function callLines(graph: EpisodeGraph, reading: QuestionReading, toolNames: readonly string[]): readonly string[] {
  if (reading.operation === 'age') return toolNames.includes('calculate') ? ['as a call: calculate {"op":"age"}'] : [];
  const plan = toolNames.includes('aggregate') ? planOf(reading) : undefined;
  if (plan === undefined) return [];
  const args = JSON.stringify(aggregateArguments(graph, plan));
  return args.length > longestCall ? [] : [`as a call: aggregate ${args}`];
}

/** The rules' own words, with handles for keys. */
function foundLines(graph: EpisodeGraph, { text, confidence }: Answer, isAnswer: boolean): readonly string[] {
  const [first = '', ...rest] = text.split('\n').map((line) => withHandles(graph, line));
  const sure = (confidence ?? 0).toFixed(2);
  return isAnswer ? [`they would answer, with confidence ${sure}: ${first}`, ...rest] : [`they say: ${first}`];
}

function withHandles(graph: EpisodeGraph, line: string): string {
  return namesIn(line).reduce((text, name) => {
    const handle = name.includes('/') ? graph.find(name)?.handle : undefined;
    return handle === undefined ? text : text.replaceAll(name, handle);
  }, line);
}

const openMark = '<hint>';
const closeMark = '</hint>';
const opening = 'Rules without a model read the question first and were not sure. This may be wrong: check it.';
const mostConcepts = 6;
const mostNames = 3;
/** Characters of a call worth showing. */
const longestCall = 400;
/** Below that, a cut line says nothing. */
const leastTokens = 12;
