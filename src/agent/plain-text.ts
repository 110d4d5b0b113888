// Text without case, accents and signs, for comparing names and units.

/** Lower case, accents dropped, runs of anything but letters, digits and `%` as one blank. */
export function plainText(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}%+]+/gu, ' ')
    .trim();
}

/** A unit as it is compared: µ as u, no blanks, common spellings of one unit as one. */
export function plainUnit(unit: string): string {
  const plain = unit
    .toLowerCase()
    .replaceAll(/[µμ]/g, 'u')
    .replaceAll(/[[\]{}\s_]/g, '')
    .replaceAll('·', '.')
    .replaceAll('per', '/');
  return unitSpellings.get(plain) ?? plain;
}

const unitSpellings: ReadonlyMap<string, string> = new Map(
  Object.entries({
    liters: 'l',
    liter: 'l',
    milliliters: 'ml',
    milliliter: 'ml',
    milligrams: 'mg',
    milligram: 'mg',
    mcg: 'ug',
    micrograms: 'ug',
    microgram: 'ug',
    grams: 'g',
    gram: 'g',
    kilograms: 'kg',
    kilogram: 'kg',
    units: 'unit',
    iu: 'unit',
    u: 'unit',
    mmhg: 'mmhg',
    'mmhg.': 'mmhg',
    percent: '%',
    bpm: '/min',
    'beats/min': '/min',
    'beats/minute': '/min',
    'breaths/min': '/min',
    degc: 'cel',
    '°c': 'cel',
    celsius: 'cel',
    degf: 'degf',
    '°f': 'degf',
    day: 'd',
    days: 'd',
    hour: 'h',
    hours: 'h',
    hr: 'h',
    hrs: 'h',
    minute: 'min',
    minutes: 'min',
    mins: 'min',
    week: 'wk',
    weeks: 'wk',
    month: 'mo',
    months: 'mo',
    year: 'a',
    years: 'a',
    yr: 'a',
    yrs: 'a',
    second: 's',
    seconds: 's',
  }),
);
