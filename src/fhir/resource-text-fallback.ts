// Words for a type that has no row of its own: its elements as they come, within bounds.
import { cleanText } from './display.ts';
import { isObject } from './resource.ts';
import { addPart, type TextDraft, type TextPart } from './resource-text-draft.ts';

/**
 * Read what any resource says: coded elements, quantities, short texts and names of what it refers to, one level deep
 * and one level of backbone elements below. At most `maximumBits` bits stand in the phrase; the rest can be asked for.
 */
export function readOther(draft: TextDraft): void {
  for (const element of Object.keys(draft.resource)) {
    if (element.startsWith('_') || silentElements.has(element)) continue;
    const content = draft.resource[element];
    if (typeof content === 'string' && !isSayable(content)) continue;
    readPart(draft, element, content);
  }
}

function readPart(draft: TextDraft, element: string, content: unknown): void {
  const first = Array.isArray(content) ? content[0] : content;
  if (!isObject(first) || isLeaf(first)) {
    addPart(draft, partOf(draft, element), content);
    return;
  }
  for (const inner of Object.keys(first)) {
    const one = first[inner];
    if (silentElements.has(inner) || inner.startsWith('_') || (typeof one === 'string' && !isSayable(one))) continue;
    const deep = Array.isArray(one) ? one[0] : one;
    if (!isObject(deep) || isLeaf(deep)) addPart(draft, partOf(draft, `${element}.${inner}`), content);
  }
}

function partOf(draft: TextDraft, element: string): TextPart {
  const role = element.slice(element.lastIndexOf('.') + 1).replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const use = draft.phrase.length < maximumBits ? 'show' : 'search';
  const path = element.split('.');
  return { role, element, path, first: path[0]!, use, label: role.replaceAll('-', ' ') };
}

/** A datatype rather than a backbone element. */
function isLeaf(content: Readonly<Record<string, unknown>>): boolean {
  return leafElements.some((name) => content[name] !== undefined);
}

/** A text that a reader wants: no link, no date, no hash, and not long. */
function isSayable(text: string): boolean {
  return text.length <= 120 && !/^[a-z]+:\S|^\d{4}(-\d\d|$)|^\S{40,}$/.test(cleanText(text));
}

const maximumBits = 6;
const leafElements = [
  'coding',
  'text',
  'reference',
  'display',
  'value',
  'code',
  'numerator',
  'low',
  'high',
  'concept',
  'family',
  'given',
];
const silentElements = new Set([
  'resourceType',
  'id',
  'meta',
  'text',
  'contained',
  'extension',
  'modifierExtension',
  'implicitRules',
  'active',
  'language',
  'identifier',
  'status',
  'subject',
  'patient',
  'beneficiary',
  'encounter',
  'context',
  'note',
  'comment',
  'url',
  'version',
  'title',
  'name',
  'content',
  'data',
  'linkId',
  'telecom',
  'for',
]);
