// One row per resource type and version: which elements hold its time, and which lead to its Encounter.

import type { FhirVersion } from './resource.ts';
import { backgroundTypes, encounterCorrections, timeCorrections } from './resource-table-corrections.ts';
import { generatedRows } from './resource-table-generated.ts';

/** What a time element says: when it happened, when it is meant to, or only when it was written down. */
export type TimeRole = 'event' | 'planned' | 'recorded';

/** One element that may hold a resource's time. */
export interface TimeElement {
  /** Element path, e.g. `effectiveDateTime`, `collection.collectedPeriod`. */
  readonly element: string;
  readonly steps: readonly string[];
  readonly role: TimeRole;
  /** A second element that is the end of the period this one starts (`Appointment.start`, `Appointment.end`). */
  readonly endSteps?: readonly string[];
}

/** What the tables know of a resource type in one version of FHIR. */
export interface ResourceRow {
  /** Best first: when it began, was done, was recorded, is planned (model.md §1). Empty for people, places, definitions. */
  readonly times: readonly TimeElement[];
  /** Elements of other versions, for a resource read under the wrong one. */
  readonly otherTimes: readonly TimeElement[];
  /** Paths of the elements that link to an Encounter. */
  readonly encounters: readonly string[];
}

/**
 * The row of a resource type. A type that the version doesn't have gets the row of a version that has it; one that no
 * version has gets an empty row. Times of a background type are none.
 *
 * Source: FHIR StructureDefinitions, FiveWs mapping (generated table) and the corrections beside it. R4B is read as R4.
 */
export function resourceRow(type: string, version: FhirVersion): ResourceRow {
  const known = rows[version].get(type);
  if (known !== undefined) return known;
  const own = makeRow(type, version === 'R4B' ? 'R4' : version);
  const elements = new Set(own.times.map((time) => time.element));
  const row = { ...own, otherTimes: allTimes(type).filter((time) => !elements.has(time.element)) };
  if (rows[version].size < rowsKept) rows[version].set(type, row);
  return row;
}

/** Paths of encounter links of a type in any version. */
export function anyEncounterPaths(type: string): readonly string[] {
  return [...new Set(rowsOfType(type).flatMap((row) => row.encounters))];
}

function allTimes(type: string): readonly TimeElement[] {
  return [
    ...new Map(
      rowsOfType(type)
        .flatMap((row) => row.times)
        .map((time) => [time.element, time]),
    ).values(),
  ];
}

function rowsOfType(type: string): readonly Pick<ResourceRow, 'times' | 'encounters'>[] {
  return tableVersions
    .filter((version) => generatedTable.has(`${version} ${type}`))
    .map((version) => makeRow(type, version));
}

/** Whether resources of a type can stand on the timeline: people, places, products and definitions can't. */
export function isBackgroundType(type: string): boolean {
  return backgroundTypes.has(type);
}

type TableVersion = 'DSTU2' | 'STU3' | 'R4' | 'R5';

function makeRow(type: string, version: TableVersion): Pick<ResourceRow, 'times' | 'encounters'> {
  const home = generatedTable.has(`${version} ${type}`)
    ? version
    : tableVersions.find((each) => generatedTable.has(`${each} ${type}`));
  const generated = generatedTable.get(`${home} ${type}`);
  if (generated === undefined) return { times: [], encounters: genericEncounterPaths };
  const encounters = encounterCorrections[type] ?? generated.encounters;
  return { times: isBackgroundType(type) ? [] : timesOf(type, generated.times), encounters: words(encounters) };
}

function timesOf(type: string, generated: string): readonly TimeElement[] {
  const correction = timeCorrections[type];
  const inVersion = new Set(words(generated).map((entry) => entry.slice(0, entry.indexOf(':'))));
  if (correction === undefined) {
    return words(generated)
      .map((entry) => entry.split(':') as [string, string])
      .filter(([, fiveWs]) => fiveWs !== 'unmapped')
      .map(([element, fiveWs]) => timeElement(element, roleOfFiveWs[fiveWs] ?? 'event'));
  }
  // Elements within elements aren't all in the generated table: they are taken on the correction's word.
  return words(correction).flatMap((entry) => {
    const [element = '', role = 'event'] = entry.split(':') as [string, TimeRole?];
    if (!element.endsWith('[x]')) {
      const [first = ''] = element.split('..');
      return first.includes('.') || inVersion.has(first) ? [timeElement(element, role)] : [];
    }
    const base = element.slice(0, -3);
    return choiceForms
      .map((form) => base + form)
      .filter((name) => name.includes('.') || inVersion.has(name))
      .map((name) => timeElement(name, role));
  });
}

function timeElement(written: string, role: TimeRole): TimeElement {
  const [element = '', end] = written.split('..');
  return { element, steps: element.split('.'), role, ...(end === undefined ? {} : { endSteps: end.split('.') }) };
}

function words(list: string): readonly string[] {
  return list === '' ? [] : list.split(' ');
}

/** `Type version` → its times and encounter paths as the generated table writes them. */
const generatedTable: ReadonlyMap<string, { readonly times: string; readonly encounters: string }> = new Map(
  generatedRows.flatMap((row) => {
    const [type = '', versions = '', times = '', encounters = ''] = row.split('|');
    return versions.split(' ').map((version) => [`${version} ${type}`, { times, encounters }] as const);
  }),
);
const rows: Readonly<Record<FhirVersion, Map<string, ResourceRow>>> = {
  DSTU2: new Map(),
  STU3: new Map(),
  R4: new Map(),
  R4B: new Map(),
  R5: new Map(),
};
/** Type names that FHIR doesn't have are not kept past this many. */
const rowsKept = 2_000;
const tableVersions: readonly TableVersion[] = ['R4', 'R5', 'STU3', 'DSTU2'];
const choiceForms = ['DateTime', 'Date', 'Period', 'Instant', 'Timing'] as const;
const roleOfFiveWs: Readonly<Record<string, TimeRole>> = { recorded: 'recorded', planned: 'planned' };
const genericEncounterPaths = ['encounter', 'context'] as const;
