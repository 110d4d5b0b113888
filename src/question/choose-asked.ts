// Settles operation, place in order and what is asked back, from the words found and the kind they are about.
import type { Change } from './counted-words.ts';
import { kindTable, visitKinds } from './kind-table.ts';
import type { Asked, Operation, QuestionReading } from './reading.ts';

/** A word found, and where. */
export interface FoundOperation {
  readonly operation: Operation;
  readonly index: number;
}

export interface FoundRole {
  readonly role: string;
  readonly index: number;
}

/** What `chooseAsked` goes by. */
export interface AskedSigns {
  /** Most telling first. */
  readonly operations: readonly FoundOperation[];
  /** In the vocabulary's order. */
  readonly roles: readonly FoundRole[];
  readonly kind: string;
  readonly position: number | undefined;
  /** Whether a name of the record, or of a class, was found. */
  readonly hasName: boolean;
  /** Roles that the question names itself, and so doesn't ask for. */
  readonly given: ReadonlySet<string>;
  readonly groupBy: QuestionReading['groupBy'];
  /** Whether it ends in a question mark and doesn't begin by asking for a thing. */
  readonly queries: boolean;
  /** Whether a word names the kind outright, not only a name of the record. */
  readonly namesKind: boolean;
  /** Whether it begins by asking for a thing: "what was the last". */
  readonly asksThing: boolean;
  /** Whether values are compared with a number: "above 7". */
  readonly compares: boolean;
  readonly change: Change;
  readonly take: number | undefined;
  readonly frequency: QuestionReading['frequency'];
  /** Whether the values themselves are dates: a date of delivery, of an insertion. */
  readonly tellsTime: boolean;
}

export interface ChosenAsked {
  readonly operation: Operation;
  readonly asked: Asked;
  readonly position: number | undefined;
  readonly groupBy: QuestionReading['groupBy'];
  readonly statistic: QuestionReading['statistic'];
  readonly take: number | undefined;
  readonly compares: QuestionReading['compares'];
}

/** Settle what is asked: the first of the readers below that has an answer. */
export function chooseAsked(signs: AskedSigns): ChosenAsked {
  const readers = [
    readAge,
    readDemographic,
    readFrequency,
    readChange,
    readWhen,
    readLength,
    readCount,
    readExists,
    readAmount,
    readRole,
    readPlain,
  ];
  const plain = {
    position: signs.position,
    groupBy: signs.groupBy,
    statistic: undefined,
    take: signs.take,
    compares: undefined,
  };
  for (const reader of readers) {
    const chosen = reader(signs);
    if (chosen !== undefined) return severalOf({ ...plain, ...chosen });
  }
  return { ...plain, operation: 'list', asked: { kind: 'node' }, groupBy: undefined };
}

/** "The last three" are several: a value asked of them is a list. */
function severalOf(chosen: ChosenAsked): ChosenAsked {
  if (chosen.take === undefined) return chosen;
  return { ...chosen, position: undefined, operation: chosen.operation === 'value' ? 'list' : chosen.operation };
}

type Reader = (signs: AskedSigns) => (Pick<ChosenAsked, 'operation' | 'asked'> & Partial<ChosenAsked>) | undefined;

/** The age at something: "how old was she at her first colonoscopy", "when she died". */
const readAge: Reader = ({ kind, roles, operations, position, hasName }) => {
  const has = (name: string) => roles.some(({ role }) => role === name);
  if (operations[0]?.operation !== 'age' || !has('age-of-person')) return undefined;
  if (hasName && kind !== 'patient') return { operation: 'age', asked: { kind: 'time' }, position: position ?? 1 };
  const isLast = has('deceased') && !has('birthDate');
  return {
    operation: 'age',
    asked: isLast ? { kind: 'name', role: 'deceased' } : { kind: 'time' },
    position: undefined,
  };
};

const readDemographic: Reader = ({ kind, roles, operations }) => {
  if (kind !== 'patient' && kind !== '') return undefined;
  if (operations[0]?.operation === 'age') return { operation: 'age', asked: { kind: 'time' } };
  const role = roles.find((found) => demographicRoles.has(found.role))?.role;
  return role === undefined ? undefined : { operation: 'value', asked: { kind: 'name', role }, position: undefined };
};

/** Which names are borne most often, or more than once. */
const readFrequency: Reader = ({ kind, operations, frequency }) => {
  const isCounted = operations.some(({ operation }) => operation === 'count' || operation === 'exists');
  return frequency === undefined || isCounted ? undefined : { operation: 'distinct', asked: nameOf(kind) };
};

/** Whether a value went up or down, or by how much between two places in order. */
const readChange: Reader = ({ kind, operations, change, compares, asksThing }) => {
  const has = (name: Operation) => operations.some(({ operation }) => operation === name);
  if (!isMeasured(kind) || compares || change.isOther || has('when')) return undefined;
  const asks = change.compares !== undefined && (has('exists') || !asksThing);
  if (!asks && !has('difference')) return undefined;
  const take = change.take === undefined ? {} : { take: change.take };
  return {
    operation: 'difference',
    asked: measureOf(kind),
    position: undefined,
    ...take,
    ...(asks ? { compares: change.compares } : {}),
  };
};

/** "When" asks for a time, unless something else is asked for before it: "what was the admission type when …". */
const readWhen: Reader = ({ kind, roles, operations, given, position, tellsTime }) => {
  const when = operations.find(({ operation }) => operation === 'when');
  if (when === undefined) return undefined;
  if (operations[0]?.operation === 'elapsed' || operations[0]?.operation === 'duration') return undefined;
  const extreme = operations.find(({ operation }) => operation === 'min' || operation === 'max')?.operation;
  if (extreme === 'min' || extreme === 'max') return { operation: 'when', asked: { kind: 'time' }, statistic: extreme };
  const before = roles.some(
    ({ role, index }) => index < when.index && (canAsk(role, kind) || asksAmount(role, kind)) && !given.has(role),
  );
  const other = operations.some(
    ({ operation, index }) => (operation === 'count' || operation === 'exists') && index < when.index,
  );
  if (before || other) return undefined;
  if (tellsTime) return { operation: 'value', asked: { kind: 'value' }, position: position ?? -1 };
  // What has begun has begun once: the first time.
  const begins = roles.some(({ role }) => role === 'begin') && lastingKinds.has(kind);
  return { operation: 'when', asked: endOrTime(kind, roles), ...(begins ? { position: position ?? 1 } : {}) };
};

const readLength: Reader = ({ kind, roles, operations, position }) => {
  const first = operations[0]?.operation;
  const extreme = roles.find(({ role }) => role === 'longest' || role === 'shortest')?.role;
  if (extreme !== undefined && (visitKinds[kind] !== undefined || lastingKinds.has(kind) || kind === 'procedure')) {
    return { operation: extreme === 'longest' ? 'max' : 'min', asked: { kind: 'duration' }, position: undefined };
  }
  // How long has it been going on: since it began.
  const goesOn = roles.some(({ role }) => role === 'going-on') && lastingKinds.has(kind);
  if (first === 'duration' && goesOn) return { operation: 'elapsed', asked: { kind: 'time' }, position: position ?? 1 };
  if (first === 'duration') return { operation: 'duration', asked: { kind: 'duration' } };
  if (first !== 'elapsed') return undefined;
  return { operation: 'elapsed', asked: endOrTime(kind, roles), position: position ?? -1 };
};

/** "How many drugs" counts different ones; "how many prescriptions" and "how many times" count facts. */
const readCount: Reader = ({ kind, roles, operations }) => {
  const has = (name: Operation) => operations.some(({ operation }) => operation === name);
  // "How often does she take it" asks for the prescribed frequency.
  if (drugKinds.has(kind) && roles.some(({ role }) => role === 'frequency')) return undefined;
  // "Total visits" adds up nothing but the visits themselves; a total of a drug is its doses'.
  const counts = has('count') || (has('sum') && !isMeasured(kind) && !drugKinds.has(kind));
  const different = { operation: 'distinct' as const, asked: nameOf(kind) };
  if (has('distinct') && (counts || !has('list'))) return different;
  if (!counts) return undefined;
  const countsKinds = drugKinds.has(kind) && roles.some(({ role }) => role === 'counted-drug');
  return countsKinds ? different : { operation: 'count' as const, asked: { kind: 'node' as const } };
};

/** Whether: by its words, or a bare named fact with a question mark ("Colonoscopy in 2021?"). */
const readExists: Reader = ({ kind, roles, operations, given, queries, position, namesKind, compares, hasName }) => {
  const first = operations.find(({ operation }) => operation !== 'when')?.operation;
  const isBare = operations.length === 0 && queries && position === undefined && hasName && roles.length === 0;
  if (first !== 'exists' && !(isBare && !isMeasured(kind))) return undefined;
  // "Is it active or stopped?" asks which.
  if (roles.some(({ role }) => role === 'which-status') && canAsk('status', kind)) {
    return { operation: position === undefined ? 'list' : 'value', asked: { kind: 'status' } };
  }
  // "Does she have a fever?" asks what was measured; "was a glucose test done?" asks whether it was.
  const isDone =
    roles.some(({ role }) => role === 'done') ||
    (kindTable[kind]?.additive === true && roles.some(({ role }) => role === 'any'));
  if (isMeasured(kind) && !namesKind && !compares && !isDone && given.has('concept')) {
    return { operation: 'value', asked: measureOf(kind), position: position ?? -1 };
  }
  // "Is it sensitive to vancomycin?" asks what the test of it said.
  if (kind === 'susceptibility' && hasName && position === undefined)
    return { operation: 'list', asked: { kind: 'value' } };
  const asksOrganism =
    roles.some(({ role }) => role === 'organism') && canAsk('organism', kind) && !given.has('organism');
  // "Was the culture positive?" asks what it found, and not whether it was made.
  if (roles.some(({ role }) => role === 'finding') && !asksOrganism && !given.has('organism') && hasName) {
    if (kind === 'microbiology') return { operation: 'list', asked: { kind: 'name', role: 'organism' }, position };
    if (isMeasured(kind) && !compares) return { operation: 'value', asked: measureOf(kind), position: position ?? -1 };
  }
  return { operation: 'exists', asked: asksOrganism ? { kind: 'name', role: 'organism' } : { kind: 'node' } };
};

/** Statistics of values, and amounts: without a place in order, amounts add up; the dose is the latest one. */
const readAmount: Reader = ({ kind, roles, operations, position }) => {
  const value = measureOf(kind);
  const statistic = operations.find(({ operation }) => statistics.has(operation))?.operation;
  if (statistic !== undefined) return { operation: statistic, asked: value };
  if (!roles.some(({ role }) => asksAmount(role, kind))) return undefined;
  // What somebody takes is a dose, not the sum of all of them.
  const addsUp = roles.some(({ role }) => role === 'amount') && !roles.some(({ role }) => role === 'takes');
  if (position === undefined && addsUp) return { operation: 'sum', asked: value };
  return { operation: 'value', asked: value, position: position ?? -1 };
};

const readRole: Reader = ({ kind, roles, position, given }) => {
  const found = roles.find((each) => canAsk(each.role, kind) && !given.has(each.role))?.role;
  if (found === undefined) return undefined;
  // Who did it is told of drugs given and tests; whom one saw, or who ordered it, of the rest.
  const role = found === 'performer' && practitionerKinds.has(kind) ? 'practitioner' : found;
  const asked: Asked =
    role === 'drug' ? { kind: 'concept' } : role === 'status' ? { kind: 'status' } : { kind: 'name', role };
  return { operation: position === undefined ? 'list' : 'value', asked };
};

/** What the kind gives by itself: measurements their latest value, other facts their names, visits their times. */
const readPlain: Reader = ({ kind, roles, operations, position, given, asksThing }) => {
  const isList = operations[0]?.operation === 'list';
  const plain = kindTable[kind]?.asked ?? 'concept';
  if (plain === 'value') {
    const has = (name: string) => roles.some(({ role }) => role === name);
    if (has('name-of') && !has('value-of')) {
      return { operation: position === undefined ? 'list' : 'value', asked: { kind: 'concept' } };
    }
    return {
      operation: isList ? 'list' : 'value',
      asked: measureOf(kind),
      position: position ?? (isList ? undefined : -1),
    };
  }
  // "Last flu shot" names the thing already: what is left to tell is when.
  if (position !== undefined && given.has('concept') && !asksThing && visitKinds[kind] === undefined && !isList)
    return { operation: 'when', asked: { kind: 'time' } };
  const asked: Asked =
    visitKinds[kind] !== undefined ? endOrTime(kind, roles) : plain === 'node' ? { kind: 'node' } : { kind: 'concept' };
  return { operation: position === undefined ? 'list' : 'value', asked };
};

function endOrTime(kind: string, roles: readonly FoundRole[]): Asked {
  return (visitKinds[kind] !== undefined || lastingKinds.has(kind)) && roles.some(({ role }) => role === 'end')
    ? { kind: 'end' }
    : { kind: 'time' };
}

/** What different facts of a kind are told apart by: drugs, also in mixes, or names. */
function nameOf(kind: string): Asked {
  return drugKinds.has(kind) ? { kind: 'name', role: 'ingredient' } : { kind: 'concept' };
}

function measureOf(kind: string): Asked {
  return drugKinds.has(kind) ? { kind: 'value', component: 'dose' } : { kind: 'value' };
}

/** Whether a role asks how much of a kind there was. */
function asksAmount(role: string, kind: string): boolean {
  return (role === 'dose' && drugKinds.has(kind)) || (role === 'amount' && kindTable[kind]?.additive === true);
}

/** Whether facts of a kind have something under a role that can be asked for. */
function canAsk(role: string, kind: string): boolean {
  return roleKinds[role]?.includes(kind) ?? false;
}

function isMeasured(kind: string): boolean {
  return kindTable[kind]?.asked === 'value';
}

/** Kinds of facts that begin and end. */
export const lastingKinds: ReadonlySet<string> = new Set(['condition', 'medication', 'allergy', 'care-plan', 'goal']);

const drugKinds: ReadonlySet<string> = new Set(['medication', 'administration', 'dispense']);
const statistics: ReadonlySet<Operation> = new Set(['min', 'max', 'mean', 'median', 'sum', 'difference', 'trend']);

/** Roles that only a person has. */
export const personRoles: ReadonlySet<string> = new Set([
  'gender',
  'maritalStatus',
  'race',
  'ethnicity',
  'communication.language',
]);

/** Elements asked of the Patient. */
export const demographicRoles: ReadonlySet<string> = new Set([
  'gender',
  'birthDate',
  'maritalStatus',
  'race',
  'ethnicity',
  'communication.language',
  'deceased',
  'medical record number',
  'social security number',
  'driver license',
  'passport',
  'identifier',
  'phone',
  'email',
  'name',
  'address',
  'address.city',
  'address.state',
  'address.postalCode',
  'address.country',
]);

const practitionerKinds: ReadonlySet<string> = new Set([
  ...Object.keys(visitKinds),
  'medication',
  'procedure',
  'condition',
  'allergy',
]);
const visitNames = Object.keys(visitKinds);
const drugNames = [...drugKinds];

/** Roles that can be asked of a kind. */
const roleKinds: Readonly<Record<string, readonly string[]>> = {
  class: visitNames,
  'admit-source': visitNames,
  discharge: visitNames,
  place: [...visitNames, 'careunit'],
  organism: ['microbiology', 'organism'],
  specimen: ['microbiology', 'laboratory', 'observation'],
  route: drugNames,
  frequency: drugNames,
  reason: [...drugNames, 'procedure', ...visitNames],
  performer: ['procedure', 'immunization', ...drugNames, ...visitNames],
  'body-site': ['procedure', 'condition'],
  criticality: ['allergy'],
  severity: ['condition', 'allergy'],
  reaction: ['allergy', 'immunization'],
  outcome: ['procedure'],
  organization: [...visitNames],
  payer: ['claim'],
  manufacturer: ['immunization', 'device'],
  drug: drugNames,
  status: ['condition', 'care-plan', 'goal', 'allergy', ...drugNames],
};
