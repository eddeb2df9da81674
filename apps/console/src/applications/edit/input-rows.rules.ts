// The inputs of an application as rows of a form, and the JSON Schema that they make. Pure.
import { present } from '../../api/present.rules.ts';
import { entriesIn } from '../../form/entries.rules.ts';
import { fieldsOf, type Field, type Schema } from '../../form/fields.rules.ts';

/** What an input holds; `other` is a schema that a row cannot show, and stays as it is. */
export type InputKind = 'text' | 'words' | 'number' | 'whole' | 'choice' | 'switch' | 'other';

/** What can be chosen for an input. */
export const INPUT_KINDS = ['text', 'words', 'number', 'whole', 'choice', 'switch'] as const;

/** An input. */
export interface InputRow {
  /** Tells rows apart while their names are typed. */
  key: number;
  name: string;
  kind: InputKind;
  isRequired: boolean;
  description: string;
  /** The smallest number. */
  least?: number | undefined;
  /** The largest number, most characters of a text, or most words. */
  most?: number | undefined;
  /** What a choice offers, one a line. */
  choices: string;
  /** The schema that it began with: what no part of the row shows is kept as long as the kind is the same. */
  schema: Schema;
}

/** Keywords that a row shows, which it alone decides. */
const SHOWN = {
  text: ['maxLength'],
  words: ['maxItems'],
  number: ['minimum', 'maximum'],
  whole: ['minimum', 'maximum'],
  choice: ['enum'],
  switch: [],
  other: [],
} as const satisfies Record<InputKind, readonly string[]>;

/** The rows of a schema of inputs. */
export function rowsOf(schema: Schema): InputRow[] {
  const properties = (schema.properties ?? {}) as Record<string, unknown>;
  return fieldsOf(schema).map((field, key) => rowOf(field, properties[field.name], key));
}

function rowOf(field: Field, property: unknown, key: number): InputRow {
  const schema = (typeof property === 'object' ? property : {}) as Schema;
  const { name, isRequired, least, description = '' } = field;
  const kind = kindOf(field, schema);
  const most: Partial<Record<InputKind, number | undefined>> = {
    text: field.maxLength,
    words: field.maxItems,
    number: field.most,
    whole: field.most,
  };
  return {
    key,
    name,
    kind,
    isRequired,
    description,
    schema,
    least: isNumber(kind) ? least : undefined,
    most: most[kind],
    choices: kind === 'choice' ? field.choices.map(choiceText).join('\n') : '',
  };
}

function kindOf({ kind, isWhole }: Field, schema: Schema): InputKind {
  if (kind === 'json' || '$ref' in schema || 'const' in schema) return 'other';
  return kind === 'number' && isWhole ? 'whole' : kind;
}

/** The schema of these inputs. All else is kept from `base`, the schema that they began with. */
export function schemaOf(rows: readonly InputRow[], base: Schema): Schema {
  const { properties: _properties, required: _required, ...rest } = base;
  const named = rows.filter(({ name }) => name.trim() !== '');
  const required = named.filter(({ isRequired }) => isRequired).map(({ name }) => name.trim());
  return present({
    ...rest,
    type: 'object',
    properties: Object.fromEntries(named.map((row) => [row.name.trim(), propertyOf(row)])),
    required: required.length > 0 ? required : undefined,
  });
}

function propertyOf(row: InputRow): Schema {
  const { kind, schema, least, most } = row;
  const description = row.description.trim();
  const shown: readonly string[] = ['description', ...SHOWN[kind]];
  const kept = Object.entries(schema).filter(([keyword]) => !shown.includes(keyword));
  const base = kindOfSchema(schema) === kind ? Object.fromEntries(kept) : typeOf(kind);
  const decided = present({
    description: description || undefined,
    enum: kind === 'choice' ? valuesOf(row) : undefined,
    minimum: isNumber(kind) ? least : undefined,
    maximum: isNumber(kind) ? most : undefined,
    maxLength: kind === 'text' ? most : undefined,
    maxItems: kind === 'words' ? most : undefined,
  });
  return { ...base, ...decided };
}

function isNumber(kind: InputKind): boolean {
  return kind === 'number' || kind === 'whole';
}

function kindOfSchema(schema: Schema): InputKind | undefined {
  const [field] = fieldsOf({ properties: { it: schema } });
  return field && kindOf(field, schema);
}

function typeOf(kind: InputKind): Schema {
  switch (kind) {
    case 'words':
      return { type: 'array', items: { type: 'string' } };
    case 'whole':
      return { type: 'integer' };
    case 'number':
      return { type: 'number' };
    case 'switch':
      return { type: 'boolean' };
    case 'text':
    case 'choice':
    case 'other':
      return { type: 'string' };
  }
}

/** Choices that are no texts stay what they were. */
function valuesOf({ choices, schema }: InputRow): unknown[] {
  const known = Array.isArray(schema.enum) ? (schema.enum as unknown[]) : [];
  return entriesIn(choices).map((text) => known.find((value) => choiceText(value) === text) ?? text);
}

function choiceText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A row for a new input. */
export function newRow(rows: readonly InputRow[]): InputRow {
  const key = Math.max(-1, ...rows.map((row) => row.key)) + 1;
  return { key, name: '', kind: 'text', isRequired: false, description: '', choices: '', schema: {} };
}

/** What can be seen to be wrong in a row without asking the API. */
export function rowFault(
  row: InputRow,
  rows: readonly InputRow[],
): 'noName' | 'twice' | 'reserved' | 'noChoice' | undefined {
  const name = row.name.trim();
  if (name === '') return 'noName';
  if (name === 'productId') return 'reserved';
  if (rows.some((other) => other.key !== row.key && other.name.trim() === name)) return 'twice';
  return row.kind === 'choice' && entriesIn(row.choices).length === 0 ? 'noChoice' : undefined;
}
