// An EHRQA-like set made by rule: multiple-choice questions whose answers are read from each record's resources.
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { formatTime } from '../fhir/clinical-time.ts';
import type { EpisodeGraph, GraphNode } from '../graph/episode-graph.ts';

/** One question in EHRQA's published schema, with the rule that made it. */
export interface MadeQuestion {
  readonly patient_id: string;
  readonly question: string;
  readonly answer_choices: readonly string[];
  /** A letter: A is the first choice. */
  readonly correct_answer: string;
  /** The rule's name. */
  readonly category: string;
}

/**
 * Make questions over one record. The same record and seed give the same questions.
 *
 * @param perRule most questions a rule
 */
export function makeQuestions(
  graph: EpisodeGraph,
  options: { readonly seed: number; readonly perRule: number },
): readonly MadeQuestion[] {
  const random = xoroshiro128plus(options.seed);
  const patientId = graph.record.patientKey.replace(/^Patient\//, '');
  const groups = groupByConcept(graph);
  return rules.flatMap((rule) =>
    shuffled(rule.facts(graph, groups), random)
      .filter(({ wrong }) => wrong.length >= CHOICES - 1)
      .slice(0, options.perRule)
      .map(({ question, right, wrong }) => {
        const choices = shuffled([right, ...shuffled(wrong, random).slice(0, CHOICES - 1)], random);
        const correct = String.fromCharCode('A'.charCodeAt(0) + choices.indexOf(right));
        return {
          patient_id: patientId,
          question,
          answer_choices: choices,
          correct_answer: correct,
          category: rule.name,
        };
      }),
  );
}

/** A question with its right answer and plausible wrong ones, none equal to the right one. */
interface Fact {
  readonly question: string;
  readonly right: string;
  readonly wrong: readonly string[];
}

interface Rule {
  readonly name: string;
  facts(graph: EpisodeGraph, groups: readonly ConceptGroup[]): readonly Fact[];
}

/** Dated, unretracted nodes of one type and concept, in time order. */
interface ConceptGroup {
  readonly type: string;
  readonly concept: string;
  readonly nodes: readonly GraphNode[];
}

const rules: readonly Rule[] = [
  {
    name: 'latest value',
    facts: (graph, groups) =>
      measured(graph, groups).map(({ concept, values }) =>
        fact(`What is the most recent ${concept}?`, values.at(-1), values),
      ),
  },
  {
    name: 'first value',
    facts: (graph, groups) =>
      measured(graph, groups).map(({ concept, values }) =>
        fact(`What was the first recorded ${concept}?`, values[0], values),
      ),
  },
  {
    name: 'date of latest',
    facts: (_, groups) =>
      groups.map(({ concept, nodes }) => {
        const days = nodes.map(dayOf);
        return fact(`When was ${concept} last recorded?`, days.at(-1), days);
      }),
  },
  {
    name: 'count',
    facts: (_, groups) =>
      groups.map(({ concept, nodes }) => {
        const near = [-2, -1, 1, 2, 3].map((step) => nodes.length + step).filter((count) => count >= 0);
        return fact(`How many times is ${concept} recorded?`, String(nodes.length), near.map(String));
      }),
  },
  {
    name: 'earlier of types',
    facts: (_, groups) =>
      ['Condition', 'Procedure', 'Immunization', 'MedicationRequest'].flatMap((type) => {
        const own = groups.filter((group) => group.type === type);
        const starts = own.map(({ concept, nodes }) => ({ concept, day: dayOf(nodes[0] as GraphNode) }));
        const [earliest] = starts.map(({ day }) => day).sort();
        const first = starts.filter(({ day }) => day === earliest);
        const [only] = first;
        if (first.length !== 1 || only === undefined) return [];
        return [
          fact(
            `Which ${typeWords[type] ?? type} was recorded first?`,
            only.concept,
            starts.map(({ concept }) => concept),
          ),
        ];
      }),
  },
];

function measured(
  graph: EpisodeGraph,
  groups: readonly ConceptGroup[],
): readonly { readonly concept: string; readonly values: readonly string[] }[] {
  return groups
    .filter(({ type }) => type === 'Observation')
    .map(({ concept, nodes }) => ({
      concept,
      values: nodes.flatMap((node) => {
        const value = graph.text(node.index).values.find(({ kind, name }) => kind === 'quantity' && name === '');
        return value === undefined ? [] : [value.text];
      }),
    }))
    .filter(({ values }) => values.length > 0);
}

function fact(question: string, right: string | undefined, others: readonly string[]): Fact {
  const wrong = [...new Set(others)].filter((other) => other !== right);
  return { question, right: right ?? '', wrong: right === undefined ? [] : wrong };
}

/** Groups whose first and last moments are theirs alone, so that "first" and "latest" have one answer. */
function groupByConcept(graph: EpisodeGraph): readonly ConceptGroup[] {
  const groups = new Map<string, { readonly type: string; readonly concept: string; readonly nodes: GraphNode[] }>();
  for (const index of graph.order) {
    const node = graph.nodes[index];
    if (node?.time === undefined || typeWords[node.type] === undefined) continue;
    const { concept, retracted } = graph.text(index);
    if (retracted) continue;
    const name = `${node.type}\n${concept}`;
    const group = groups.get(name) ?? { type: node.type, concept, nodes: [] };
    group.nodes.push(node);
    groups.set(name, group);
  }
  return [...groups.values()]
    .map((group) => ({
      ...group,
      nodes: [...group.nodes].sort((a, b) => (a.time?.startMs ?? 0) - (b.time?.startMs ?? 0)),
    }))
    .filter(({ nodes }) => isAlone(nodes, 0, 1) && isAlone(nodes, nodes.length - 1, nodes.length - 2));
}

function isAlone(nodes: readonly GraphNode[], at: number, neighbour: number): boolean {
  return nodes[neighbour]?.time?.startMs !== nodes[at]?.time?.startMs || nodes.length === 1;
}

function dayOf(node: GraphNode): string {
  return node.time === undefined ? '' : formatTime(node.time).slice(0, 'YYYY-MM-DD'.length);
}

function shuffled<Item>(items: readonly Item[], random: RandomGenerator): Item[] {
  const out = [...items];
  for (let at = out.length - 1; at > 0; at -= 1) {
    const other = uniformInt(random, 0, at);
    [out[at], out[other]] = [out[other] as Item, out[at] as Item];
  }
  return out;
}

const typeWords: Readonly<Record<string, string>> = {
  Observation: 'measurement',
  Condition: 'condition',
  Procedure: 'procedure',
  Immunization: 'immunization',
  MedicationRequest: 'medication',
};
const CHOICES = 4;
