// Reads the fields of a form out of a JSON Schema. Pure.
import { present } from '../api/present.rules.ts';

/** A JSON Schema, or a part of one. */
export type Schema = Record<string, unknown>;

/** How a field is asked for; `json` is what none of the others can hold. */
export type FieldKind = 'text' | 'number' | 'choice' | 'switch' | 'words' | 'json';

/** One field of a form. */
export interface Field {
  name: string;
  kind: FieldKind;
  /** For people: the title of the schema, else the name as words. */
  label: string;
  description?: string;
  isRequired: boolean;
  /** The value that holds when nothing is sent. */
  default?: unknown;
  /** What a choice offers. */
  choices: unknown[];
  /** True for whole numbers only. */
  isWhole: boolean;
  least?: number;
  most?: number;
  /** Most characters of a text, or of each word. */
  maxLength?: number;
  /** Most words. */
  maxItems?: number;
}

/** The fields of a schema of an object, in the order of the schema. */
export function fieldsOf(schema: Schema): Field[] {
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(isSchema(schema.properties) ? schema.properties : {}).map(([name, property]) =>
    fieldOf(name, resolved(property, schema), required.includes(name)),
  );
}

function fieldOf(name: string, schema: Schema, isRequired: boolean): Field {
  const kind = kindOf(schema);
  const items = isSchema(schema.items) ? schema.items : {};
  return present({
    name,
    kind,
    label: ifText(schema.title) ?? readableName(name),
    isRequired,
    choices: kind === 'choice' ? choicesOf(schema) : [],
    isWhole: schema.type === 'integer',
    description: ifText(schema.description),
    default: schema.default,
    least: ifNumber(schema.minimum),
    most: ifNumber(schema.maximum),
    maxLength: ifNumber((kind === 'words' ? items : schema).maxLength),
    maxItems: ifNumber(schema.maxItems),
  });
}

function kindOf(schema: Schema): FieldKind {
  if (choicesOf(schema).length > 0) return 'choice';
  switch (schema.type) {
    case 'string':
      return 'text';
    case 'number':
    case 'integer':
      return 'number';
    case 'boolean':
      return 'switch';
    case 'array':
      return isSchema(schema.items) && schema.items.type === 'string' ? 'words' : 'json';
    default:
      return 'json';
  }
}

function choicesOf({ enum: values, const: only }: Schema): unknown[] {
  if (Array.isArray(values)) return values as unknown[];
  return only === undefined ? [] : [only];
}

/** A property itself, or the definition that it refers to: one step, as `#/$defs/<name>`. */
function resolved(property: unknown, root: Schema): Schema {
  if (!isSchema(property)) return {};
  const name = /^#\/\$defs\/([^/]+)$/.exec(ifText(property.$ref) ?? '')?.[1];
  const definitions = isSchema(root.$defs) ? root.$defs : {};
  const definition = name === undefined ? undefined : definitions[name];
  return isSchema(definition) ? { ...definition, ...property } : property;
}

/** `productType` as "Product type". */
function readableName(name: string): string {
  const words = name
    .replace(/[_-]+/g, ' ')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function ifText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function ifNumber(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
