// How the askers of each benchmark write dates and mean times: stated by the set, not guessed from a question.
import type { OfflineModelOptions } from '../agent/offline-model.ts';

/**
 * What rules are told before a set's questions; nothing for a set that states nothing. The one place for it: the arms of
 * `evaluate` and `npm run accuracy` both read it.
 *
 * Source: FHIR-AgentBench writes its prescription times as the start of the supply (MIMIC-IV `starttime`); FHIRPath-QA
 * writes 03/04/2150 with the day first, and its relative dates mean whole calendar units.
 */
export function readingConventions(dataset: string): OfflineModelOptions {
  return conventions[dataset] ?? {};
}

const conventions: Readonly<Record<string, OfflineModelOptions>> = {
  'fhir-agentbench': { dialect: 'natural', dateOrder: 'month-first', prescribedAt: 'supply' },
  'fhirpath-qa': { dialect: 'calendar', dateOrder: 'day-first' },
};
