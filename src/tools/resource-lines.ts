// A resource as readable lines: no boilerplate, clinical text whole, references with the names of what they lead to.
import { attachmentText } from '../fhir/note.ts';
import { eachReference } from '../fhir/reference.ts';
import { asText, isObject, type JsonObject } from '../fhir/resource.ts';
import type { EpisodeGraph, Link } from '../graph/episode-graph.ts';

/** Lines of a resource, or of one element of it, in element order, indented by depth. */
export function resourceLines(graph: EpisodeGraph, index: number, element?: unknown): readonly string[] {
  const node = graph.nodes[index];
  if (node === undefined) return [];
  const writer: Writer = { graph, links: linksByReference(graph, index), lines: [] };
  if (element !== undefined) writeValue(writer, 'value', element, 0);
  else for (const [name, value] of Object.entries(node.resource)) writeElement(writer, name, value);
  return writer.lines;
}

interface Writer {
  readonly graph: EpisodeGraph;
  readonly links: ReadonlyMap<JsonObject, Link>;
  readonly lines: string[];
}

function writeElement(writer: Writer, name: string, value: unknown): void {
  if (boilerplate.has(name)) return;
  if (name === 'meta') {
    if (isObject(value) && value.security !== undefined) writeValue(writer, 'security', value.security, 0);
    return;
  }
  if (name === 'contained') {
    const ids = (Array.isArray(value) ? value : [])
      .filter(isObject)
      .map((each) => `${asText(each.resourceType)} #${asText(each.id)}`);
    writer.lines.push(`contained: ${ids.join(', ')}`);
    return;
  }
  writeValue(writer, name, value, 0);
}

function writeValue(writer: Writer, name: string, value: unknown, depth: number): void {
  if (value === undefined || value === null) return;
  const indent = '  '.repeat(depth);
  if (Array.isArray(value)) {
    const phrases = value.map((each) => phraseOf(writer, each));
    if (phrases.every((phrase) => phrase !== undefined && !phrase.includes('\n') && phrase.length < longestListed)) {
      writer.lines.push(`${indent}${name}: ${phrases.join('; ')}`);
      return;
    }
    for (const [at, each] of value.entries()) {
      writeValue(writer, value.length === 1 ? name : `${name}[${at}]`, each, depth);
    }
    return;
  }
  const phrase = phraseOf(writer, value);
  if (phrase !== undefined) {
    const [first = '', ...rest] = phrase.split('\n');
    writer.lines.push(`${indent}${name}: ${first}`, ...rest.map((line) => `${indent}  ${line}`));
    return;
  }
  if (!isObject(value)) return;
  if (typeof value.url === 'string' && Object.keys(value).length > 1) {
    const { url, ...rest } = value;
    const [choice, second] = Object.values(rest);
    writeValue(writer, urlTail(url), second === undefined ? choice : rest, depth);
    return;
  }
  writer.lines.push(`${indent}${name}:`);
  for (const [inner, each] of Object.entries(value)) {
    if (inner !== 'id') writeValue(writer, inner, each, depth + 1);
  }
}

/** A value that can be said in one phrase; `undefined` for one that needs lines of its own. */
function phraseOf(writer: Writer, value: unknown): string | undefined {
  if (typeof value === 'string') return value.trim();
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (!isObject(value)) return undefined;
  if (value.extension !== undefined || value.modifierExtension !== undefined) return undefined;
  const names = Object.keys(value).filter((name) => name !== 'id' && name !== 'userSelected' && name !== 'version');
  const only = (...allowed: readonly string[]) => names.length > 0 && names.every((name) => allowed.includes(name));
  if (typeof value.data === 'string') return attachmentText(value) || undefined;
  if (only('reference', 'display', 'type', 'identifier') && (names.includes('reference') || names.includes('type')))
    return referencePhrase(writer, value);
  if (only('coding', 'text')) return conceptPhrase(value);
  if (only('system', 'code', 'display')) return codingPhrase(value);
  if (only('value', 'unit', 'system', 'code', 'comparator') && typeof value.value !== 'string')
    return quantityPhrase(value);
  if (only('system', 'value', 'use', 'type')) return identifierPhrase(value);
  if (only('start', 'end')) return `${asText(value.start) ?? '…'} → ${asText(value.end) ?? '…'}`;
  return undefined;
}

function referencePhrase(writer: Writer, reference: JsonObject): string {
  const written = asText(reference.reference) ?? asText(reference.display) ?? '';
  const link = writer.links.get(reference);
  const target = link?.to === undefined ? undefined : writer.graph.nodes[link.to];
  if (target !== undefined) return `→ ${target.handle} ${target.key} "${writer.graph.text(target.index).concept}"`;
  const display = asText(reference.display);
  return `→ ${written}${display === undefined || display === written ? '' : ` "${display}"`} (not in this record)`;
}

function conceptPhrase(concept: JsonObject): string {
  const codings = (Array.isArray(concept.coding) ? concept.coding : []).filter(isObject).map(codingPhrase);
  const text = asText(concept.text);
  if (text === undefined) return codings.join('; ');
  if (codings.length === 0) return text;
  return codings[0]?.startsWith(text) ? codings.join('; ') : `${text} [${codings.join('; ')}]`;
}

function codingPhrase(coding: JsonObject): string {
  const display = asText(coding.display);
  const code = asText(coding.code);
  const system = asText(coding.system);
  const name = display ?? code ?? '';
  const detail = [display === undefined || display === code ? undefined : code, system].filter(
    (each) => each !== undefined,
  );
  return detail.length === 0 ? name : `${name} (${detail.join(', ')})`;
}

function quantityPhrase(quantity: JsonObject): string {
  const unit = asText(quantity.unit) ?? asText(quantity.code) ?? '';
  return `${asText(quantity.comparator) ?? ''}${String(quantity.value ?? 'no value')} ${unit}`.trim();
}

function identifierPhrase(identifier: JsonObject): string {
  const system = asText(identifier.system);
  const type = isObject(identifier.type) ? conceptPhrase(identifier.type) : undefined;
  const detail = [asText(identifier.use), type, system].filter((each) => each !== undefined && each !== '');
  return `${asText(identifier.value) ?? ''}${detail.length === 0 ? '' : ` (${detail.join(', ')})`}`;
}

/** Each reference of the node with its link: the n-th reference of a path is the n-th link of that label. */
function linksByReference(graph: EpisodeGraph, index: number): ReadonlyMap<JsonObject, Link> {
  const byLabel = new Map<string, Link[]>();
  for (const link of graph.linksFrom(index)) {
    const list = byLabel.get(link.label);
    if (list === undefined) byLabel.set(link.label, [link]);
    else list.push(link);
  }
  const links = new Map<JsonObject, Link>();
  const seen = new Map<string, number>();
  const resource = graph.nodes[index]?.resource;
  if (resource === undefined) return links;
  eachReference(resource, (reference, path) => {
    const at = seen.get(path) ?? 0;
    seen.set(path, at + 1);
    const link = byLabel.get(path)?.[at];
    if (link !== undefined) links.set(reference, link);
  });
  return links;
}

function urlTail(url: string): string {
  return url.slice(Math.max(url.lastIndexOf('/'), url.lastIndexOf(':'), url.lastIndexOf('#')) + 1) || url;
}

/** Elements that say nothing about the patient; the narrative repeats what the elements say, or stands in the note. */
const boilerplate: ReadonlySet<string> = new Set(['resourceType', 'id', 'implicitRules', 'language', 'text']);
const longestListed = 160;
