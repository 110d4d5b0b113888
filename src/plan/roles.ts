// What a node refers to or is told apart by, under the words people use: drug, route, specimen, place, admission source …
import type { ClinicalTime } from '../fhir/clinical-time.ts';
import { asArray, asObjects, asText, isObject, type JsonObject } from '../fhir/resource.ts';
import type { Wording } from '../fhir/resource-text.ts';
import { textRoles } from '../fhir/text-table.ts';
import { finishTime, readPeriodTime } from '../fhir/time-element.ts';
import type { EpisodeGraph, GraphNode, Link } from '../graph/episode-graph.ts';
import { personPart } from './person-parts.ts';
import { conceptNames, normalName, type Postings } from './selection-index.ts';

/** One name found under a role. */
export interface RoleName {
  /** As the record writes it. */
  readonly name: string;
  /** Everything it may be called by, normalised: display, text, code, other names. */
  readonly aliases: readonly string[];
  /** Key of the node it came from. */
  readonly key: string;
  /** When it was so, where the element says it beside the name (`Encounter.location.period`). */
  readonly time?: ClinicalTime;
}

/**
 * Names of a node under a role of the text table (`drug`, `route`, `class` …), else under a FHIR element path such as
 * `gender` or `hospitalization.admitSource`. A specimen or organism that the node itself doesn't name is taken from the
 * resources it is part of or made of; `ingredient` names each drug of a mixture, and a drug that is none. In element
 * order, each name once, or once for each time it was so.
 */
export function roleNames(graph: EpisodeGraph, index: number, role: string): readonly RoleName[] {
  const plain = normalName(role).replaceAll(/[\s_]/g, '-');
  const node = graph.nodes[index];
  const part = node?.type === 'Patient' ? personPart(node.resource, plain) : undefined;
  if (part !== undefined) return part.map((text) => plainName(text, node?.key ?? ''));
  const found = rolePaths.get(plain)?.flatMap((path) => namesAt(graph, index, path.split('.'))) ?? [];
  for (const alias of [roleAliases.get(plain) ?? plain, plain]) {
    if (found.length === 0 && isRole.has(alias)) found.push(...attributeNames(graph, index, alias, linkedHops));
  }
  if (found.length === 0) found.push(...namesAt(graph, index, role.trim().split('.')));
  const seen = new Set<string>();
  return found.filter(({ name, time }) => {
    const known = `${name} ${time?.text ?? ''}`;
    return !seen.has(known) && seen.add(known);
  });
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
  const ownAliases = aliasesByWording(role);
  for (const { index, type } of graph.nodes) {
    const aliases =
      (type === 'Patient' ? undefined : ownAliases?.(graph, index)) ??
      new Set(roleNames(graph, index, role).flatMap((name) => name.aliases));
    for (const alias of aliases) {
      const list = lists.get(alias);
      if (list === undefined) lists.set(alias, [index]);
      else list.push(index);
    }
  }
  ofGraph.set(role, lists);
  return lists;
}

/**
 * Aliases of a node by what its own wording says under a role, worked out once a wording; `undefined` of a node where it
 * says nothing there, and no function at all for a role that is read from elements first.
 */
function aliasesByWording(
  role: string,
): ((graph: EpisodeGraph, index: number) => ReadonlySet<string> | undefined) | undefined {
  const plain = normalName(role).replaceAll(/[\s_]/g, '-');
  const alias = roleAliases.get(plain) ?? plain;
  if (rolePaths.has(plain) || !isRole.has(alias)) return undefined;
  const known = new Map<Wording, ReadonlySet<string>>();
  return (graph, index) => {
    const { wording } = graph.text(index);
    const aliases = known.get(wording);
    if (aliases !== undefined) return aliases;
    if (!wording.says(alias)) return undefined;
    const read = new Set(attributeNames(graph, index, alias, 0).flatMap((name) => name.aliases));
    known.set(wording, read);
    return read;
  };
}

function attributeNames(graph: EpisodeGraph, index: number, role: string, hops: number): RoleName[] {
  const key = graph.nodes[index]?.key ?? '';
  const { attributes } = graph.text(index);
  const own = attributes.filter((attribute) => attribute.role === role);
  if (own.length > 0) return own.map(({ text, codes }) => attributeName(graph, index, key, text, codes));
  const labels = linkedRoles.get(role);
  if (labels === undefined || hops === 0) return [];
  return graph
    .linksFrom(index)
    .filter((link) => link.to !== undefined && labels.includes(link.label))
    .flatMap((link) => attributeNames(graph, link.to ?? -1, role, hops - 1));
}

/** An attribute that is the node's own concept (the drug of a prescription) also goes by the concept's other names. */
function attributeName(
  graph: EpisodeGraph,
  index: number,
  key: string,
  text: string,
  codes: readonly string[],
): RoleName {
  const isConcept = text === graph.text(index).concept;
  const more = isConcept ? (ownName(graph, index)[0]?.aliases ?? []) : [];
  return { name: text, aliases: [normalName(text), ...codes.map(normalName), ...more], key };
}

/** Names at an element path of a node; a step that is a reference goes on inside the resource it leads to. */
function namesAt(graph: EpisodeGraph, index: number, path: readonly string[]): RoleName[] {
  const node = graph.nodes[index];
  if (node === undefined) return [];
  let values: readonly unknown[] = [node.resource];
  for (let step = 0; step < path.length; step++) {
    const name = path[step] ?? '';
    const holders = values.filter(isObject);
    values = holders.flatMap((value) => asArray(value[name] ?? chosenElement(value, name)));
    if (values.length === 0) return [];
    if (values.some(isReference)) {
      const label = path.slice(0, step + 1).join('.');
      const times = holders.flatMap((holder) => asArray(holder[name]).map(() => timeBeside(node, holder, label)));
      const links = graph.linksFrom(index).filter((link) => link.label === label);
      return links.flatMap((link, at) => {
        // The n-th link of a label is its n-th reference, unless the graph dropped one; then no time is taken for sure.
        const time = links.length === times.length ? times[at] : undefined;
        return namesOfLink(graph, link, path.slice(step + 1), node.key).map((found) =>
          time === undefined ? found : { ...found, time },
        );
      });
    }
  }
  return values.flatMap((value) => elementNames(value, node.key));
}

/** What stands under a choice of types by its base name: `deceased` for `deceasedDateTime`. */
function chosenElement(holder: JsonObject, name: string): unknown {
  const form = choiceForms.find((ending) => holder[name + ending] !== undefined);
  return form === undefined ? undefined : holder[name + form];
}

const choiceForms = ['Boolean', 'DateTime', 'Date', 'CodeableConcept', 'String', 'Integer', 'Code'];

function namesOfLink(graph: EpisodeGraph, link: Link, rest: readonly string[], key: string): RoleName[] {
  if (link.to !== undefined) return rest.length === 0 ? ownName(graph, link.to) : namesAt(graph, link.to, rest);
  return link.display === undefined || rest.length > 0 ? [] : [plainName(link.display, key)];
}

/** The Period that stands beside a reference inside a repeating element. */
function timeBeside(node: GraphNode, holder: JsonObject, element: string): ClinicalTime | undefined {
  const written = holder === node.resource ? undefined : readPeriodTime(holder.period, element);
  const offset = node.time === undefined ? 0 : node.time.localStartMs - node.time.startMs;
  return written === undefined ? undefined : finishTime(written, { offsetAt: () => offset });
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
  return (
    isObject(value) &&
    (typeof value.reference === 'string' ||
      (isObject(value.identifier) && value.coding === undefined && value.code === undefined))
  );
}

/** Roles that a result takes over from the resources it belongs with, by the links that lead there. */
const linkedRoles: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    specimen: ['derivedFrom', 'basedOn'],
    organism: ['hasMember', 'derivedFrom'],
  }),
);
/** Roles read from elements before attributes: where a name has its own time, or a drug its ingredients. */
const rolePaths: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    place: ['location.location'],
    ingredient: [
      'medicationReference.ingredient.itemReference',
      'medicationReference.ingredient.itemCodeableConcept',
      'medication.reference.ingredient.item.reference',
      'ingredient.itemReference',
    ],
  }),
);
const roleAliases: ReadonlyMap<string, string> = new Map(
  Object.entries({ ingredient: 'drug', reaction: 'manifestation' }),
);
const linkedHops = 2;
const isRole: ReadonlySet<string> = new Set(textRoles);
const postingsByRole = new WeakMap<EpisodeGraph, Map<string, Postings>>();
