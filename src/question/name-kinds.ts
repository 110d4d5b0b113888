// Which kinds the names of a record belong to, where a question names no kind or another one.

/** Roles of names that a fact goes by itself. */
export const ownRoles: ReadonlySet<string> = new Set([
  'concept',
  'code',
  'drug',
  'component',
  'specimen',
  'organism',
  'place',
]);

/** Kinds that people name for one another. */
export const families: readonly ReadonlySet<string>[] = [
  new Set([
    'microbiology',
    'organism',
    'susceptibility',
    'specimen',
    'laboratory',
    'vital-sign',
    'output',
    'intake',
    'observation',
    'report',
    'procedure',
  ]),
  new Set(['medication', 'immunization']),
  new Set(['document', 'report', 'care-plan', 'goal']),
];

/** Where a name belongs when no kind is named, likeliest first. */
export const kindsOfNames: readonly string[] = [
  'medication',
  'dispense',
  'microbiology',
  'organism',
  'susceptibility',
  'laboratory',
  'vital-sign',
  'output',
  'observation',
  'report',
  'allergy',
  'immunization',
  'condition',
  'procedure',
  'care-plan',
  'goal',
  'device',
  'document',
  'specimen',
  'hospital-visit',
  'visit',
];
