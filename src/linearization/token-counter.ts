// Tokens of a text, by a real tokenizer.

/** Tokens of a text. Counts of lines with their line breaks must add up to the count of the whole. */
export type CountTokens = (text: string) => number;
