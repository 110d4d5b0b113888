// What a person sees of a run while it goes on, on standard error: a quiet line per tool call, and one line that shows
// what the model is writing until it is checked.
import type { AgentEvent } from '../agent/agent-event.ts';
import { note, showStatus } from './output.ts';

/**
 * Tells the events of a run to a person at a terminal; nothing in the first second, so that quick answers stay quiet.
 * The draft of an answer stands on a line that is wiped when the reply is whole: unchecked words do not stay.
 */
export function watchEvents(): (event: AgentEvent) => void {
  if (process.stderr.isTTY !== true) return () => {};
  const started = Date.now();
  const held: string[] = [];
  let draft = '';
  return (event) => {
    const line = eventLine(event);
    if (line !== undefined) held.push(line);
    draft = event.type === 'text' ? draft + event.text : '';
    if (Date.now() - started < quietMs) return;
    for (const each of held.splice(0)) note(each);
    if (draft === '') showStatus('');
    else showStatus(draftLabel, draft);
  };
}

/** An event worth a line: a tool call, or something the loop did that a reader should know of. */
export function eventLine(event: AgentEvent): string | undefined {
  if (event.type === 'tool-call') return `… step ${event.step}: ${event.tool} ${argumentWords(event.args)}`;
  if (event.type === 'notice') return event.step === 0 ? `… ${event.text}` : `… step ${event.step}: ${event.text}`;
  return undefined;
}

/** Arguments in few words: long lists as their count. */
function argumentWords(args: unknown): string {
  if (typeof args !== 'object' || args === null) return '';
  return Object.entries(args)
    .map(([name, value]) => {
      if (Array.isArray(value) && value.length > listedItems) return `${name}: ${value.length} of them`;
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      return `${name}: ${text.length > argumentLength ? `${text.slice(0, argumentLength)}…` : text}`;
    })
    .join(', ');
}

const quietMs = 1000;
const draftLabel = '… unchecked: ';
const listedItems = 3;
const argumentLength = 80;
