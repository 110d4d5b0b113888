// Spans of what is done, for whatever tracer the process has set up: names, counts and times, never a word of a record.
import { type Attributes, SpanStatusCode, trace } from '@opentelemetry/api';
import { HopperError } from '../errors.ts';
import type { ToolResult } from '../tools/graph-tool.ts';

/** Names of models and tools, codes, counts, and whether something went well. Nothing that a person wrote. */
export type SpanFacts = Attributes;

/**
 * Does work inside a span. Without a tracer in the process nothing happens but the work. A failure is told by its code;
 * messages and stacks stay out, since they may quote what was asked.
 *
 * @param isOn whether the caller's options allow spans
 * @param work given a function that adds facts, and called once; may be asynchronous
 */
export function inSpan<Result>(
  isOn: boolean,
  name: SpanName,
  facts: SpanFacts,
  work: (tell: (facts: SpanFacts) => void) => Result,
): Result {
  if (!isOn) return work(() => undefined);
  return trace.getTracer('fhir-hopper').startActiveSpan(`fhir_hopper.${name}`, { attributes: facts }, (span) => {
    const fail = (error: unknown): never => {
      span.setAttribute('error.type', codeOf(error));
      span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
      throw error;
    };
    try {
      const result = work((more) => span.setAttributes(more));
      if (result instanceof Promise) {
        return result.then((value) => {
          span.end();
          return value;
        }, fail) as Result;
      }
      span.end();
      return result;
    } catch (error) {
      return fail(error);
    }
  });
}

/** What a span tells of a result. */
export function resultFacts(result: ToolResult): SpanFacts {
  return result.ok
    ? { 'fhir_hopper.ok': true, 'fhir_hopper.shown': result.shown, 'fhir_hopper.total': result.total }
    : { 'fhir_hopper.ok': false, 'error.type': result.code };
}

export type SpanName = 'command' | 'load' | 'project' | 'embed' | 'linearize' | 'ask' | 'model_call' | 'tool';

function codeOf(error: unknown): string {
  if (error instanceof HopperError) return error.code;
  return error instanceof Error ? error.name : typeof error;
}
