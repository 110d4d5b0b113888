// Units that questions want their answers in, and words that only look like one.
import { describe, expect, it } from 'vitest';
import { chooseLanguage } from './language.ts';
import { findMeasureUnit } from './unit-phrase.ts';
import { fold } from './words.ts';

describe('a unit of measure', () => {
  it.each([
    ['What is her weight in pounds?', 'lb'],
    ['how many kilos does he weigh', 'kg'],
    ['temperature in °F', '°F'],
    ['last temperature in degrees fahrenheit', '°F'],
    ['glucose in mmol/l', 'mmol/L'],
    ['creatinine in µmol/L', 'umol/L'],
    ['hemoglobin in G/DL', 'g/dL'],
    ['height in feet', 'ft'],
    ['¿Cuál es el último peso en libras?', 'lb'],
  ])('%s: %s', (question, unit) => {
    expect(findMeasureUnit(fold(question), chooseLanguage(question))?.unit).toBe(unit);
  });

  it.each(['weight in 2020', 'pain in feeting', 'how many medications', 'change in weight', 'ulcer in foot/ankle'])(
    'is not in: %s',
    (question) => {
      expect(findMeasureUnit(fold(question), chooseLanguage(question))).toBeUndefined();
    },
  );
});
