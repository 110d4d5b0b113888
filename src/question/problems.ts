// What keeps a question from being answered as it stands, and how sure its reading is.
import { kindTable, visitKinds } from './kind-table.ts';
import { isOtherLanguage } from './language.ts';
import type { QuestionProblem, QuestionReading } from './reading.ts';
import type { VisitMention } from './visit-phrase.ts';
import type { Vocabulary } from './vocabulary.ts';
import { fold, wordEnd, wordStart } from './words.ts';

type Draft = Omit<QuestionReading, 'problems' | 'confidence' | 'reads'>;

export interface Verdict {
  readonly problems: readonly QuestionProblem[];
  readonly confidence: number;
}

const patterns = new WeakMap<readonly string[], RegExp>();

/** A pattern of any of the words, on word borders. */
function anyOf(words: readonly string[]): RegExp {
  let pattern = patterns.get(words);
  if (pattern === undefined) {
    pattern = new RegExp(`${wordStart}(?:${words.join('|')})${wordEnd}`, 'u');
    patterns.set(words, pattern);
  }
  return pattern;
}

/** What a reading is judged by beside itself. */
export interface ProblemSigns {
  readonly otherPatient: string | undefined;
  readonly hasOperation: boolean;
  /** The question without what was taken. */
  readonly wording: string;
  /** Visits that scope the facts. */
  readonly scopes: readonly VisitMention[];
  /** Names that can't narrow what else is named. */
  readonly strays: readonly string[];
  /** Whether drugs are asked for by what they are for, which no drug says, or which was read as something else. */
  readonly drugReason: 'unsaid' | 'misread' | undefined;
  /** Whether a result is asked for: positive, negative. */
  readonly asksResult: boolean;
  /** Whether something that only a person has is asked for: sex, race, whether married. */
  readonly asksOfPerson: boolean;
}

/**
 * Judge a reading. Each ignored word, loose match and unread time lowers the confidence; a problem that changes what
 * the answer would be about lowers it below `answerConfidence`.
 */
export function findProblems(draft: Draft, signs: ProblemSigns, vocabulary: Vocabulary): Verdict {
  const { otherPatient, hasOperation, wording } = signs;
  const folded = fold(draft.question);
  const problems: QuestionProblem[] = [];
  const has = (words: readonly string[], text = folded) => anyOf(words).test(text);
  if (folded.trim() === '') problems.push('empty');
  if (folded.length > longestQuestion) problems.push('too-long');
  if (isOtherLanguage(draft.question, vocabulary)) problems.push('language');
  if (otherPatient !== undefined || namesSomebody(draft)) problems.push('other-patient');
  if (has(vocabulary.bad.population)) problems.push('population');
  const parts = draft.select.component === undefined ? [] : draft.concepts.filter(({ role }) => role === 'component');
  if (isSeveral(folded, vocabulary) || parts.length > 1) problems.push('several-questions');
  if (has(vocabulary.bad.instruction)) problems.push('instruction');
  if (has(vocabulary.bad.opinion) || has(vocabulary.bad.judgement, `${fold(draft.unknown.join(' ; '))} ; ${wording}`))
    problems.push('opinion');
  if (has(vocabulary.bad.classes, fold(draft.unknown.join(' ; ')))) problems.push('class');
  const asksPerson = new RegExp(vocabulary.bad.person, 'u').test(folded);
  const isNothing = draft.kind === '' && draft.concepts.length === 0 && draft.absent.length === 0;
  // What is no person's name answers no "who".
  const isPerson = draft.asked.kind === 'name' && (draft.kind !== 'patient' || draft.asked.role === 'name');
  if (isNothing || (asksPerson && !isPerson)) problems.push('nothing-recognized');
  if (signs.drugReason === 'unsaid') problems.push('no-reasons');
  if (signs.drugReason === 'misread' || isBeyond(draft, signs, has, vocabulary)) problems.push('unsupported');
  if (draft.time.unread.length > 0) problems.push('unreadable-time');
  if (
    draft.candidates.length > 0 &&
    draft.operation !== 'count' &&
    draft.operation !== 'exists' &&
    draft.operation !== 'list'
  ) {
    problems.push('ambiguous-concept');
  }
  if (problems.length > 0) return { problems, confidence: 0.1 };
  return { problems, confidence: confidenceOf(draft, hasOperation, vocabulary) };
}

/** Whether words that no plan can carry are left: they would change the answer. */
function isBeyond(
  draft: Draft,
  { wording, scopes, strays, asksResult, asksOfPerson }: ProblemSigns,
  has: (words: readonly string[], text: string) => boolean,
  { bad }: Vocabulary,
): boolean {
  if (has(bad.beyond, wording) && draft.compares === undefined && draft.operation !== 'difference') return true;
  // What a person was at the time of a fact is not recorded with the fact.
  if (asksOfPerson && draft.kind !== 'patient') return true;
  if (strays.length > 0) return true;
  // A visit itself has a time and a place; what happened during it is told by all it holds.
  if (visitKinds[draft.kind] !== undefined && has(bad.whole, wording)) return true;
  // What is done, taken or had is not positive or negative.
  if (asksResult && draft.operation === 'count') return true;
  if (asksResult && !resultKinds.has(draft.kind) && kindTable[draft.kind]?.asked !== 'value') return true;
  // Of many that are counted or added up there is no first or last one.
  if (gathering.has(draft.operation) && draft.position !== undefined && draft.take === undefined) return true;
  // "Which were first recorded in 2011" asks of each whether it was recorded before.
  const { length } = draft.concepts;
  const asksNew = length === 0 && draft.position === 1 && draft.time.window !== undefined && has(bad.newly, wording);
  if (asksNew) return true;
  if (leavesOut(draft, bad.joints)) return true;
  // How old a thing is, and the age of nobody who is named, are no age of the patient.
  const isOfPerson = draft.kind === 'patient' || draft.position !== undefined;
  if (draft.operation === 'age' && (!isOfPerson || asksOfPerson || draft.ignored.length > 0)) return true;
  // "Normal" narrows what was read, and not what wasn't.
  if (draft.ignored.length > 0 && draft.concepts.some(({ role }) => role === 'interpretation')) return true;
  // Whether something never was can be turned round; all but some things can't.
  if (has(bad.without, wording) || (draft.negated && draft.operation !== 'exists')) return true;
  // A difference is between values of one thing; of everything of a kind there is none.
  const isOfThings = draft.concepts.length === 0 && kindTable[draft.kind]?.asked === 'concept';
  if (draft.operation === 'difference' && isOfThings) return true;
  // Two values of two visits are no difference inside one.
  const visits = new Set(scopes.map(({ kind, position, current }) => `${kind} ${position} ${current}`));
  if (draft.operation === 'difference' && visits.size > 1) return true;
  return draft.frequency !== undefined && draft.operation !== 'distinct';
}

/** Kinds beside the measured ones that have results. */
const resultKinds: ReadonlySet<string> = new Set(['', 'microbiology', 'organism', 'susceptibility', 'report']);

/** Operations over all of the facts that are meant. */
const gathering: ReadonlySet<string> = new Set(['sum', 'mean', 'median', 'count', 'distinct']);

/** Whether a word of no use is asked for beside what was read: the rhesus in "blood type and rhesus". */
function leavesOut({ question, ignored }: Draft, joints: readonly string[]): boolean {
  return ignored.some((phrase) => {
    const at = question.indexOf(phrase);
    return at > 0 && anyOf(joints).test(fold(question.slice(0, at)).trimEnd().split(/\s+/).slice(-1).join(' '));
  });
}

/** Whether words of no use to the reading are a person's name: `Peter's weight`, `does Ann Lee take aspirin`. */
function namesSomebody({ question, ignored, unknown }: Draft): boolean {
  return [...ignored, ...unknown].some((phrase) => {
    const at = question.indexOf(phrase);
    if (at > 0 && /^['’]s\s/u.test(question.slice(at + phrase.length))) return true;
    if (!/^\p{Lu}[\p{L}-]+(?:\s+\p{Lu}[\p{L}-]+)*$/u.test(phrase)) return false;
    return (
      phrase.includes(' ') && /\b(?:do|does|did|is|was|has|had|for|of|than|with|and)\s+$/i.test(question.slice(0, at))
    );
  });
}

function confidenceOf(draft: Draft, hasOperation: boolean, vocabulary: Vocabulary): number {
  let confidence = hasOperation ? 1 : 0.9;
  for (const concept of draft.concepts) confidence -= lossByMatch[concept.how];
  // A number or date left unread changes the answer more than a word does.
  const isNumber = (phrase: string) => /\d/.test(phrase) || (vocabulary.numbers[fold(phrase)] ?? 0) > 1;
  for (const phrase of draft.ignored) confidence -= isNumber(phrase) ? 0.5 : 0.25;
  // Where a thing that the language knows is not in the record, what is said beside it makes no difference.
  confidence -= 0.3 * (draft.absent.length > 0 ? draft.absent.length : draft.unknown.length);
  if (draft.kind === '') confidence -= 0.1;
  return Math.max(0, Math.round(confidence * 100) / 100);
}

/** Characters of a question; beyond, only so many are read. */
export const longestQuestion = 2000;

const lossByMatch = { exact: 0, code: 0, words: 0.1, synonym: 0.1, class: 0.05, spelling: 0.15 } as const;

/** Two sentences that each ask, or two question words joined by "and". */
function isSeveral(folded: string, vocabulary: Vocabulary): boolean {
  const marks = folded.match(/\?/g)?.length ?? 0;
  if (marks > 1) return true;
  return new RegExp(vocabulary.bad.several, 'u').test(folded);
}
