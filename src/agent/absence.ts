// Whether "not recorded" may be said: something complete was looked through and came back empty.
import type { CheckedClaim } from './answer.ts';
import type { SeenResult } from './tool-session.ts';

/** What an absence rests on. */
export interface AbsenceBasis {
  readonly results: readonly SeenResult[];
  readonly wholePage: boolean;
}

/** An absence is borne out by a complete result that holds nothing, a tool that could not compute, or a page that showed the whole record. */
export function verifyAbsence({ results, wholePage }: AbsenceBasis): CheckedClaim {
  const empty = results.filter(({ result }) => result.ok && result.complete && result.total === 0);
  const uncomputable = results.find(({ result }) => !result.ok && result.code === 'not-computable');
  const supported = empty.length > 0 || wholePage || uncomputable !== undefined;
  const where = empty.map(({ id, tool }) => `${tool} (${id})`).join(', ');
  const reason = supported
    ? where !== ''
      ? `complete and empty: ${where}`
      : uncomputable !== undefined
        ? `${uncomputable.tool} (${uncomputable.id}) could not compute it`
        : 'the page showed the whole record'
    : 'no complete search of the record came back empty';
  return { claim: 'not recorded', kind: 'absence', supported, reason, keys: [] };
}
