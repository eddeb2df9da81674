// The echo model: writes what is asked for, in shape and length, with nothing but words of the prompt.
import { textOf, type ChatRequest, type Message } from './completions.rules.ts';
import { wordsOf } from './prompt-words.rules.ts';
import { lengthOf, speaker, type Say } from './speech.rules.ts';

/** The keywords of JSON Schema that are followed; others, such as pattern and format, are not. */
export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
}

/** Lengths in characters that suit a title as well as a bullet point, unless the schema says otherwise. */
const SHORTEST = 10;
const LONGEST = 70;
/** Entries of a list that may have any number. */
const ENTRIES = 3;
/** Length of a plain text, in characters, and of its sentences. */
const TEXT = 400;
const SENTENCE = 90;
/** Schemas nested deeper than this get only what they require, so that recursive ones end. */
const DEEP = 6;

/** The answer: JSON text when the request asks for JSON, else sentences. The same prompt, the same answer. */
export function echo({ messages, response_format: format }: ChatRequest): string {
  const say = speaker(wordsOf(messages));
  if (format?.type === 'json_schema') {
    const schema = format.json_schema.schema as JsonSchema;
    return JSON.stringify(fill(schema, { root: schema, say, depth: 0 }));
  }
  if (format?.type === 'json_object') return JSON.stringify({ text: say(SHORTEST, LONGEST) });
  return sentences(say, Math.min(TEXT, statedLimit(messages) - 1));
}

interface Circumstances {
  root: JsonSchema;
  say: Say;
  depth: number;
}

function fill(schema: JsonSchema, around: Circumstances): unknown {
  const plain = resolve(schema, around.root);
  if ('const' in plain) return plain.const;
  if (plain.enum) return plain.enum[0];
  const inner = { ...around, depth: around.depth + 1 };
  switch (typeOf(plain)) {
    case 'object':
      return fillObject(plain, inner);
    case 'array':
      return fillArray(plain, inner);
    case 'integer':
    case 'number':
      return numberWithin(plain);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default: {
      const max = plain.maxLength ?? Infinity;
      const min = Math.min(Math.max(plain.minLength ?? 0, SHORTEST), max);
      return around.say(min, Math.min(max, Math.max(min, LONGEST)));
    }
  }
}

/** The schema without references and choices: of several, the first that is more than null. */
function resolve(schema: JsonSchema, root: JsonSchema): JsonSchema {
  const { $ref, anyOf, oneOf, allOf, ...rest } = schema;
  if ($ref !== undefined) return resolve({ ...lookUp($ref, root), ...rest }, root);
  const choices = anyOf ?? oneOf;
  const choice = choices?.find(({ type }) => type !== 'null') ?? choices?.[0];
  if (choice) return resolve({ ...rest, ...choice }, root);
  if (!allOf) return schema;
  return allOf.map((part) => resolve(part, root)).reduce(merge, rest);
}

function merge(one: JsonSchema, other: JsonSchema): JsonSchema {
  return {
    ...one,
    ...other,
    properties: { ...one.properties, ...other.properties },
    required: [...(one.required ?? []), ...(other.required ?? [])],
  };
}

function lookUp(ref: string, root: JsonSchema): JsonSchema {
  const path = ref.split('/').slice(1);
  return path.reduce<unknown>(
    (at, key) => (at as Record<string, unknown> | undefined)?.[key],
    root,
  ) as JsonSchema;
}

function typeOf({ type, properties, items }: JsonSchema): string {
  const named = Array.isArray(type) ? (type.find((name) => name !== 'null') ?? 'null') : type;
  return named ?? (properties ? 'object' : items ? 'array' : 'string');
}

function fillObject({ properties = {}, required = [] }: JsonSchema, inner: Circumstances): object {
  const wanted = Object.entries(properties).filter(([key]) => inner.depth < DEEP || required.includes(key));
  return Object.fromEntries(wanted.map(([key, schema]) => [key, fill(schema, inner)]));
}

function fillArray(
  { items = {}, minItems = 0, maxItems = Infinity }: JsonSchema,
  inner: Circumstances,
): unknown[] {
  const usual = inner.depth < DEEP ? ENTRIES : 0;
  const length = Math.min(Math.max(minItems, usual), maxItems);
  return Array.from({ length }, () => fill(items, inner));
}

/** 1 if it may be, else a number near a bound. */
function numberWithin({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: JsonSchema): number {
  const low = Math.max(minimum ?? -Infinity, exclusiveMinimum ?? -Infinity);
  const high = Math.min(maximum ?? Infinity, exclusiveMaximum ?? Infinity);
  const allowed = (value: number): boolean =>
    Number.isFinite(value) &&
    value >= low &&
    value <= high &&
    value !== exclusiveMinimum &&
    value !== exclusiveMaximum;
  return [1, low, high, low + 1, high - 1, (low + high) / 2].find(allowed) ?? 1;
}

/** The lowest maximum in characters that the conversation names; Infinity without one. */
function statedLimit(messages: readonly Message[]): number {
  const said = messages.map(textOf).join('\n');
  const limits = [
    ...said.matchAll(/(at least |minimum (?:of )?|≥ ?)?(\d[\d,]*)[ -](?:characters|code points)/gi),
  ];
  return Math.min(
    ...limits
      .filter(([, least]) => least === undefined)
      .map(([, , figure]) => Number(figure?.replaceAll(',', ''))),
  );
}

function sentences(say: Say, limit: number): string {
  let text = '';
  while (lengthOf(text) + SENTENCE + 2 <= limit || text === '') {
    const room = Math.min(SENTENCE, limit - 1);
    text = `${text}${text && ' '}${say(Math.min(SHORTEST, room), room)}.`;
  }
  return text;
}
