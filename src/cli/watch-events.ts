// What a person sees of a run while it goes on: one quiet line per tool call, on standard error.
import type { AgentEvent } from '../agent/agent-event.ts';
import { note } from './output.ts';

/** Tells the events of a run; nothing during its first second, so that quick answers stay quiet. */
export function watchEvents(): (event: AgentEvent) => void {
  const started = Date.now();
  const held: string[] = [];
  return (event) => {
    const line = eventLine(event);
    if (line !== undefined) held.push(line);
    if (Date.now() - started < quietMs) return;
    for (const each of held.splice(0)) note(each);
  };
}

/** An event worth a line: a tool call, or something the loop did that a reader should know of. */
export function eventLine(event: AgentEvent): string | undefined {
  if (event.type === 'tool-call') return `… step ${event.step}: ${event.tool} ${shorten(JSON.stringify(event.args))}`;
  if (event.type === 'notice') return `… step ${event.step}: ${event.text}`;
  return undefined;
}

function shorten(text: string): string {
  return text.length > argumentLength ? `${text.slice(0, argumentLength)}…` : text;
}

const quietMs = 1000;
const argumentLength = 120;
