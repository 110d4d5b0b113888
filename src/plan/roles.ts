// What a node refers to or is told apart by, under the words people use: drug, route, specimen, place, admission source …
import { asArray, asObjects, asText, isObject, type JsonObject } from '../fhir/resource.ts';
import type { EpisodeGraph } from '../graph/episode-graph.ts';
import { conceptNames, normalName, type Postings } from './selection-index.ts';

/** One name found under a role. */
export interface RoleName {
  /** As the record writes it. */
  readonly name: string;
  /** Everything it may be called by, normalised: display, text, code, other names. */
  readonly aliases: readonly string[];
  /** Key of the node it came from. */
  readonly key: string;
}

/** Role words known beside FHIR element paths, for errors and descriptions. */
export function knownRoles(): readonly string[] {
  return Object.keys(roleTable);
}

/**
 * Names of a node under a role of the table, else under a FHIR element path such as `gender` or
 * `hospitalization.admitSource`. In element order, each name once.
 */
export function roleNames(graph: EpisodeGraph, index: number, role: string): readonly RoleName[] {
  const row = roleTable[normalName(role).replaceAll(/[\s_]/g, '-')];
  const found: RoleName[] = [];
  if (row?.own?.includes(graph.nodes[index]?.type ?? '')) found.push(...ownName(graph, index));
  for (const path of row?.paths ?? [role.trim()]) found.push(...namesAt(graph, index, path.split('.')));
  const seen = new Set<string>();
  return found.filter(({ name }) => !seen.has(name) && seen.add(name));
}

/** Nodes by their names under a role; built once a graph and role, linear in the nodes. */
export function rolePostings(graph: EpisodeGraph, role: string): Postings {
  let ofGraph = postingsByRole.get(graph);
  if (ofGraph === undefined) {
    ofGraph = new Map();
    postingsByRole.set(graph, ofGraph);
  }
  const known = ofGraph.get(role);
  if (known !== undefined) return known;
  const lists = new Map<string, number[]>();
  for (const { index } of graph.nodes) {
    for (const alias of new Set(roleNames(graph, index, role).flatMap(({ aliases }) => aliases))) {
      const list = lists.get(alias);
      if (list === undefined) lists.set(alias, [index]);
      else list.push(index);
    }
  }
  ofGraph.set(role, lists);
  return lists;
}

/** Names at an element path of a node; a step that is a reference goes on inside the resource it leads to. */
function namesAt(graph: EpisodeGraph, index: number, path: readonly string[]): RoleName[] {
  const node = graph.nodes[index];
  if (node === undefined) return [];
  let values: readonly unknown[] = [node.resource];
  for (let step = 0; step < path.length; step++) {
    const name = path[step] ?? '';
    values = values.filter(isObject).flatMap((value) => asArray(value[name]));
    if (values.length === 0) return [];
    if (values.some(isReference)) {
      const label = path.slice(0, step + 1).join('.');
      const rest = path.slice(step + 1);
      return graph
        .linksFrom(index)
        .filter((link) => link.label === label)
        .flatMap((link) => {
          if (link.to === undefined) return link.display === undefined || rest.length > 0 ? [] : [plainName(link.display, node.key)];
          return rest.length === 0 ? ownName(graph, link.to) : namesAt(graph, link.to, rest);
        });
    }
  }
  return values.flatMap((value) => elementNames(value, node.key));
}

function ownName(graph: EpisodeGraph, index: number): RoleName[] {
  const { concept, codings } = graph.text(index);
  const aliases = [...conceptNames(graph, index), ...codings.map(({ code }) => normalName(code))];
  return concept === '' ? [] : [{ name: concept, aliases, key: graph.nodes[index]?.key ?? '' }];
}

/** Names in one element: a concept, a coding, an identifier, a quantity's text, or a primitive. */
function elementNames(value: unknown, key: string): RoleName[] {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return [plainName(String(value), key)];
  }
  if (!isObject(value)) return [];
  const codings = 'code' in value && !Array.isArray(value.coding) ? [value] : asObjects(value.coding);
  const names = [
    asText(value.text),
    ...codings.map((coding) => asText(coding.display)),
    ...codings.map((coding) => asText(coding.code)),
    asText(value.display),
    asText(value.value),
    asText(value.family),
  ].filter((name) => name !== undefined);
  const [name] = names;
  return name === undefined ? [] : [{ name, aliases: names.map(normalName), key }];
}

function plainName(name: string, key: string): RoleName {
  return { name, aliases: [normalName(name)], key };
}

function isReference(value: unknown): value is JsonObject {
  return isObject(value) && (typeof value.reference === 'string' || (isObject(value.identifier) && value.coding === undefined && value.code === undefined));
}

interface RoleRow {
  /** Element paths, R4 and R5 spellings; a reference inside is followed. */
  readonly paths: readonly string[];
  /** Types whose own concept is the name. */
  readonly own?: readonly string[];
}

/** Source: element names of FHIR R4 and R5, https://hl7.org/fhir/R4/resourcelist.html. */
const roleTable: Readonly<Record<string, RoleRow>> = {
  drug: {
    paths: ['vaccineCode'],
    own: ['MedicationRequest', 'MedicationStatement', 'MedicationAdministration', 'MedicationDispense', 'MedicationOrder', 'Medication'],
  },
  route: { paths: ['dosageInstruction.route', 'dosage.route', 'route'] },
  frequency: { paths: ['dosageInstruction.timing.code', 'dosage.timing.code'] },
  form: { paths: ['form', 'doseForm', 'medicationReference.form'] },
  specimen: {
    paths: ['specimen', 'derivedFrom.specimen', 'derivedFrom.derivedFrom.specimen'],
    own: ['Specimen'],
  },
  organism: { paths: ['hasMember'] },
  place: { paths: ['location.location', 'location'], own: ['Location'] },
  class: { paths: ['class'] },
  'visit-type': { paths: ['type', 'serviceType'] },
  priority: { paths: ['priority'] },
  'admit-source': { paths: ['hospitalization.admitSource', 'admission.admitSource'] },
  discharge: { paths: ['hospitalization.dischargeDisposition', 'admission.dischargeDisposition'] },
  performer: { paths: ['performer.actor', 'performer', 'participant.individual', 'participant.actor', 'requester', 'recorder', 'asserter'] },
  organization: { paths: ['serviceProvider', 'managingOrganization'] },
  reason: { paths: ['reasonCode', 'reasonReference', 'reason.concept', 'reason.reference', 'reason'] },
  'body-site': { paths: ['bodySite'] },
  method: { paths: ['method'] },
  interpretation: { paths: ['interpretation'] },
};

const postingsByRole = new WeakMap<EpisodeGraph, Map<string, Postings>>();
