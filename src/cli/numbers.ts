// Numbers of the command line, checked at the door.
import { HopperError } from '../errors.ts';
import { readSettings } from './settings.ts';

/** A reader of whole numbers above zero for an option, for commander. */
export function wholeNumber(option: string): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (Number.isSafeInteger(number) && number > 0) return number;
    throw new HopperError(
      'invalid-input',
      `Expected a whole number above 0 for ${option}, such as 4000; found "${text}".`,
    );
  };
}

/** A reader of numbers above zero for an option, for commander. */
export function positiveNumber(option: string, most = Number.MAX_VALUE): (text: string) => number {
  const range = most === Number.MAX_VALUE ? 'above 0' : `above 0 and up to ${most}`;
  return (text) => {
    const number = Number(text);
    if (number > 0 && number <= most) return number;
    throw new HopperError('invalid-input', `Expected a number ${range} for ${option}, such as 0.5; found "${text}".`);
  };
}

/** A reader of numbers from 0 to 1 for an option, for commander. */
export function share(option: string): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (text.trim() !== '' && number >= 0 && number <= 1) return number;
    throw new HopperError(
      'invalid-input',
      `Expected a number from 0 to 1 for ${option}, such as 0.9; found "${text}".`,
    );
  };
}

/** β: the option, else the settings file, else 4,000 tokens. */
export async function budgetOf(option: number | undefined): Promise<number> {
  return option ?? (await readSettings()).budget ?? defaultBudgetTokens;
}

const defaultBudgetTokens = 4000;
