// What the offline answerer says when it can't act on a question, and what would help.
import type { QuestionProblem, QuestionReading } from '../../question/reading.ts';
import type { DraftAnswer } from '../parse-answer.ts';

/** The refusal of a reading with problems or too little confidence; `undefined` when it can be acted on. */
export function notUnderstood(reading: QuestionReading, answerConfidence: number): DraftAnswer | undefined {
  const [problem] = reading.problems;
  const unread = reading.time.unread;
  const text =
    problem === undefined
      ? reading.confidence >= answerConfidence
        ? undefined
        : `I am not sure enough how to read this: ${reading.reads}. Name the thing as the record writes it, and ask for its value, first, last, count, list, or when.`
      : problem === 'ambiguous-concept' && reading.candidates.length > 0
        ? `${problemWords[problem]} ${reading.candidates.slice(0, mostCandidates).join(' · ')}`
        : problem === 'unreadable-time' && unread.length > 0
          ? `I could not read the time "${unread[0]}". ${problemWords[problem]}`
          : problemWords[problem];
  if (text === undefined) return undefined;
  return {
    status: 'not-understood',
    text,
    values: [],
    citations: [],
    absence: null,
    reading: reading.reads,
    wouldSettle: helpWith[problem ?? 'nothing-recognized'] ?? null,
  };
}

const problemWords: Readonly<Record<QuestionProblem, string>> = {
  empty: 'There is no question.',
  'too-long': 'The question is too long for one; ask for one thing in a sentence or two.',
  language: 'The question is in a language that I do not read; ask in English or Spanish.',
  'several-questions': 'I read several questions in one; ask them one at a time.',
  'other-patient': 'The question names another patient than the one of this record.',
  population: 'The question is about several patients; this record holds one.',
  instruction: 'This is an instruction, not a question about the record; I only read.',
  'nothing-recognized': 'I found nothing in the question that this record could answer.',
  'unreadable-time': 'Write a date such as 2141-03-12, "since 2140", or "last month".',
  'ambiguous-concept': 'This could mean several things in this record; name one:',
  class:
    'The question names a class of things that this record names one by one; ask for one by name, or for the list.',
  'no-reasons': 'This record does not say what its medications are for; ask for one by name, or for the list.',
  unsupported: 'The question asks for more than I can compute from one record: ask for one value, count, list or date.',
  opinion: 'This asks for a judgement; I only report what the record says.',
};

const helpWith: Readonly<Partial<Record<QuestionProblem, string>>> = {
  'nothing-recognized':
    'Ask, for example, for the latest value, the first date, or the count of something in the record.',
  language: 'Ask in English or Spanish, or name a hosted model with --model.',
  opinion: 'Ask for the facts behind it, or name a hosted model with --model.',
};

const mostCandidates = 8;
