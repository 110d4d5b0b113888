// A short digest of texts: to tell two selections or two calls apart, not to protect anything.

/** FNV-1a (32 bit) over the texts and their boundaries, as eight hex digits. */
export function digestOf(texts: Iterable<string>): string {
  let hash = 0x811c9dc5;
  for (const text of texts) {
    for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
    hash = Math.imul(hash ^ 0x1f, 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, '0');
}

/** The same over whole numbers from 0 to 2^32 − 1. */
export function digestOfNumbers(numbers: Iterable<number>): string {
  let hash = 0x811c9dc5;
  for (const number of numbers) {
    for (let bits = 0; bits < 32; bits += 8) hash = Math.imul(hash ^ ((number >>> bits) & 0xff), 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, '0');
}
