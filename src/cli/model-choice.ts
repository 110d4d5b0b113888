// Which model answers, and where the data goes: told before anything leaves.
import type { LanguageModelV3 } from '@ai-sdk/provider';
import { createModel, destinationOf } from '../adapters/models/create-model.ts';
import { hasDestination, note } from './output.ts';
import { tellRetry } from './retries.ts';
import { hostOf, isServerAddress } from './server-record.ts';
import type { Settings } from './settings.ts';

export interface ModelOptions {
  readonly model?: string;
  readonly baseUrl?: string;
}

/**
 * The address of the command line, else that of the settings file, which is its model's: where the command line names a
 * model of another provider, neither its questions nor its key may go there.
 */
export function baseUrlOf(options: ModelOptions, settings: Settings): string | undefined {
  const providerOf = (spec: string | undefined) => spec?.split(':')[0];
  const isOther =
    options.model !== undefined &&
    settings.model !== undefined &&
    providerOf(options.model) !== providerOf(settings.model);
  return options.baseUrl ?? (isOther ? undefined : settings.baseUrl);
}

/**
 * The model named by the command line, else by the settings file; `undefined` is the offline answerer, whatever keys
 * are set. Says on standard error where questions and record text go.
 *
 * @param record RECORD as given: a server's address is asked for the record
 * @param offlineFirst confidence from which rules answer and the model is not asked; `undefined`: it always is
 * @throws `invalid-input` for an unknown model or a missing key
 */
export function chooseModel(
  options: ModelOptions,
  settings: Settings,
  record: string,
  offlineFirst: number | undefined,
): LanguageModelV3 | undefined {
  const spec = options.model ?? settings.model ?? 'offline';
  if (spec === 'offline') {
    const asked = isServerAddress(record) ? ` but the requests to ${hostOf(record)}` : '';
    const left = hasDestination() ? 'nothing else' : 'nothing';
    note(`offline: ${left} leaves this machine${asked}`);
    return undefined;
  }
  const baseUrl = baseUrlOf(options, settings);
  const place = { ...(baseUrl === undefined ? {} : { baseUrl }), env: process.env };
  const model = createModel(spec, { ...place, onRetry: tellRetry(spec) });
  const destination = destinationOf(spec, place);
  note(
    offlineFirst === undefined
      ? `model ${spec}: questions and record text go to ${destination}`
      : `offline first: only questions that rules read with a confidence below ${offlineFirst}, or can't answer, go to ${destination} (model ${spec}), with record text`,
  );
  return model;
}
