// The reserved block: who the patient is, allergies, problems and current medications, under their own share of β.
import type { ClinicalTime } from '../fhir/clinical-time.ts';
import { asArray, asObject, asObjects, asText } from '../fhir/resource.ts';
import { sortedDown } from '../fhir/sorted-order.ts';
import type { EpisodeGraph, GraphNode } from '../graph/episode-graph.ts';
import { nodesByType } from '../graph/nodes-by-type.ts';
import { oneLine } from './one-line.ts';
import type { PageLine, PageLines } from './page-lines.ts';
import { cutLine, plural, renderBody } from './render.ts';

/** A line of the block and the node it shows, if it shows one. */
export interface ReservedLine extends PageLine {
  readonly node?: number;
}

/** The block as lines, and the nodes they show. */
export interface ReservedBlock {
  readonly lines: readonly ReservedLine[];
  readonly nodes: readonly number[];
  readonly tokens: number;
}

/**
 * What every page begins with, whatever the question: the patient's line, then allergies, active problems, current
 * medications, and problems whose status is not recorded. Lines are dropped from the end until the block fits; a group
 * that is cut says how many it holds. Each thing stands once, by its latest entry, newest first; allergies of high
 * criticality before the others.
 *
 * The patient's line may take more than its share of a small budget, up to `tokensForPatient`.
 * Current medications are those that are active and not over at the graph's *now*. Refuted and entered-in-error entries
 * never stand here; a problem without a status is never called active.
 *
 * Source: model.md §4, reserved part of β. FHIR R4 Condition.clinicalStatus, AllergyIntolerance.verificationStatus,
 * MedicationRequest.status.
 */
export function reservedBlock(
  graph: EpisodeGraph,
  lines: PageLines,
  tokens: number,
  tokensForPatient = tokens,
): ReservedBlock {
  const chosen: ReservedLine[] = [];
  let used = 0;
  const push = (line: PageLine, node: number | undefined): void => {
    chosen.push(node === undefined ? line : { ...line, node });
    used += line.tokens;
  };
  const entry = (index: number): PageLine => {
    const line = known.entries.get(index) ?? lines.measure(entryLine(graph, index));
    known.entries.set(index, line);
    return line;
  };
  const add = (line: PageLine, node?: number): boolean => {
    const fits = used + line.tokens <= tokens;
    if (fits) push(line, node);
    return fits;
  };
  const known = knownLines(lines);
  known.patient ??= lines.measure(patientLine(graph));
  const { patient } = known;
  if (patient.tokens > Math.max(tokens, tokensForPatient)) return { lines: [], nodes: [], tokens: 0 };
  push(patient, graph.patient);
  for (const { title, none, members } of reservedGroups(graph)) {
    if (members.length === 0) {
      if (none !== undefined && !add(lines.measure(none))) break;
      continue;
    }
    const heading = lines.measure(`${title} (${members.length}):`).tokens;
    const first = entry(members[0] as number).tokens;
    if (used + heading + first > tokens) break;
    add(lines.measure(members.length === 1 ? `${title}:` : `${title} (${members.length}):`));
    if (!members.every((index) => add(entry(index), index))) break;
  }
  return { lines: chosen, nodes: chosen.flatMap(({ node }) => node ?? []), tokens: used };
}

/** Lines of the block that were counted before, for any budget. */
interface KnownLines {
  patient: PageLine | undefined;
  readonly entries: Map<number, PageLine>;
}

function knownLines(lines: PageLines): KnownLines {
  const known = linesKnown.get(lines) ?? { patient: undefined, entries: new Map() };
  linesKnown.set(lines, known);
  return known;
}

interface ReservedGroup {
  readonly title: string;
  /** Said when there is nothing; nothing is said when absent. */
  readonly none?: string;
  readonly members: readonly number[];
}

/** The groups of a graph, found once. */
function reservedGroups(graph: EpisodeGraph): readonly ReservedGroup[] {
  const known = groupsByGraph.get(graph) ?? findGroups(graph);
  groupsByGraph.set(graph, known);
  return known;
}

function findGroups(graph: EpisodeGraph): readonly ReservedGroup[] {
  const allergies: number[] = [];
  const active: number[] = [];
  const unstated: number[] = [];
  const medications: number[] = [];
  for (const node of nodesOf(graph, allergyTypes)) {
    if (isStanding(graph, node) && codeOf(node, 'clinicalStatus', 'status') !== 'resolved') allergies.push(node.index);
  }
  for (const node of nodesOf(graph, conditionTypes)) {
    if (!isStanding(graph, node)) continue;
    const status = codeOf(node, 'clinicalStatus');
    if (status === undefined && !hasEnded(node)) unstated.push(node.index);
    else if (status !== undefined && activeStatuses.has(status)) active.push(node.index);
  }
  for (const node of nodesOf(graph, medicationTypes))
    if (isCurrentMedication(graph, node)) medications.push(node.index);
  return [
    { title: 'Allergies', none: 'Allergies: none recorded', members: highFirst(graph, latestOfEach(graph, allergies)) },
    { title: 'Active problems', members: latestOfEach(graph, active) },
    { title: 'Current medications', members: latestOfEach(graph, medications) },
    { title: 'Problems, status not recorded', members: latestOfEach(graph, unstated) },
  ];
}

/** Nodes of some types, by index. */
function nodesOf(graph: EpisodeGraph, types: readonly string[]): readonly GraphNode[] {
  const byType = nodesByType(graph);
  const indices = types.flatMap((type) => byType.get(type) ?? []);
  return indices.sort((a, b) => a - b).map((index) => graph.nodes[index] as GraphNode);
}

/** Allergies of high criticality first, each part in the order given: the one that must not be cut off. */
function highFirst(graph: EpisodeGraph, nodes: readonly number[]): number[] {
  const isHigh = (index: number): boolean => highCriticality.has(String(graph.nodes[index]?.resource.criticality));
  return [...nodes.filter(isHigh), ...nodes.filter((index) => !isHigh(index))];
}

/** The newest node of each concept, newest first, undated last; ties as given, which is by index. */
function latestOfEach(graph: EpisodeGraph, nodes: readonly number[]): number[] {
  const starts = Float64Array.from(nodes, (index) => effectiveTime(graph, index)?.startMs ?? Number.NEGATIVE_INFINITY);
  const seen = new Set<string>();
  const latest: number[] = [];
  for (const place of sortedDown(starts)) {
    const index = nodes[place] as number;
    const concept = graph.text(index).concept.toLowerCase();
    if (seen.has(concept)) continue;
    seen.add(concept);
    latest.push(index);
  }
  return latest;
}

/** A node's time, else its episode's. */
function effectiveTime(graph: EpisodeGraph, index: number): ClinicalTime | undefined {
  const node = graph.nodes[index];
  return node?.time ?? (node?.placement && graph.episodes[node.placement.episode]?.time);
}

/** Neither refuted nor entered in error, nor otherwise retracted. */
function isStanding(graph: EpisodeGraph, node: GraphNode): boolean {
  const verification = codeOf(node, 'verificationStatus', 'status');
  return !graph.text(node.index).retracted && verification !== 'refuted' && verification !== 'entered-in-error';
}

function hasEnded({ resource }: GraphNode): boolean {
  for (const element in resource) if (element.startsWith('abatement') && resource[element] !== false) return true;
  return false;
}

/** Active, and not over at *now*: neither the resource's period nor its dispense period has ended. */
function isCurrentMedication(graph: EpisodeGraph, node: GraphNode): boolean {
  if (codeOf(node, 'status') !== 'active' || graph.text(node.index).retracted) return false;
  if (
    node.type === 'MedicationStatement' &&
    node.time !== undefined &&
    node.time.endMs < graph.now.ms &&
    node.time.endText
  )
    return false;
  const validity = asObject(asObject(node.resource.dispenseRequest)?.validityPeriod);
  const end = asText(validity?.end);
  return end === undefined || end.slice(0, dayLength) >= graph.now.text.slice(0, dayLength);
}

/** The code of the first of these elements that is there: a code, or the first coding of a concept. */
function codeOf({ resource }: GraphNode, ...elements: readonly string[]): string | undefined {
  for (const element of elements) {
    const value = resource[element];
    const code =
      asText(value) ?? asText(asObject(asArray(asObject(value)?.coding)[0])?.code) ?? asText(asObject(value)?.text);
    if (code !== undefined) return code.toLowerCase();
  }
  return undefined;
}

/** `Patient p1 Jane Doe; female; born 1950-03-02; MRN 123`, or the key where the Patient is not loaded. */
function patientLine(graph: EpisodeGraph): string {
  const node = graph.patient === undefined ? undefined : graph.nodes[graph.patient];
  if (!node) return `Patient ${graph.record.patientKey} (not loaded)`;
  const { resource } = node;
  const deceased = asText(resource.deceasedDateTime) ?? (resource.deceasedBoolean === true ? 'yes' : undefined);
  const identifiers = asObjects(resource.identifier)
    .map((identifier) => asText(identifier.value))
    .filter((value) => value !== undefined && value !== resource.id && value.length <= longestIdentifier);
  const facts = [
    renderBody(graph, node.index),
    asText(resource.gender),
    asText(resource.birthDate) && `born ${asText(resource.birthDate)}`,
    deceased && `deceased ${deceased}`,
    ...[...new Set(identifiers)].slice(0, mostIdentifiers).map((value) => value && `id ${value}`),
  ];
  const said: string[] = [];
  for (const fact of facts) {
    const words = fact === undefined ? '' : oneLine(fact);
    if (words !== '' && !said.some((earlier) => ` ${earlier} `.includes(words.replace(/^(?:born|deceased|id) /, ''))))
      said.push(words);
  }
  return `Patient ${node.handle} ${said.join('; ')}`;
}

/** `c4 2010-03-01 Hypertension`: the day is enough here. */
function entryLine(graph: EpisodeGraph, index: number): string {
  const node = graph.nodes[index];
  const words = [
    node?.handle ?? '',
    effectiveTime(graph, index)?.text.slice(0, dayLength) ?? '',
    renderBody(graph, index),
  ];
  return cutLine(words.filter((word) => word !== '').join(' '), node?.handle ?? '');
}

/** One line on the whole: what is here, and when *now* is. */
export function recordLine(graph: EpisodeGraph): string {
  const { nodes, episodes, now } = graph;
  return `Record: ${plural(nodes.length, 'resource')} in ${plural(episodes.length, 'episode')}; now ${now.text.slice(0, dayLength)}`;
}

/** AllergyIntolerance.criticality: `high`, in DSTU2 `CRITH`. */
const highCriticality = new Set(['high', 'CRITH']);
const activeStatuses = new Set(['active', 'recurrence', 'relapse']);
const allergyTypes = ['AllergyIntolerance'];
const conditionTypes = ['Condition'];
const medicationTypes = ['MedicationRequest', 'MedicationStatement', 'MedicationOrder', 'MedicationUsage'];
const linesKnown = new WeakMap<PageLines, KnownLines>();
const groupsByGraph = new WeakMap<EpisodeGraph, readonly ReservedGroup[]>();
const mostIdentifiers = 2;
const longestIdentifier = 20;
const dayLength = 10;
