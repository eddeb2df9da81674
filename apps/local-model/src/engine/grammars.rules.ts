// Translates a JSON schema to the form from which node-llama-cpp 3.21 makes a grammar. It only loosens: who asked checks the answer.

/** Largest bound of a length that is kept: a grammar repeats a rule as often as a bound says, and each repetition costs time. */
const MAX_REPEATS = 400;

type Schema = Readonly<Record<string, unknown>>;

/** Stands for a schema that allows everything. */
const ANYTHING: Schema = {
  oneOf: ['string', 'number', 'boolean', 'null', 'array', 'object'].map((type) => ({ type })),
};

/** The schema with `oneOf` for all choices, `$defs` for all definitions, and bounds that a grammar bears. */
export function grammarSchema(schema: unknown): Schema {
  if (!isObject(schema)) return ANYTHING;
  const { anyOf, oneOf = anyOf, definitions, $defs = definitions, ...given } = schema;
  const form = formOf(oneOf, merged(given));
  return isObject($defs) ? { ...form, $defs: mapValues($defs) } : form;
}

function formOf(choices: unknown, schema: Schema): Schema {
  if (Array.isArray(choices)) return { oneOf: choices.map(grammarSchema) };
  if ('$ref' in schema) return { $ref: String(schema['$ref']).replace('#/definitions/', '#/$defs/') };
  if ('const' in schema) return { const: schema['const'] };
  if (Array.isArray(schema['enum'])) return { enum: schema['enum'] };
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

/** What all parts of a schema say. */
function merged({ allOf, ...schema }: Schema): Schema {
  return Array.isArray(allOf) ? (Object.assign({}, schema, ...(allOf as Schema[])) as Schema) : schema;
}

/** In a grammar every property must be there: one that may be absent is written as well. */
function object({ properties, additionalProperties = properties === undefined }: Schema): Schema {
  const named = isObject(properties) ? { properties: mapValues(properties) } : {};
  const isFree = isObject(additionalProperties) || additionalProperties === true;
  return { type: 'object', ...named, ...(isFree && { additionalProperties: true }) };
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
