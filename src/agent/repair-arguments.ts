// Tool calls as models write them, brought to the shape the tool asks for where the meaning is plain.

/** The part of a JSON schema that says what an argument should be. */
export interface ArgumentSchema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, ArgumentSchema>>;
  readonly items?: ArgumentSchema;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly ArgumentSchema[];
}

/** The name among `known` that `name` means: same letters without case, blanks and signs. */
export function matchName(name: string, known: readonly string[]): string | undefined {
  const wanted = plain(name);
  return known.find((candidate) => candidate === name) ?? known.find((candidate) => plain(candidate) === wanted);
}

/**
 * Arguments with numbers, booleans, lists and objects that came as strings read as what they say, lone values put
 * into lists, names and listed words in the tool's own spelling. What stays odd is left for the tool to refuse.
 */
export function repairArguments(args: unknown, schema: ArgumentSchema): unknown {
  const opened = typeof args === 'string' ? readJson(args) : args;
  return repairValue(opened ?? {}, schema);
}

function repairValue(value: unknown, schema: ArgumentSchema): unknown {
  const types = typesOf(schema);
  if (typeof value === 'string') return repairString(value, schema, types);
  if (Array.isArray(value)) return types.has('array') ? value.map((item) => repairValue(item, itemsOf(schema))) : value;
  if (typeof value === 'number' && types.has('string') && !types.has('number') && !types.has('integer'))
    return String(value);
  if (typeof value === 'object' && value !== null) return types.has('object') ? repairObject(value, schema) : value;
  return types.has('array') && value !== null && value !== undefined ? [value] : value;
}

function repairString(value: string, schema: ArgumentSchema, types: ReadonlySet<string>): unknown {
  const listed = enumOf(schema);
  if (listed.length > 0) {
    const word = matchName(
      value,
      listed.filter((item): item is string => typeof item === 'string'),
    );
    return word ?? value;
  }
  if (types.has('string') || types.size === 0) return value;
  const text = value.trim();
  if ((types.has('number') || types.has('integer')) && /^[-+]?\d+(\.\d+)?$/.test(text)) return Number(text);
  if (types.has('boolean') && /^(true|false)$/i.test(text)) return text.toLowerCase() === 'true';
  if (types.has('array')) {
    const list = text.startsWith('[') ? readJson(text) : undefined;
    return Array.isArray(list)
      ? list.map((item) => repairValue(item, itemsOf(schema)))
      : [repairValue(value, itemsOf(schema))];
  }
  if (types.has('object') && text.startsWith('{')) return repairValue(readJson(text) ?? value, schema);
  return value;
}

function repairObject(value: object, schema: ArgumentSchema): unknown {
  const properties = propertiesOf(schema);
  const known = Object.keys(properties);
  const entries = Object.entries(value).flatMap(([name, item]): [string, unknown][] => {
    if (item === null) return [];
    const own = matchName(name, known);
    return [[own ?? name, own === undefined ? item : repairValue(item, properties[own] ?? {})]];
  });
  return Object.fromEntries(entries);
}

function branches(schema: ArgumentSchema): readonly ArgumentSchema[] {
  return [schema, ...(schema.anyOf ?? []).flatMap(branches)];
}

function typesOf(schema: ArgumentSchema): ReadonlySet<string> {
  return new Set(branches(schema).flatMap((branch) => branch.type ?? []));
}

function enumOf(schema: ArgumentSchema): readonly unknown[] {
  return branches(schema).flatMap((branch) => branch.enum ?? []);
}

function itemsOf(schema: ArgumentSchema): ArgumentSchema {
  return branches(schema).find((branch) => branch.items !== undefined)?.items ?? {};
}

function propertiesOf(schema: ArgumentSchema): Readonly<Record<string, ArgumentSchema>> {
  return Object.assign({}, ...branches(schema).map((branch) => branch.properties ?? {}));
}

/** JSON, with fences, trailing commas and Python's constants forgiven; `undefined` when it still is none. */
export function readJson(text: string): unknown {
  const bare = text.trim().replace(/^```\w*\s*|\s*```$/g, '');
  const forgiven = bare.replace(/,(\s*[}\]])/g, '$1');
  const renamed = forgiven
    .replace(/\bNone\b/g, 'null')
    .replace(/\bTrue\b/g, 'true')
    .replace(/\bFalse\b/g, 'false');
  for (const variant of [bare, forgiven, renamed, renamed.replaceAll("'", '"')]) {
    try {
      return JSON.parse(variant);
    } catch {
      // Try the next reading; the message would quote the text, so it is dropped.
    }
  }
  return undefined;
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}
