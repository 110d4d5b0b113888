// Phrases of one line: each said once, the first after the concept, all others after a semicolon.
import type { NamedReference } from '../fhir/resource-text.ts';
import { oneLine, saysPhrase } from './one-line.ts';

/** Phrases so far, each on one line. The first is the concept; it alone may be empty. */
export type Phrases = string[];

/** Adds a phrase, unless it is empty or said already. */
export function addPhrase(said: Phrases, phrase: string): void {
  if (phrase === '') return;
  const words = oneLine(phrase);
  if (words !== '' && !isSaid(said, words)) said.push(words);
}

/**
 * Adds names after their labels, those of one label together: `at Emergency Department, Medicine`.
 *
 * @param roles only names under these roles. @default all
 */
export function addNames(said: Phrases, names: readonly NamedReference[], roles?: ReadonlySet<string>): void {
  let before: string | undefined;
  for (let place = 0; place < names.length; place++) {
    const name = names[place] as NamedReference;
    if (name.said || name.name === '' || (roles && !roles.has(name.role ?? ''))) continue;
    const words = oneLine(name.name);
    if (words === '' || isSaid(said, words)) continue;
    const label = nameLabel(name);
    if (label === before) said[said.length - 1] += `, ${words}`;
    else said.push(label === '' ? words : `${label} ${words}`);
    before = label;
  }
}

/** The phrases as one text. */
export function joinPhrases(said: Phrases): string {
  let line = said[0] as string;
  for (let place = 1; place < said.length; place++) {
    if (place > 1) line += '; ';
    else if (line !== '') line += ' ';
    line += said[place] as string;
  }
  return line;
}

/** The names that a concept doesn't hold, each after its label. */
export function namePhrases(concept: string, names: readonly NamedReference[]): string {
  const said = [oneLine(concept)];
  addNames(said, names);
  said[0] = '';
  return joinPhrases(said);
}

function isSaid(said: Phrases, words: string): boolean {
  for (let place = 0; place < said.length; place++) if (saysPhrase(said[place] as string, words)) return true;
  return false;
}

/** The word before a referenced name: by its role, else by the element's own name. */
function nameLabel({ element, role = '' }: NamedReference): string {
  const last = element.slice(element.lastIndexOf('.') + 1);
  if (last === 'generalPractitioner') return 'GP';
  const label = roleLabels[role];
  if (label !== undefined) return label;
  return last
    .replace(/Reference$/, '')
    .replace(/([a-z])([A-Z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`);
}

/** What is said before a referenced name, by its role (text-table.ts). */
const roleLabels: Readonly<Record<string, string>> = {
  drug: '',
  place: 'at',
  organization: 'at',
  performer: 'by',
  practitioner: 'by',
  reason: 'for',
  reasons: 'for',
  specimen: 'specimen',
  member: 'with',
  organism: 'organism',
};
