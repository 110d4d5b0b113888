// What a person may read of a reply while it comes: its words, and the answer's text out of the JSON around it.

export interface ReadableText {
  /** The readable part of the next piece; empty where it is none. */
  read(piece: string): string;
}

/**
 * A reader for one reply. Words come through as they are. Of a JSON object, in fences or not, only its own `text` (or
 * `answer`) does, decoded; nothing after it does. An object without one, such as a call in the plain-text protocol, is
 * left out. Pieces may be cut anywhere.
 */
export function createReadableText(): ReadableText {
  let state: 'words' | 'ticks' | 'fence' | 'brace' | 'object' | 'over' = 'words';
  let held = '';
  let object = createObjectReader();

  const words = (character: string): string => {
    if (character === '{') state = 'brace';
    else if (character === '`') state = 'ticks';
    else return character;
    held = character;
    return '';
  };
  const released = (character: string): string => {
    state = 'words';
    return held + words(character);
  };
  const step = (character: string): string => {
    switch (state) {
      case 'words':
        return words(character);
      case 'ticks':
        if (character === '`') {
          held += character;
          return '';
        }
        if (held.length < fenceTicks) return released(character);
        state = character === '\n' ? 'words' : 'fence';
        return character === '{' ? words(character) : '';
      case 'fence':
        if (character === '\n') state = 'words';
        return '';
      case 'brace':
        if (/\s/.test(character)) {
          held += character;
          return '';
        }
        if (character !== '"' && character !== '}') return released(character);
        state = 'object';
        object = createObjectReader();
        return step(character);
      case 'object': {
        const text = object.read(character);
        if (object.isOver()) state = object.hadText() ? 'over' : 'words';
        return text;
      }
      case 'over':
        return '';
    }
  };
  return {
    read(piece) {
      let text = '';
      for (const character of piece) text += step(character);
      return text;
    },
  };
}

interface ObjectReader {
  read(character: string): string;
  isOver(): boolean;
  hadText(): boolean;
}

/** Reads one JSON object after its opening brace, character by character; gives the text of its own text field. */
function createObjectReader(): ObjectReader {
  let depth = 1;
  let inside: 'none' | 'key' | 'text' | 'other' = 'none';
  let escaped: string | undefined;
  let key = '';
  let keyDue = true;
  let found = false;

  /** A character of a string, decoded; `undefined` while an escape is incomplete. */
  const decoded = (character: string): string | undefined => {
    if (escaped === undefined) {
      if (character !== '\\') return character;
      escaped = '';
      return undefined;
    }
    escaped += character;
    if (escaped.startsWith('u')) {
      if (escaped.length < unicodeEscape) return undefined;
      const code = Number.parseInt(escaped.slice(1), 16);
      escaped = undefined;
      return Number.isNaN(code) ? '' : String.fromCharCode(code);
    }
    const plain = escapes[escaped] ?? escaped;
    escaped = undefined;
    return plain;
  };
  const ofString = (character: string): string => {
    if (character === '"' && escaped === undefined) {
      inside = 'none';
      return '';
    }
    const plain = decoded(character) ?? '';
    if (inside === 'key') key += plain;
    return inside === 'text' ? plain : '';
  };
  const startString = () => {
    if (depth > 1) inside = 'other';
    else if (keyDue) {
      inside = 'key';
      key = '';
    } else {
      inside = textFields.has(key) && !found ? 'text' : 'other';
      if (inside === 'text') found = true;
    }
  };
  return {
    read(character) {
      if (inside !== 'none') return ofString(character);
      if (character === '"') startString();
      else if (character === '{' || character === '[') depth += 1;
      else if (character === '}' || character === ']') depth -= 1;
      else if (depth === 1 && character === ',') keyDue = true;
      else if (depth === 1 && character === ':') keyDue = false;
      return '';
    },
    isOver: () => depth === 0,
    hadText: () => found,
  };
}

const textFields = new Set(['text', 'answer']);
const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '', f: '' };
/** `u` and four digits. */
const unicodeEscape = 5;
const fenceTicks = 3;
