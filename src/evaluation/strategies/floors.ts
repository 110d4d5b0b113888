// Floors and ceilings: what answering nothing, always the same, or from the gold resources alone would score.

import { renderLine } from '../../linearization/render.ts';
import { countTokens } from '../../linearization/token-counter.ts';
import type { Cell, EvalCase } from '../eval-case.ts';
import type { Strategy, StrategyInput, StrategyPage } from '../strategy.ts';
import { askOverPage } from './asked.ts';
import { unanswered } from './single-shot.ts';

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

/** Gives the most common right answer of the same kind of question in the set. */
export function mostCommon(cases: readonly EvalCase[]): Strategy {
  const common = new Map<string, Cell>();
  const counts = new Map<string, Map<string, { readonly cell: Cell; count: number }>>();
  for (const { dataset, kind, expected } of cases) {
    const name = `${dataset}\n${kind}`;
    const cell = expected[0]?.[0] ?? null;
    const cells = counts.get(name) ?? new Map<string, { readonly cell: Cell; count: number }>();
    const entry = cells.get(JSON.stringify(cell)) ?? { cell, count: 0 };
    entry.count += 1;
    cells.set(JSON.stringify(cell), entry);
    counts.set(name, cells);
  }
  for (const [name, cells] of counts) {
    const [best] = [...cells.values()].sort((a, b) => b.count - a.count || (String(a.cell) < String(b.cell) ? -1 : 1));
    common.set(name, best?.cell ?? null);
  }
  return constant(
    'most-common',
    'floor: the most common right answer of the same kind of question',
    (evalCase) => common.get(`${evalCase.dataset}\n${evalCase.kind}`) ?? null,
  );
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
