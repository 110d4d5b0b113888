// Settles operation, place in order and what is asked back, from the words found and the kind they are about.
import { kindTable, visitKinds } from './kind-table.ts';
import type { Asked, Operation, QuestionReading } from './reading.ts';
import type { Subject } from './subject.ts';

/** The place in order that is asked for: that of the visit asked about, else the first order word left. */
export function choosePosition(orders: readonly { position: number }[], subject: Subject): number | undefined {
  return orders[0]?.position ?? subject.mention?.position;
}

export interface ChosenAsked {
  readonly operation: Operation;
  readonly asked: Asked;
  readonly position: number | undefined;
  readonly groupBy: QuestionReading['groupBy'];
  readonly statistic: QuestionReading['statistic'];
}

/** Demographic elements, asked of the Patient. */
export const demographicRoles: ReadonlySet<string> = new Set([
  'gender',
  'birthDate',
  'maritalStatus',
  'race',
  'ethnicity',
  'communication.language',
  'deceased',
]);

/**
 * Settle what is asked.
 *
 * @param operations all whose words were found, most telling first
 * @param roles all roles whose words were found, in the vocabulary's order
 * @param given roles that the question names itself, and so doesn't ask for
 */
export function chooseAsked(
  operations: readonly Operation[],
  roles: readonly string[],
  kind: string,
  position: number | undefined,
  given: ReadonlySet<string>,
): ChosenAsked {
  const plain = kindTable[kind]?.asked ?? 'concept';
  const isVisit = visitKinds[kind] !== undefined;
  const chosen = (operation: Operation, asked: Asked, place = position): ChosenAsked => ({
    operation,
    asked,
    position: place,
    groupBy: undefined,
    statistic: undefined,
  });
  const demographic = kind === 'patient' || kind === '' ? roles.find((role) => demographicRoles.has(role)) : undefined;
  if (demographic !== undefined) return chosen('value', { kind: 'name', role: demographic }, undefined);
  const extreme = operations.find((name) => name === 'min' || name === 'max');
  if (extreme !== undefined && operations.includes('when')) {
    return { ...chosen('when', { kind: 'time' }), statistic: extreme === 'min' ? 'min' : 'max' };
  }
  const [operation] = operations;
  if (operation === 'age') return chosen('age', { kind: 'time' });
  const endAsked = isVisit && roles.includes('end');
  if (operation === 'when' || (operation === 'elapsed' && endAsked)) {
    return chosen(operation, { kind: endAsked ? 'end' : 'time' });
  }
  if (operation === 'elapsed') return chosen('elapsed', { kind: 'time' }, position ?? (isVisit ? -1 : position));
  if (operation === 'duration') return chosen('duration', { kind: 'duration' });
  const isDrug = kind === 'medication' || kind === 'administration' || kind === 'dispense';
  const value: Asked = isDrug ? { kind: 'value', component: 'dose' } : { kind: 'value' };
  if (operation === 'count') {
    // "How many drugs" counts different ones; "how many prescriptions" and "how many times" count facts.
    return isDrug && roles.includes('drug') && !operations.includes('exists')
      ? chosen('distinct', { kind: 'concept' })
      : chosen('count', { kind: 'node' });
  }
  const role = roles.find((name) => (roleKinds[name]?.includes(kind) ?? false) && !given.has(name));
  if (operation === 'exists') {
    return role === 'organism' ? chosen('exists', { kind: 'name', role }) : chosen('exists', { kind: 'node' });
  }
  if (
    isDrug &&
    roles.includes('dose') &&
    (operation === undefined || operation === 'sum' || operation === 'list' || isStatistic(operation))
  ) {
    if (isStatistic(operation)) return chosen(operation ?? 'sum', value);
    return position === undefined ? chosen('sum', value) : chosen('value', value);
  }
  if (isStatistic(operation)) return chosen(operation ?? 'sum', value);
  if (role !== undefined) {
    return chosen(
      position === undefined ? 'list' : 'value',
      role === 'drug' ? { kind: 'concept' } : { kind: 'name', role },
    );
  }
  if (plain === 'value') {
    const namesOnly = roles.includes('name-of') && !roles.includes('value-of');
    return chosen(
      operation === 'list' ? 'list' : 'value',
      namesOnly ? { kind: 'concept' } : value,
      position ?? (operation === 'list' || namesOnly ? undefined : -1),
    );
  }
  if (isVisit) return chosen(position === undefined ? 'list' : 'value', endAsked ? { kind: 'end' } : { kind: 'time' });
  return chosen(position === undefined ? 'list' : 'value', plain === 'node' ? { kind: 'node' } : { kind: 'concept' });
}

function isStatistic(operation: Operation | undefined): boolean {
  return operation !== undefined && ['min', 'max', 'mean', 'median', 'sum', 'difference', 'trend'].includes(operation);
}

const visitNames = Object.keys(visitKinds);

/** Roles that can be asked of a kind. */
const roleKinds: Readonly<Record<string, readonly string[]>> = {
  class: visitNames,
  'admit-source': visitNames,
  discharge: visitNames,
  place: [...visitNames, 'careunit'],
  organism: ['microbiology', 'organism'],
  specimen: ['microbiology', 'laboratory', 'observation'],
  route: ['medication', 'administration', 'dispense'],
  frequency: ['medication', 'administration', 'dispense'],
  reason: ['medication', 'administration', 'procedure', ...visitNames],
  performer: ['procedure', 'medication', 'immunization', ...visitNames],
  'body-site': ['procedure', 'condition'],
  drug: ['medication', 'administration', 'dispense'],
};
