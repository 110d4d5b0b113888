// Floors and ceilings: what answering nothing, always the same, or from the gold resources alone would score.

import { renderLine } from '../../linearization/render.ts';
import { countTokens } from '../../linearization/token-counter.ts';
import type { Cell, EvalCase } from '../eval-case.ts';
import type { Strategy, StrategyInput, StrategyPage } from '../strategy.ts';
import { askOverPage } from './asked.ts';
import { unanswered } from './unanswered.ts';

/** Abstains on every question. */
export function doNothing(): Strategy {
  return {
    name: 'do-nothing',
    description: 'floor: abstains always',
    needsModel: false,
    answer: async ({ graph }) => ({ outcome: 'abstained', answer: unanswered(graph.now.text, ''), traceKeys: [] }),
  };
}

/** Says no, none, zero to every question. */
export function alwaysNo(): Strategy {
  return constant('always-no', 'floor: answers "no" always', () => false);
}

/** Gives the most common right answer of the other cases of the same kind: a case is never told its own answer. */
export function mostCommon(cases: readonly EvalCase[]): Strategy {
  const byKind = new Map<string, EvalCase[]>();
  for (const evalCase of cases) {
    const kind = kindName(evalCase);
    const group = byKind.get(kind);
    if (group === undefined) byKind.set(kind, [evalCase]);
    else group.push(evalCase);
  }
  return constant(
    'most-common',
    'floor: the most common right answer of the other questions of its kind',
    (evalCase) => {
      const counts = new Map<Cell, number>();
      for (const other of byKind.get(kindName(evalCase)) ?? []) {
        if (other.id === evalCase.id) continue;
        const cell = other.expected[0]?.[0] ?? null;
        counts.set(cell, (counts.get(cell) ?? 0) + 1);
      }
      const [best] = [...counts].sort(([a, n], [b, m]) => m - n || (String(a) < String(b) ? -1 : 1));
      return best?.[0] ?? null;
    },
  );
}

function kindName({ dataset, kind }: EvalCase): string {
  return `${dataset}\n${kind}`;
}

/** Ceiling: the gold resources' lines alone on the page. */
export function oraclePage(): Strategy {
  const page = ({ graph, evalCase }: StrategyInput): StrategyPage => {
    const keys = evalCase.goldKeys.filter((key) => graph.find(key) !== undefined);
    const text = keys.map((key) => renderLine(graph, graph.find(key)?.index ?? -1)).join('\n');
    return { text, tokens: countTokens(text), keys };
  };
  return {
    name: 'oracle-page',
    description: 'ceiling: a page of the gold resources alone',
    needsModel: true,
    page,
    answer: (input, model) => askOverPage(input, page(input), model),
  };
}

function constant(name: string, description: string, value: (evalCase: EvalCase) => Cell): Strategy {
  return {
    name,
    description,
    needsModel: false,
    async answer({ graph, evalCase }) {
      const cell = value(evalCase);
      const base = unanswered(graph.now.text, cell === null ? 'not recorded' : cell === false ? 'no' : String(cell));
      const answer =
        cell === null
          ? { ...base, status: 'not-recorded' as const }
          : { ...base, status: 'answered' as const, values: [{ value: cell }] };
      return { outcome: 'answered', answer, traceKeys: [] };
    },
  };
}
