// Whether "not recorded" may be said: something complete was looked through and came back empty.
import type { CheckedClaim } from './answer.ts';
import type { DraftAnswer } from './parse-answer.ts';
import type { SeenResult } from './tool-session.ts';

/** What an absence rests on. */
export interface AbsenceBasis {
  readonly results: readonly SeenResult[];
  readonly wholePage: boolean;
  /** What is claimed: that something was not loaded is said of what was. */
  readonly draft?: Pick<DraftAnswer, 'absence'>;
}

/** An absence is borne out by a complete result that holds nothing, a tool that could not compute, or a page that showed the whole record. */
export function verifyAbsence({ results, wholePage, draft }: AbsenceBasis): CheckedClaim {
  const saysPartial = draft?.absence === 'not-loaded' || draft?.absence === 'withheld';
  const empty = results.filter(({ result }) => result.ok && (result.complete || saysPartial) && result.total === 0);
  const uncomputable = results.find(({ result }) => !result.ok && result.code === 'not-computable');
  const supported = empty.length > 0 || wholePage || uncomputable !== undefined;
  const where = empty.map(({ id, tool }) => `${tool} (${id})`).join(', ');
  const reason = supported
    ? where !== ''
      ? `${saysPartial ? 'empty as far as was loaded' : 'complete and empty'}: ${where}`
      : uncomputable !== undefined
        ? `${uncomputable.tool} (${uncomputable.id}) could not compute it`
        : 'the page showed the whole record'
    : 'no complete search of the record came back empty';
  return { claim: 'not recorded', kind: 'absence', supported, reason, keys: [] };
}
