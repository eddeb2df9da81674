// Translates a JSON schema to the form from which node-llama-cpp 3.21 makes a grammar. It only loosens: who asked checks the answer.

/** Largest bound of a length that is kept: a grammar repeats a rule as often as a bound says, and each repetition costs time. */
const MAX_REPEATS = 400;

type Schema = Readonly<Record<string, unknown>>;

/** Stands for a schema that allows everything. */
const ANYTHING: Schema = {
  oneOf: [
    ...['string', 'number', 'boolean', 'null', 'array'].map((type) => ({ type })),
    { type: 'object', additionalProperties: true },
  ],
};

/** The schema with `oneOf` for all choices, `$defs` for all definitions, and bounds that a grammar bears. */
export function grammarSchema(schema: unknown): Schema {
  if (!isObject(schema)) return ANYTHING;
  const { definitions, $defs = definitions, ...given } = schema;
  const form = formOf(partsOf(given));
  return isObject($defs) ? { ...form, $defs: mapValues($defs) } : form;
}

/** The schemas that hold at once: one without its `allOf`, and those of its `allOf`. */
function partsOf(schema: unknown): Schema[] {
  if (!isObject(schema)) return [];
  const { allOf, ...own } = schema;
  return [own, ...(Array.isArray(allOf) ? allOf.flatMap(partsOf) : [])];
}

/**
 * A grammar has no "and". Choices or a reference beside properties, or beside each other, are left out, and an object stays open
 * for the properties that they may require.
 */
function formOf(parts: readonly Schema[]): Schema {
  const own = joined(parts);
  const others = parts.flatMap(({ anyOf, oneOf, $ref }) => [anyOf, oneOf, $ref].filter(Boolean));
  if (others.length === 0) return simpleForm(own);
  if (others.length > 1 || 'properties' in own) return simpleForm({ additionalProperties: true, ...own });
  const other = others[0];
  if (!Array.isArray(other)) return { $ref: String(other).replace('#/definitions/', '#/$defs/') };
  return { oneOf: other.map((choice) => grammarSchema({ allOf: [choice, { required: own['required'] }] })) };
}

/** What the parts say together, without their choices and references. */
function joined(parts: readonly Schema[]): Schema {
  const valuesOf = (name: string): unknown[] => parts.flatMap((part) => (name in part ? [part[name]] : []));
  const properties = valuesOf('properties').flatMap((one) => Object.entries(Object(one) as Schema));
  const named = Map.groupBy(properties, ([name]) => name);
  const items = valuesOf('items');
  return {
    ...(Object.assign({}, ...parts) as Schema),
    required: valuesOf('required').flat(),
    ...(items.length > 0 && { items: together(items) }),
    ...(named.size > 0 && {
      properties: Object.fromEntries(
        Array.from(named, ([name, all]) => [name, together(all.map(([, one]) => one))]),
      ),
    }),
  };
}

const together = (schemas: unknown[]): unknown => (schemas.length === 1 ? schemas[0] : { allOf: schemas });

function simpleForm(schema: Schema): Schema {
  if ('const' in schema) return { const: schema['const'] };
  if (Array.isArray(schema['enum'])) return { enum: schema['enum'] };
  if (Array.isArray(schema['type']))
    return { oneOf: schema['type'].map((type) => simpleForm({ ...schema, type })) };
  switch (schema['type']) {
    case undefined:
      return 'properties' in schema ? object(schema) : ANYTHING;
    case 'object':
      return object(schema);
    case 'array':
      return array(schema);
    case 'string':
      return text(schema);
    default:
      return { type: schema['type'] };
  }
}

/** In a grammar every property must be there: one that may be absent is written as well. What is only required may be anything. */
function object({ properties, required, additionalProperties = properties === undefined }: Schema): Schema {
  const own = properties as Schema | undefined;
  const unnamed = (required as string[]).filter((name) => !Object.hasOwn(own ?? {}, name));
  const all = { ...own, ...Object.fromEntries(unnamed.map((name) => [name, true])) };
  const isFree = isObject(additionalProperties) || additionalProperties === true;
  return { type: 'object', properties: mapValues(all), ...(isFree && { additionalProperties: true }) };
}

function array({ items, prefixItems, minItems, maxItems }: Schema): Schema {
  return {
    type: 'array',
    ...(items !== undefined && { items: grammarSchema(items) }),
    ...(Array.isArray(prefixItems) && { prefixItems: prefixItems.map(grammarSchema) }),
    ...bound('minItems', minItems),
    ...bound('maxItems', maxItems),
  };
}

function text({ format, minLength, maxLength }: Schema): Schema {
  if (format === 'date' || format === 'time' || format === 'date-time') return { type: 'string', format };
  return { type: 'string', ...bound('minLength', minLength), ...bound('maxLength', maxLength) };
}

function bound(name: string, value: unknown): Schema {
  return typeof value === 'number' && value <= MAX_REPEATS ? { [name]: value } : {};
}

function mapValues(schemas: Schema): Schema {
  return Object.fromEntries(Object.entries(schemas).map(([name, one]) => [name, grammarSchema(one)]));
}

function isObject(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
