// Strategies by name, as `evaluate --strategy` takes them.
import { HopperError } from '../../errors.ts';
import type { EvalCase } from '../eval-case.ts';
import type { Strategy } from '../strategy.ts';
import { fhir2textPage } from './fhir2text.ts';
import { alwaysNo, doNothing, mostCommon, oraclePage } from './floors.ts';
import { flowsheetPage } from './flowsheet.ts';
import { flowsheetSql, type SqlTable, type SqlTables } from './flowsheet-sql.ts';
import { type HopperOptions, hopper, hopperFull, offline, offlineFirst, pageOnly } from './hopper.ts';
import { ontologyGuidedPage } from './ontology-guided.ts';
import { prefilteredPage } from './prefiltered.ts';
import { published } from './published.ts';
import { singleShot } from './single-shot.ts';

export interface StrategyOptions extends HopperOptions {
  /** Tokens that fit the model beside its answer. @default 200000 */
  readonly windowTokens?: number;
  /** The cases of the run, for floors that know the set. */
  readonly cases: readonly EvalCase[];
  /** An SQL engine for `flowsheet-sql`. */
  readonly createTables: (tables: readonly SqlTable[]) => Promise<SqlTables>;
}

/** Every strategy, in the order of the report. */
export function allStrategies(options: StrategyOptions): readonly Strategy[] {
  const windowTokens = options.windowTokens ?? DEFAULT_WINDOW_TOKENS;
  const baselines = baselinePages.flatMap(([name, description, page, byQuestion]) =>
    [false, true].map((cutToFit) =>
      singleShot(name, description, ({ graph, evalCase }) => page(graph.record, evalCase.question), {
        windowTokens,
        cutToFit,
        byQuestion,
      }),
    ),
  );
  return [
    hopper(options),
    hopperFull(options),
    pageOnly(options),
    published(options),
    offline(),
    offlineFirst(options),
    ...baselines,
    flowsheetSql(options.createTables),
    doNothing(),
    alwaysNo(),
    mostCommon(options.cases),
    oraclePage(),
  ];
}

/**
 * Strategies by name, in the order asked for.
 *
 * @throws `invalid-input` naming the known ones
 */
export function chooseStrategies(names: readonly string[], options: StrategyOptions): readonly Strategy[] {
  const known = new Map(allStrategies(options).map((strategy) => [strategy.name, strategy]));
  return names.map((name) => {
    const strategy = known.get(name);
    if (strategy !== undefined) return strategy;
    throw new HopperError('invalid-input', `Expected strategies among ${[...known.keys()].join(', ')}; found ${name}.`);
  });
}

const baselinePages = [
  ['fhir2text', 'baseline: a sentence a resource, in record order', fhir2textPage, false],
  ['ontology-guided', 'baseline: lines scored by words and lay terms, no limit', ontologyGuidedPage, true],
  ['prefiltered', 'baseline: the latest of each code, as JSON', prefilteredPage, false],
  ['flowsheet', 'baseline: three tables of dated rows', flowsheetPage, false],
] as const;
const DEFAULT_WINDOW_TOKENS = 200_000;
