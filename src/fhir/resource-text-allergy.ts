// What an allergy does: reactions, severity, how sure it is, and the statement that there is none.
import { codingsOf, displayOf } from './display.ts';
import { asArray, asObjects } from './resource.ts';
import { addPhrase, addWord, say, type TextDraft } from './resource-text-draft.ts';

/**
 * Reactions with their severity, criticality, and a verification that is not the plain one.
 * Source: FHIR AllergyIntolerance.reaction, criticality, verificationStatus; DSTU2 writes both statuses as `status`.
 */
export function readAllergy(draft: TextDraft): void {
  const resource = draft.resource;
  if (resource.reaction !== undefined) {
    for (const reaction of asObjects(resource.reaction)) addPhrase(draft, reactionText(draft, reaction));
  }
  const criticality = criticalityWords[String(resource.criticality)];
  if (criticality !== undefined) {
    say(draft, draft.memory.codedAttribute('criticality', criticality, [String(resource.criticality)]));
    addPhrase(draft, criticality);
  }
  const verification = codingsOf(resource.verificationStatus)[0]?.code ?? displayOf(resource.verificationStatus);
  if (verification !== '') say(draft, draft.memory.codedAttribute('verification', verification, [verification]));
  if (verification !== '' && verification !== 'confirmed') addPhrase(draft, verification.toLowerCase());
  if (resource.type === 'intolerance' || codingsOf(resource.type)[0]?.code === 'intolerance')
    addPhrase(draft, 'intolerance');
}

function reactionText(draft: TextDraft, reaction: Readonly<Record<string, unknown>>): string {
  const words: string[] = [];
  for (const manifestation of asArray(reaction.manifestation)) {
    const word = addWord(draft, manifestation, 'manifestation');
    if (word !== undefined && !words.includes(word)) words.push(word);
  }
  if (words.length === 0) {
    const described = displayOf(reaction.description);
    if (described !== '') words.push(described);
  }
  const severity = displayOf(reaction.severity);
  if (severity !== '') say(draft, draft.memory.codedAttribute('severity', severity, [severity]));
  if (words.length === 0) return severity;
  return severity === '' ? words.join(', ') : `${words.join(', ')} (${severity})`;
}

const criticalityWords: Readonly<Record<string, string>> = {
  high: 'high criticality',
  low: 'low criticality',
  CRITH: 'high criticality',
  CRITL: 'low criticality',
};
