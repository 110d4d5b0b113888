// FHIR in XML to the JSON that the rest of the project reads, by the per-version models of fhirpath.js.
import { XMLParser } from 'fast-xml-parser';
import { HopperError } from '../../errors.ts';
import { type FhirModel, loadModels } from './xml-model.ts';

/**
 * Parse a FHIR XML document (resource or Bundle of any version) to its JSON form. Entities beyond XML's own five, document
 * types and anything external are refused, not read.
 *
 * Source: FHIR R4 xml.html, json.html#xml.
 *
 * @returns `undefined` when the XML is not FHIR
 * @throws `invalid-input` with the place where the XML breaks, or when it holds a document type
 */
export async function parseFhirXml(text: string, name: string): Promise<unknown> {
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) {
    throw new HopperError(
      'invalid-input',
      `${name} is XML with a document type (<!DOCTYPE …>); entities are refused: give it without one.`,
    );
  }
  const root = parseXml(text, name);
  if (root === undefined) return undefined;
  const models = await loadModels();
  if (!models.some((model) => model.isType(root.name))) return undefined;
  const counted = models.map((model) => ({ model, misfits: countMisfits(root, model) }));
  const best = counted.reduce((least, one) => (one.misfits < least.misfits ? one : least));
  return convertResource(root, best.model);
}

/** An XML element as it stands in order. */
interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** Inner markup of an xhtml `div`, as written. */
  readonly markup: string;
}

const attributesKey = ':@';
const deepestXml = 200;

function parseXml(text: string, name: string): XmlElement | undefined {
  const parser = new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: '',
    parseTagValue: false,
    parseAttributeValue: false,
    trimValues: false,
    ignorePiTags: true,
    ignoreDeclaration: true,
    removeNSPrefix: true,
    stopNodes: ['*.div'],
    maxNestedTags: deepestXml,
  });
  let parsed: unknown;
  try {
    parsed = parser.parse(text, true);
  } catch (error) {
    throw new HopperError(
      'invalid-input',
      `Expected well-formed FHIR XML in ${name}, found a break${placeOf(error)}.`,
      { cause: error },
    );
  }
  return Array.isArray(parsed) ? parsed.flatMap((item) => readElement(item) ?? [])[0] : undefined;
}

/** The parser says where in its message; only the numbers are taken from it. */
function placeOf(error: unknown): string {
  const match = error instanceof Error ? /:(\d+):(\d+)$|line (\d+)/i.exec(error.message) : null;
  const line = match?.[1] ?? match?.[3];
  return line === undefined ? '' : ` at line ${line}${match?.[2] === undefined ? '' : `, column ${match[2]}`}`;
}

function readElement(item: unknown): XmlElement | undefined {
  if (typeof item !== 'object' || item === null) return undefined;
  const entry = Object.entries(item).find(([key]) => key !== attributesKey);
  if (entry === undefined || entry[0] === '#text' || !Array.isArray(entry[1])) return undefined;
  const [name, content] = entry;
  const attributes = (item as Record<string, Record<string, string> | undefined>)[attributesKey] ?? {};
  if (name === 'div') return { name, attributes, children: [], markup: textOf(content) };
  return { name, attributes, children: content.flatMap((child) => readElement(child) ?? []), markup: '' };
}

function textOf(content: readonly unknown[]): string {
  return content
    .map((child) => (typeof child === 'object' && child !== null && '#text' in child ? String(child['#text']) : ''))
    .join('');
}

/** How many elements a model doesn't know: the version that knows most is the one the document was written in. */
function countMisfits(root: XmlElement, model: FhirModel): number {
  let misfits = 0;
  const visit = (element: XmlElement, path: string): void => {
    for (const child of element.children) {
      if (/^[A-Z]/.test(child.name)) {
        if (!model.isType(child.name)) misfits++;
        visit(child, child.name);
        continue;
      }
      const found = model.element(path, child.name);
      if (found === undefined) misfits++;
      visit(child, found?.childPath ?? '');
    }
  };
  if (!model.isType(root.name)) misfits++;
  visit(root, root.name);
  return misfits;
}

function convertResource(element: XmlElement, model: FhirModel): Record<string, unknown> {
  return { resourceType: element.name, ...convertChildren(element, element.name, model) };
}

/** Members of an object: children by name, in the order they first stand. */
function convertChildren(element: XmlElement, path: string, model: FhirModel): Record<string, unknown> {
  const members = new Map<string, XmlElement[]>();
  for (const child of element.children) {
    const known = members.get(child.name);
    if (known === undefined) members.set(child.name, [child]);
    else known.push(child);
  }
  const entries: [string, unknown][] = [];
  for (const [name, attribute] of Object.entries(element.attributes)) {
    if (name === 'id' || name === 'url') entries.push([name, attribute]);
  }
  for (const [name, children] of members) entries.push(...convertMember(name, children, path, model));
  return Object.fromEntries(entries);
}

/** One member, and `_name` beside it when a primitive carries an id or extensions. */
function convertMember(
  name: string,
  children: readonly XmlElement[],
  path: string,
  model: FhirModel,
): [string, unknown][] {
  const found = model.element(path, name);
  const repeats = found?.repeats ?? children.length > 1;
  if (found === undefined ? children.every(isPrimitive) : found.isPrimitive) {
    const values = children.map((child) =>
      child.attributes.value === undefined ? null : model.primitive(child.attributes.value, found?.type),
    );
    const extras = children.map((child) => extrasOf(child, model));
    const entries: [string, unknown][] = [];
    if (values.some((value) => value !== null)) entries.push([name, repeats ? values : values[0]]);
    if (extras.some((extra) => extra !== null)) entries.push([`_${name}`, repeats ? extras : extras[0]]);
    return entries;
  }
  const converted = children.map((child) => convertComplex(child, found?.childPath ?? '', model));
  return [[name, repeats ? converted : converted[0]]];
}

function isPrimitive(element: XmlElement): boolean {
  return element.attributes.value !== undefined && element.children.every((child) => child.name === 'extension');
}

function extrasOf(element: XmlElement, model: FhirModel): Record<string, unknown> | null {
  const { id } = element.attributes;
  if (id === undefined && element.children.length === 0) return null;
  return convertChildren({ ...element, attributes: id === undefined ? {} : { id } }, 'Element', model);
}

function convertComplex(element: XmlElement, childPath: string, model: FhirModel): unknown {
  if (element.name === 'div') return `<div xmlns="http://www.w3.org/1999/xhtml">${element.markup}</div>`;
  const [only] = element.children;
  // `resource`, `contained`: one element named after its type.
  if (only !== undefined && element.children.length === 1 && /^[A-Z]/.test(only.name))
    return convertResource(only, model);
  return convertChildren(element, childPath, model);
}
