// Units of measure as people say them, by language, with the spelling that plans and answers use.

/** Unit → its words, as regular expression sources over folded text. */
export type UnitWords = Readonly<Record<string, readonly string[]>>;

export const unitWords: Readonly<Record<string, UnitWords>> = {
  en: {
    lb: ['pounds?', 'lbs?'],
    kg: ['kilo(?:gram)?s?', 'kgs?'],
    g: ['grams?'],
    oz: ['ounces?'],
    cm: ['centimet(?:er|re)s?', 'cms?'],
    m: ['met(?:er|re)s?'],
    in: ['inch(?:es)?'],
    ft: ['feet', 'foot'],
    '°F': ['(?:degrees? )?fahrenheit', '°\\s?f', 'degf'],
    '°C': ['(?:degrees? )?(?:celsius|centigrade)', '°\\s?c', 'degc'],
    mL: ['millilit(?:er|re)s?', 'mls?'],
    L: ['lit(?:er|re)s?'],
    mmHg: ['mm\\s?hg'],
    kPa: ['kpa'],
  },
  es: {
    lb: ['libras?'],
    kg: ['kilo(?:gramo)?s?', 'kgs?'],
    g: ['gramos?'],
    oz: ['onzas?'],
    cm: ['centimetros?', 'cms?'],
    m: ['metros?'],
    in: ['pulgadas?'],
    ft: ['pies?'],
    '°F': ['(?:grados )?fahrenheit', '°\\s?f'],
    '°C': ['(?:grados )?(?:celsius|centigrados)', '°\\s?c'],
    mL: ['mililitros?'],
    L: ['litros?'],
    mmHg: ['mm\\s?hg'],
    kPa: ['kpa'],
  },
};

/** What stands before a unit that an answer is asked in: "in pounds"; "how many pounds" of a weight or a height. */
export const unitLeads: Readonly<Record<string, { readonly before: string; readonly amount: string }>> = {
  en: { before: 'in', amount: 'how (?:many|much)' },
  es: { before: 'en', amount: 'cuant[oa]s?' },
};
