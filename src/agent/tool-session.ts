// The tools as one conversation uses them: called, repaired, bounded, never repeated, and remembered.
import type { JSONObject } from '@ai-sdk/provider';
import { jsonSchema, type ToolSet, tool } from 'ai';
import { z } from 'zod';
import { toHopperError } from '../errors.ts';
import type { CountTokens } from '../linearization/token-counter.ts';
import type { GraphTool, ToolResult } from '../tools/graph-tool.ts';
import type { AgentEvent } from './agent-event.ts';
import { readJson } from './loose-json.ts';
import { matchName } from './repair-call.ts';
import { inSpan, resultFacts } from './spans.ts';

/** A tool result as the conversation knows it. */
export interface SeenResult {
  /** `r1`, `r2`, … in the order of the calls; a model may cite it. */
  readonly id: string;
  readonly callId: string;
  readonly tool: string;
  readonly args: unknown;
  readonly result: ToolResult;
}

export interface ToolSession {
  /** For the AI SDK's loop. */
  readonly toolSet: ToolSet;
  /** Results by `r1` …, in call order. */
  readonly results: ReadonlyMap<string, SeenResult>;
  /** Calls a tool by hand, as the plain-text protocol does. */
  call(name: string, args: unknown, callId: string): Promise<{ readonly ok: boolean; readonly text: string }>;
  /** A known tool's name for a near miss; valid JSON for arguments that are nearly so. `undefined`: beyond repair. */
  repairCall(name: string, input: string): { readonly toolName: string; readonly input: string } | undefined;
  /** Called when the text of a result left the conversation: an identical call then shows it again. */
  forget(callId: string): void;
}

export interface ToolSessionOptions {
  readonly tools: readonly GraphTool[];
  readonly emit: (event: AgentEvent) => void;
  /** Number of the current model call. */
  readonly step: () => number;
  readonly countTokens: CountTokens;
  /** Most tokens of one result's text. */
  readonly resultTokens: number;
  readonly signal?: AbortSignal | undefined;
  /** Spans of the calls. @default false */
  readonly telemetry?: boolean;
}

/** One per question: it numbers results and remembers calls. */
export function createToolSession(options: ToolSessionOptions): ToolSession {
  const tools = new Map(options.tools.map((graphTool) => [graphTool.name, graphTool]));
  const names = [...tools.keys()];
  const results = new Map<string, SeenResult>();
  const calls = new Map<string, { id: string; callId: string; times: number; pending: Promise<Told> }>();
  const forgotten = new Set<string>();

  async function call(name: string, args: unknown, callId: string): Promise<Told> {
    const own = matchName(name, names) ?? name;
    options.emit({ type: 'tool-call', step: options.step(), id: callId, tool: own, args });
    const graphTool = tools.get(own);
    const told =
      graphTool === undefined
        ? refuse(`No tool named ${name}; there are: ${names.join(', ')}.`)
        : await once(graphTool, args, callId);
    const { ok, text, keys } = told;
    options.emit({ type: 'tool-result', step: options.step(), id: callId, tool: own, ok, text, keys });
    return told;
  }

  /** Runs a call the first time, points to its result the second, refuses the third. */
  async function once(graphTool: GraphTool, args: unknown, callId: string): Promise<Told> {
    const signature = `${graphTool.name} ${stableJson(args)}`;
    const known = calls.get(signature);
    if (known === undefined) {
      const id = `r${calls.size + 1}`;
      const pending = run(graphTool, args, id, callId);
      calls.set(signature, { id, callId, times: 1, pending });
      return pending;
    }
    known.times += 1;
    const told = await known.pending;
    if (forgotten.delete(known.callId)) {
      known.callId = callId;
      known.times = 1;
      return told;
    }
    if (known.times === 2) {
      return {
        ok: true,
        keys: [],
        text: `Same call as before: its result is ${known.id}, further up in this conversation.`,
      };
    }
    return refuse(
      `Refused: this call was made ${known.times - 1} times already; its result is ${known.id}. Ask for something else, or answer.`,
    );
  }

  async function run(graphTool: GraphTool, args: unknown, id: string, callId: string): Promise<Told> {
    const facts = { 'gen_ai.tool.name': graphTool.name, 'fhir_hopper.step': options.step() };
    const result = await inSpan(options.telemetry === true, 'tool', facts, async (tell) => {
      const found = await callSafely(graphTool, args, options.signal);
      tell(resultFacts(found));
      return found;
    });
    results.set(id, { id, callId, tool: graphTool.name, args, result });
    const text = boundText(`${id}: ${result.text}`, options.resultTokens, options.countTokens);
    return { ok: result.ok, text, result, keys: result.ok ? result.items.map((item) => item.key) : [] };
  }

  return {
    toolSet: Object.fromEntries(options.tools.map((graphTool) => [graphTool.name, sdkTool(graphTool, call)])),
    results,
    call,
    repairCall(name, input) {
      const toolName = matchName(name, names);
      const args = input.trim() === '' ? {} : readJson(input);
      return toolName === undefined || args === undefined ? undefined : { toolName, input: JSON.stringify(args) };
    },
    forget: (callId) => forgotten.add(callId),
  };
}

interface Told {
  readonly ok: boolean;
  readonly text: string;
  readonly keys: readonly string[];
  /** The result as data, beside the text: hosted providers never see it, the offline answerer reads it. */
  readonly result?: ToolResult;
}

/** A tool without the schema check of the SDK: our tools explain bad arguments better than a validator does. */
function sdkTool(
  graphTool: GraphTool,
  call: (name: string, args: unknown, callId: string) => Promise<Told>,
): ToolSet[string] {
  return tool({
    description: graphTool.description,
    inputSchema: jsonSchema<unknown>(wireSchema(graphTool)),
    execute: (args: unknown, { toolCallId }) => call(graphTool.name, args, toolCallId),
    toModelOutput: ({ output }) => ({
      type: output.ok ? ('text' as const) : ('error-text' as const),
      value: output.text,
      ...(output.result === undefined ? {} : { providerOptions: { [offlineProvider]: asJson(output.result) } }),
    }),
  });
}

/** The name under which a result's data travels to the offline answerer; other providers ignore it. */
export const offlineProvider = 'fhir-hopper';

function asJson(result: ToolResult): JSONObject {
  return JSON.parse(JSON.stringify(result)) as JSONObject;
}

/** The JSON schema sent to providers: draft 7, input side, without what none of them reads. */
export function wireSchema(graphTool: GraphTool): WireSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(graphTool.inputSchema, {
    target: 'draft-7',
    io: 'input',
    unrepresentable: 'any',
  });
  return schema as WireSchema;
}

type WireSchema = Extract<Parameters<typeof jsonSchema>[0], { $schema?: unknown }>;

async function callSafely(graphTool: GraphTool, args: unknown, signal: AbortSignal | undefined): Promise<ToolResult> {
  try {
    return await graphTool.call(args, signal === undefined ? {} : { signal });
  } catch (error) {
    signal?.throwIfAborted();
    const known = toHopperError(error);
    return { ok: false, code: 'not-computable', text: `${graphTool.name} failed: ${known.message}` };
  }
}

function refuse(text: string): Told {
  return { ok: false, text, keys: [] };
}

/** A text of at most `limit` tokens, cut at a line break, saying so. */
export function boundText(text: string, limit: number, countTokens: CountTokens): string {
  if (text.length <= limit || countTokens(text) <= limit) return text;
  const lines = text.split('\n');
  const kept: string[] = [];
  let tokens = countTokens(cutNotice(lines.length));
  for (const line of lines) {
    tokens += countTokens(`${line}\n`);
    if (tokens > limit) break;
    kept.push(line);
  }
  if (kept.length === 0) kept.push((lines[0] ?? '').slice(0, limit));
  return [...kept, cutNotice(lines.length - kept.length)].join('\n');
}

function cutNotice(lines: number): string {
  return `… ${lines} more lines cut; ask for less at a time.`;
}

/** JSON with the fields of every object in one order, so that equal arguments are equal text. */
function stableJson(value: unknown): string {
  return (
    JSON.stringify(value, (_, part: unknown) =>
      typeof part === 'object' && part !== null && !Array.isArray(part)
        ? Object.fromEntries(Object.entries(part).sort(([left], [right]) => (left < right ? -1 : 1)))
        : part,
    ) ?? 'null'
  );
}
