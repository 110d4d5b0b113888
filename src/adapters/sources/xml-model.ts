// What each version of FHIR says of an element: its type and whether it repeats; the models ship with fhirpath.js.

/** Answers about the elements of one version. */
export interface FhirModel {
  isType(name: string): boolean;
  /** An element by the path of its parent (`Patient`, `Patient.contact`, `HumanName`) and its name in JSON and XML. */
  element(parentPath: string, name: string): ModelElement | undefined;
  /** The JSON value of a primitive's text. */
  primitive(text: string, type: string | undefined): string | number | boolean;
}

export interface ModelElement {
  readonly type: string;
  readonly isPrimitive: boolean;
  readonly repeats: boolean;
  /** Path under which its own elements are described. */
  readonly childPath: string;
}

/** The models of R4, R5, STU3 and DSTU2, in order of preference. Loaded when first asked for: some 2 MB. */
export async function loadModels(): Promise<readonly FhirModel[]> {
  const [r4, r5, stu3, dstu2] = await Promise.all([
    import('fhirpath/fhir-context/r4'),
    import('fhirpath/fhir-context/r5'),
    import('fhirpath/fhir-context/stu3'),
    import('fhirpath/fhir-context/dstu2'),
  ]);
  return [r4, r5, stu3, dstu2].map((module) => createModel(module.default as unknown as ModelTables));
}

/** The tables of fhirpath.js that are read here. */
interface ModelTables {
  readonly choiceTypePaths: Readonly<Record<string, readonly string[]>>;
  readonly pathsDefinedElsewhere: Readonly<Record<string, string>>;
  readonly type2Parent: Readonly<Record<string, string>>;
  readonly path2Type: Readonly<Record<string, string | { readonly code: string }>>;
  readonly path2Repeating: Readonly<Record<string, boolean>>;
}

function createModel(tables: ModelTables): FhirModel {
  const typeAt = (path: string): string | undefined => {
    const written = tables.path2Type[path];
    return typeof written === 'object' ? written.code : written;
  };

  function element(parentPath: string, name: string): ModelElement | undefined {
    // A type's own elements, then those of the types it is made from.
    for (let path: string | undefined = parentPath; path !== undefined && path !== ''; path = parentOf(path, tables)) {
      const own = `${path}.${name}`;
      const type = typeAt(own) ?? choiceType(path, name, tables);
      if (type !== undefined) return describe(own, type);
      const elsewhere: string | undefined = tables.pathsDefinedElsewhere[own];
      if (elsewhere !== undefined) return describe(elsewhere, typeAt(elsewhere) ?? 'BackboneElement', own);
    }
    return undefined;
  }

  function describe(path: string, type: string, own = path): ModelElement {
    const isPart = type === 'BackboneElement' || type === 'Element';
    return {
      type,
      isPrimitive: /^(System\.|[a-z])/.test(type) && type !== 'xhtml',
      repeats: tables.path2Repeating[own] === true || tables.path2Repeating[path] === true,
      childPath: isPart ? path : type,
    };
  }

  return { isType: (name) => tables.type2Parent[name] !== undefined, element, primitive: toPrimitive };
}

/** `HumanName` → `Element`; a part such as `Patient.contact` → `BackboneElement`. */
function parentOf(path: string, tables: ModelTables): string | undefined {
  if (path.includes('.')) return 'BackboneElement';
  // The roots differ by version (R5 puts Base above both): the walk ends at either.
  if (path === 'Element' || path === 'Resource' || path === 'Base') return undefined;
  return tables.type2Parent[path] ?? 'Element';
}

/** The type of a choice element by its full name: `valueQuantity` at `Observation` is `value` as Quantity. */
function choiceType(path: string, name: string, tables: ModelTables): string | undefined {
  for (let cut = name.length - 1; cut > 0; cut--) {
    if (!/[A-Z]/.test(name[cut] ?? '')) continue;
    const types = tables.choiceTypePaths[`${path}.${name.slice(0, cut)}`];
    const suffix = name.slice(cut);
    const found = types?.find((type) => type.toLowerCase() === suffix.toLowerCase());
    if (found !== undefined) return primitiveTypes.has(found) ? `${found[0]?.toLowerCase()}${found.slice(1)}` : found;
  }
  return undefined;
}

function toPrimitive(text: string, type: string | undefined): string | number | boolean {
  if (type === 'boolean' || type === 'System.Boolean') return text === 'true' ? true : text === 'false' ? false : text;
  if (type === undefined || !numericTypes.has(type)) return text;
  const number = Number(text);
  return text.trim() === '' || Number.isNaN(number) ? text : number;
}

const numericTypes = new Set(['integer', 'decimal', 'positiveInt', 'unsignedInt', 'System.Integer', 'System.Decimal']);
const primitiveTypes = new Set(
  'Base64Binary Boolean Canonical Code Date DateTime Decimal Id Instant Integer Integer64 Markdown Oid PositiveInt String Time UnsignedInt Uri Url Uuid'.split(
    ' ',
  ),
);
