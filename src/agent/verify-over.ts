// Whether a cited entry is over: what was stopped speaks neither for "is on it" nor against "is not".
import { asObject } from '../fhir/resource.ts';
import type { Evidence } from './evidence.ts';
import { readWrittenTime, type WrittenTime } from './written-time.ts';

/** Whether a question asks for what goes on at the moment of asking, and for no other time. */
export function asksNow(question: string): boolean {
  return presentWords.test(question) && !otherTimes.test(question);
}

/** Whether an entry of a lasting kind has ended: by its status, or by an end before now. */
export function isOver({ node }: Evidence, now: WrittenTime): boolean {
  if (!lastingTypes.test(node.type)) return false;
  const { resource } = node;
  const status = resource.status ?? asObject(resource.clinicalStatus)?.coding ?? resource.clinicalStatus;
  const code = Array.isArray(status) ? asObject(status[0])?.code : status;
  if (typeof code === 'string' && overStatuses.has(code)) return true;
  return ends.some((path) => {
    const end = valueAt(resource, path);
    const time = typeof end === 'string' ? readWrittenTime(end) : undefined;
    return time !== undefined && (time.instantMs ?? time.localMs) <= (now.instantMs ?? now.localMs) - dayMs;
  });
}

function valueAt(resource: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, element) => asObject(value)?.[element], resource);
}

const presentWords =
  /\b(?:is|are)\b.*\b(?:on|taking|using|receiving|active)\b|\b(?:does|do)\b.*\b(?:take|use|receive)\b|\b(?:currently|still|any ?more|right now|at the moment)\b|\b(?:toma|actualmente|todavía)\b/i;
const otherTimes =
  /\d|\b(?:was|were|ever|did|had|been|since|before|after|during|last|first|previous|visit|stay|admission|alguna vez|último|última)\b/i;
/** Source: FHIR DSTU2 to R5 resource types whose entries go on and end. */
const lastingTypes = /^(?:Medication(?:Request|Order|Statement|Usage)|Condition|CarePlan|Goal|AllergyIntolerance)$/;
const overStatuses = new Set(['stopped', 'completed', 'ended', 'inactive', 'resolved', 'remission', 'not-taking']);
const ends: readonly (readonly string[])[] = [
  ['effectivePeriod', 'end'],
  ['dispenseRequest', 'validityPeriod', 'end'],
  ['dateEnded'],
  ['abatementDateTime'],
  ['period', 'end'],
];
const dayMs = 86_400_000;
