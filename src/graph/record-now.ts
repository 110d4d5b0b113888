// The moment that "now" means for a record.
import { HopperError } from '../errors.ts';
import { isoAt, type Now, parseFhirTime } from '../fhir/clinical-time.ts';
import type { RecordZone } from '../fhir/record-zone.ts';
import { lastingTypes } from '../fhir/resource-table-corrections.ts';
import { type Span, spanOf, startSpanOf } from './span.ts';
import type { TimedNode } from './timed-node.ts';

/**
 * Read a *now* that somebody gave: a FHIR date or dateTime. A date, month or year means its last second, so that its own
 * events are past; a time without offset is in the record's zone.
 *
 * @throws `invalid-input` when it is no date
 */
export function readNow(text: string, zone: RecordZone, from: Now['from'] = 'option'): Now {
  const parsed = parseFhirTime(text);
  if (parsed === undefined) {
    throw new HopperError(
      'invalid-input',
      `Expected a date such as 2141-03-12 or 2141-03-12T08:15:00-05:00 for now; found ${JSON.stringify(text)}.`,
    );
  }
  const isDate = parsed.precision === 'year' || parsed.precision === 'month' || parsed.precision === 'day';
  const localMs = isDate ? parsed.localEndMs - 1000 : parsed.localStartMs;
  return nowAt(localMs, parsed.offsetMs ?? zone.offsetAt(localMs), from);
}

/**
 * The record's last event: the last end of what happened, or was written down, in it; what is planned doesn't count, and
 * of states that last only the start does. 1970-01-01, from `none`, for a record without any date.
 */
export function lastEvent(nodes: readonly TimedNode[], zone: RecordZone): Now {
  let last: Span | undefined;
  for (let index = 0; index < nodes.length; index += 1) {
    const { time, type } = nodes[index] as TimedNode;
    if (time === undefined || time.role === 'planned') continue;
    // Its span can't end later than the time itself.
    if (last !== undefined && time.endMs <= last.endMs) continue;
    const span = lastingTypes.has(type) ? startSpanOf(time) : spanOf(time);
    if (last === undefined || span.endMs > last.endMs) last = span;
  }
  if (last === undefined) return nowAt(0, 0, 'none');
  // A date's last second; a clock time as written.
  const localMs = last.localEndMs - (last.endUnitMs === 0 ? 1000 : last.endUnitMs);
  return nowAt(localMs, zone.offsetAt(localMs), 'record');
}

function nowAt(localMs: number, offsetMs: number, from: Now['from']): Now {
  const ms = localMs - offsetMs;
  return { ms, localMs, text: isoAt(ms, localMs), from };
}
