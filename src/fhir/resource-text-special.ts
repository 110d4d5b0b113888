// What single types say in their own way: people, encounters, conditions, goals, studies, forms and claims.
import { absentReason, codingsOf, displayOf, personName } from './display.ts';
import { asArray, asObject, asObjects, asText, isObject, type JsonObject } from './resource.ts';
import {
  addBit,
  addPhrase,
  addReference,
  addSynonym,
  addValue,
  addWord,
  nameReference,
  say,
  setName,
  type TextDraft,
} from './resource-text-draft.ts';
import { absentValue, readAnyValue, readChoice, readQuantity, timeText } from './resource-value-reader.ts';

/** Gender, birth, death, marriage, race, language and where they live. Source: FHIR Patient and the US Core and patient-* extensions. */
export function readPatient(draft: TextDraft): void {
  const patient = draft.resource;
  readPerson(draft);
  if (patient.deceasedBoolean === true || typeof patient.deceasedDateTime === 'string') {
    const time = asText(patient.deceasedDateTime);
    addValue(draft, {
      name: 'died',
      codes: [],
      kind: time === undefined ? 'boolean' : 'time',
      text: time === undefined ? 'yes' : timeText(time),
    });
    addPhrase(draft, time === undefined ? 'deceased' : `died ${timeText(time)}`);
  }
  const marriage = addWord(draft, patient.maritalStatus, 'marital-status');
  if (marriage !== undefined) addPhrase(draft, marriage.toLowerCase());
  for (const extension of asObjects(patient.extension)) readPersonExtension(draft, extension);
  for (const one of asObjects(patient.communication)) {
    const language = addWord(draft, one.language, 'language');
    if (language !== undefined) addPhrase(draft, `speaks ${language}`);
  }
  if (typeof patient.multipleBirthInteger === 'number' || patient.multipleBirthBoolean === true)
    addPhrase(draft, 'multiple birth');
}

/** What every kind of person has: gender, birth date, address, phone. */
export function readPerson(draft: TextDraft): void {
  const person = draft.resource;
  for (const name of asObjects(person.name)) {
    const other = personName([name]);
    addSynonym(draft, other);
  }
  if (typeof person.gender === 'string') {
    const gender = addWord(draft, { code: person.gender }, 'gender') ?? '';
    addPhrase(draft, gender === 'unknown' || gender === 'other' ? `gender ${gender}` : gender);
  }
  const born = asText(person.birthDate);
  if (born !== undefined) {
    addValue(draft, { name: 'born', codes: [], kind: 'time', text: born });
    addPhrase(draft, `born ${born}`);
  } else if (person._birthDate !== undefined) {
    const reason = absentReason(person._birthDate);
    if (reason !== undefined) addValue(draft, absentValue('born', reason));
  }
  for (const address of asObjects(person.address)) {
    const place = asText(address.text) ?? townOf(address);
    if (place !== '') addWord(draft, place, 'address');
  }
  for (const contact of asObjects(person.telecom)) addWord(draft, contact.value, 'phone');
  for (const identifier of asObjects(person.identifier)) addWord(draft, identifier.value, 'identifier');
}

/** Times in each place of an Encounter, and class words. Source: FHIR R4 Encounter.location.period. */
export function readEncounter(draft: TextDraft): void {
  const shown = displayOf(draft.resource.class);
  if (shown !== '') addPhrase(draft, shown);
  for (const stay of asObjects(draft.resource.location)) {
    const place = asObject(stay.location);
    const name = place === undefined ? undefined : nameReference(draft, place)?.name;
    const value = name === undefined ? undefined : readAnyValue(stay.period, name);
    if (value !== undefined) addValue(draft, value);
  }
}

/** How sure a Condition is, when it ended, and that it stands for none. Source: FHIR Condition.verificationStatus, abatement[x]. */
export function readCondition(draft: TextDraft): void {
  const condition = draft.resource;
  const status = condition.verificationStatus;
  const verification = status === undefined ? '' : (codingsOf(status)[0]?.code ?? displayOf(status));
  if (verification !== '') say(draft, draft.memory.codedAttribute('verification', verification, [verification]));
  if (verification !== '' && verification !== 'confirmed') addPhrase(draft, verification);
  const onset = readAge(draft, condition, 'onset');
  if (onset !== '') addPhrase(draft, `onset ${onset}`);
  const abatement = readChoice(condition, 'abatement', 'abatement');
  if (abatement === undefined) return;
  addValue(draft, abatement);
  const day = abatement.text.slice(0, 10);
  const own = asText(condition.onsetDateTime) ?? asText(condition.recordedDate);
  if (abatement.kind === 'time' && day !== own?.slice(0, 10)) addPhrase(draft, `ended ${day}`);
  else if (abatement.kind !== 'time')
    addPhrase(draft, abatement.kind === 'boolean' ? 'ended' : `ended ${abatement.text}`);
}

/** What is aimed at, by when. Source: FHIR Goal.target. */
export function readGoal(draft: TextDraft): void {
  for (const target of asObjects(draft.resource.target)) {
    const detail = readChoice(target, 'detail', displayOf(target.measure) || 'target');
    if (detail !== undefined) addValue(draft, detail);
    const words = [
      displayOf(target.measure),
      detail?.text ?? '',
      typeof target.dueDate === 'string' ? `by ${target.dueDate}` : '',
    ];
    addPhrase(draft, words.filter((word) => word !== '').join(' '));
  }
}

/** Modalities, body parts and how many images. Source: FHIR ImagingStudy.series. */
export function readImaging(draft: TextDraft): void {
  const study = draft.resource;
  for (const modality of [...asArray(study.modality), ...asArray(study.modalityList)])
    addPhrase(draft, addWord(draft, modality, 'modality') ?? '');
  for (const series of asObjects(study.series)) {
    const modality = addWord(draft, series.modality, 'modality');
    if (modality !== undefined) addPhrase(draft, modality);
    const site = addWord(draft, series.bodySite, 'body-site');
    if (site !== undefined) addPhrase(draft, site);
  }
  if (typeof study.numberOfInstances === 'number')
    addPhrase(draft, study.numberOfInstances === 1 ? '1 image' : `${study.numberOfInstances} images`);
}

/** Condition, age and death of a relative. Source: FHIR FamilyMemberHistory. */
export function readFamilyHistory(draft: TextDraft): void {
  const member = draft.resource;
  for (const condition of asObjects(member.condition)) {
    const word = addWord(draft, condition.code, 'condition');
    if (word === undefined) continue;
    const onset = readAge(draft, condition, 'onset');
    const outcome = displayOf(condition.outcome);
    addPhrase(
      draft,
      [word, onset === '' ? '' : `at ${onset}`, outcome === '' ? '' : `(${outcome})`]
        .filter((bit) => bit !== '')
        .join(' '),
    );
  }
  if (member.deceasedBoolean === true) addPhrase(draft, 'deceased');
  const death = readAge(draft, member, 'deceased');
  if (death !== '' && death !== 'yes' && death !== 'no') addPhrase(draft, `died at ${death}`);
  const gender = addWord(draft, member.sex ?? member.gender, 'gender');
  if (gender !== undefined) addPhrase(draft, gender.toLowerCase());
}

/** The titles of those sections whose content stands in entries: the others are read as notes. Source: FHIR Composition.section. */
export function readComposition(draft: TextDraft): void {
  const titles = asObjects(draft.resource.section)
    .filter((section) => asArray(section.entry).length > 0)
    .map((section) => displayOf(section.title) || displayOf(section.code))
    .filter((title) => title !== '');
  if (titles.length > 0) addPhrase(draft, `sections: ${titles.join(', ')}`);
}

/** Questions with their answers, at any depth. Source: FHIR QuestionnaireResponse.item. */
export function readQuestionnaire(draft: TextDraft): void {
  const asked = draft.resource.questionnaire;
  const named = isObject(asked) ? nameReference(draft, asked)?.name : questionnaireName(draft);
  if (named !== undefined) setName(draft, named);
  readAnswers(draft, draft.resource.item ?? draft.resource.group, 0);
}

/** Type, use and total: claims are many and say little. Source: FHIR Claim.total, ExplanationOfBenefit.payment. */
export function readClaim(draft: TextDraft): void {
  const claim = draft.resource;
  const kind = claimWords[claim.resourceType] ?? 'claim';
  if (claim.type !== undefined) setName(draft, `${draft.wording.concept} ${kind}`);
  const total = asObject(claim.total) ?? asObjects(claim.total)[0];
  const amount = readQuantity(total?.amount ?? total, 'total');
  if (amount !== undefined) {
    addValue(draft, amount);
    addPhrase(draft, amount.text);
  }
  const paid = readQuantity(asObject(claim.payment)?.amount, 'paid');
  if (paid !== undefined) {
    addValue(draft, paid);
    addPhrase(draft, `paid ${paid.text}`);
  }
}

function readPersonExtension(draft: TextDraft, extension: JsonObject): void {
  if (typeof extension.url !== 'string') return;
  const name = extension.url.slice(extension.url.lastIndexOf('/') + 1).replace(/^us-core-|^patient-/, '');
  const role = personExtensions[name];
  if (role === undefined) return;
  const parts = asObjects(extension.extension);
  const chosen = parts.filter((part) => part.url === 'ombCategory' || part.url === 'detailed');
  const text = parts.find((part) => part.url === 'text');
  const contents = chosen.length > 0 ? chosen : text !== undefined ? [text] : [extension];
  for (const content of contents) {
    const coded =
      content.valueCoding ?? asArray(asObject(content.valueCodeableConcept)?.coding)[0] ?? content.valueCodeableConcept;
    const word = addWord(draft, coded ?? codeWord(content), role);
    if (word !== undefined && role !== 'birth-sex')
      addPhrase(draft, /unknown|^other/i.test(word) ? `${role} ${word}` : word);
  }
}

function codeWord(content: JsonObject): unknown {
  if (typeof content.valueCode === 'string') return { code: content.valueCode };
  const address = asObject(content.valueAddress);
  if (address !== undefined) return townOf(address);
  return content.valueString;
}

/** Town, state and country, each once. */
function townOf(address: JsonObject): string {
  const parts = [address.city, address.state, address.country].filter((part) => asText(part) !== undefined);
  return [...new Set(parts)].join(', ');
}

function readAge(draft: TextDraft, element: JsonObject, choice: keyof typeof ageForms): string {
  const [age, range, string, quantity] = ageForms[choice];
  const content = element[age] ?? element[range] ?? element[string] ?? element[quantity];
  const value = readAnyValue(content, choice);
  if (value === undefined) return '';
  addValue(draft, value);
  return value.text.replace(/ a$/, ' years');
}

/** R4 names the form by canonical address: its display extension, else the last part of the address in words. */
function questionnaireName(draft: TextDraft): string {
  for (const extension of asObjects(asObject(draft.resource._questionnaire)?.extension)) {
    const display = asText(extension.valueString);
    if (display !== undefined) return display;
  }
  const last = /([^/|#]+)(\|.*)?$/.exec(asText(draft.resource.questionnaire) ?? '')?.[1] ?? '';
  return /^[A-Za-z][A-Za-z0-9 ._-]{2,40}$/.test(last) && !/[0-9a-f]{8}-/.test(last) ? `Questionnaire ${last}` : '';
}

function readAnswers(draft: TextDraft, items: unknown, depth: number): void {
  if (depth > maximumDepth) return;
  for (const item of asObjects(items)) {
    const question = displayOf(item.text) || displayOf(item.linkId);
    const answers: string[] = [];
    for (const answer of asObjects(item.answer)) {
      const value = readChoice(answer, 'value', question);
      if (value !== undefined) {
        addValue(draft, value);
        answers.push(value.text);
      } else if (isObject(answer.valueReference)) {
        const name = addReference(draft, answer.valueReference, 'answer', 'item.answer');
        if (name !== undefined) answers.push(name);
      }
      readAnswers(draft, answer.item, depth + 1);
    }
    if (answers.length > 0) addBit(draft, `${question.replace(/[:?.\s]+$/, '')}: ${answers.join(', ')}`);
    readAnswers(draft, item.item ?? item.question ?? item.group, depth + 1);
  }
}

const claimWords: Readonly<Record<string, string>> = {
  Claim: 'claim',
  ClaimResponse: 'claim response',
  ExplanationOfBenefit: 'explanation of benefit',
};
/** Elements that may tell an age. */
const ageForms = {
  onset: ['onsetAge', 'onsetRange', 'onsetString', 'onsetQuantity'],
  deceased: ['deceasedAge', 'deceasedRange', 'deceasedString', 'deceasedQuantity'],
} as const;
const maximumDepth = 20;
const personExtensions: Readonly<Record<string, string>> = {
  race: 'race',
  ethnicity: 'ethnicity',
  birthsex: 'birth-sex',
  religion: 'religion',
  'indigenous-status': 'ethnicity',
  nationality: 'nationality',
  birthPlace: 'birth-place',
  genderIdentity: 'gender-identity',
  genderidentity: 'gender-identity',
};
