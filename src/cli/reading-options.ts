// The options that say how rules read a question, for the commands that read one.
import { type Command, Option } from 'commander';
import type { OfflineModelOptions } from '../agent/offline-model.ts';
import type { Settings } from './settings.ts';

export interface ReadingCommandOptions {
  readonly dateOrder?: 'day-first' | 'month-first';
  readonly relativeDates?: 'natural' | 'calendar' | 'rolling';
  readonly prescribedAt?: 'written' | 'supply';
}

export function takesReading(command: Command): Command {
  return command
    .addOption(
      new Option('--date-order <order>', 'how 03/04/2150 is read (default: month-first in English)').choices([
        'day-first',
        'month-first',
      ]),
    )
    .addOption(
      new Option(
        '--relative-dates <meaning>',
        'what "last year" and "since two years ago" mean: natural (default; each as most people mean it), calendar (whole calendar years), rolling (counted back from now)',
      ).choices(['natural', 'calendar', 'rolling']),
    )
    .addOption(
      new Option(
        '--prescribed-at <time>',
        'when a prescription counts: written (default), or when its supply begins, where that is said',
      ).choices(['written', 'supply']),
    );
}

/** The command line first, then the settings file. */
export function readingOf(options: ReadingCommandOptions, settings: Settings): OfflineModelOptions {
  const dateOrder = options.dateOrder ?? settings.dateOrder;
  const dialect = options.relativeDates ?? settings.relativeDates;
  const prescribedAt = options.prescribedAt ?? settings.prescribedAt;
  return {
    ...(dateOrder === undefined ? {} : { dateOrder }),
    ...(dialect === undefined ? {} : { dialect }),
    ...(prescribedAt === undefined ? {} : { prescribedAt }),
  };
}
