// Implements the echo model: fills the requested schema and length with words of the prompt.
import type { z } from 'zod';
import type { ChatMessages, ChatRequest } from '#contracts';
import { titleOf, wordsOf } from './prompt-words.rules.ts';
import { lengthOf, phraseGenerator, type NextPhrase } from './phrases.rules.ts';

/** JSON Schema. Keywords that this file does not name, such as pattern and format, are ignored. */
type JsonSchema = z.core.JSONSchema.JSONSchema;

/** Bounds of a text in code points, unless the schema sets others; they suit a title and a bullet point. */
const MIN_LENGTH = 10;
const MAX_LENGTH = 70;
/** Entries of a list whose schema sets no bounds. */
const LIST_LENGTH = 3;
/** Maximum length of a reply without a schema, and of one of its sentences, in code points. */
const REPLY_LENGTH = 400;
const SENTENCE_LENGTH = 90;
/** Below this depth only required properties and entries are filled, so that recursive schemas end. */
const MAX_DEPTH = 6;

/** The reply: JSON text if the request asks for JSON, otherwise sentences. The same prompt gives the same reply. */
export function echo({ messages, response_format: format }: ChatRequest): string {
  const nextPhrase = phraseGenerator(wordsOf(messages));
  if (format?.type === 'json_schema') {
    const schema = format.json_schema.schema as JsonSchema;
    const { claims, ...properties } = schema.properties ?? {};
    if (claims === undefined) return JSON.stringify(filled(schema, nextPhrase));
    // A text with claims is as long as one without, and rests on the name of its product.
    const content =
      'text' in properties
        ? { text: replyOf(messages, nextPhrase) }
        : filled({ ...schema, properties }, nextPhrase);
    return JSON.stringify({ ...Object(content), claims: claimsFor(content, messages) });
  }
  if (format?.type === 'json_object') return JSON.stringify({ text: nextPhrase(MIN_LENGTH, MAX_LENGTH) });
  return replyOf(messages, nextPhrase);
}

function replyOf(messages: ChatMessages, nextPhrase: NextPhrase): string {
  return sentences(nextPhrase, Math.min(REPLY_LENGTH, statedLimit(messages) - 1));
}

function filled(schema: JsonSchema, nextPhrase: NextPhrase): unknown {
  return fill(schema, { root: schema, nextPhrase, depth: 0, entry: 0 });
}

/** A claim for each text of an answer that rests on the name of the product, and none for a prompt without a product. */
function claimsFor(content: unknown, messages: ChatMessages): object[] {
  const title = titleOf(messages);
  return title === undefined
    ? []
    : textsOf(content).map((text) => ({ text, field: 'product.title', quote: title }));
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

interface FillContext {
  root: JsonSchema;
  nextPhrase: NextPhrase;
  depth: number;
  /** Place of the entry of a list that is filled. */
  entry: number;
}

function fill(schema: JsonSchema | boolean, context: FillContext): unknown {
  const resolved = typeof schema === 'boolean' ? {} : resolve(schema, context.root);
  if ('const' in resolved) return resolved.const;
  if (resolved.enum) return resolved.enum[context.entry % resolved.enum.length];
  const inner = { ...context, depth: context.depth + 1 };
  switch (typeOf(resolved)) {
    case 'object':
      return fillObject(resolved, inner);
    case 'array':
      return fillArray(resolved, inner);
    case 'integer':
    case 'number':
      return numberWithin(resolved);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default: {
      const max = resolved.maxLength ?? Infinity;
      const min = Math.min(Math.max(resolved.minLength ?? 0, MIN_LENGTH), max);
      return context.nextPhrase(min, Math.min(max, Math.max(min, MAX_LENGTH)));
    }
  }
}

/** The schema with references and choices resolved; of several choices, the first that is not null. */
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
  return path.reduce((at, key) => (at as Record<string, JsonSchema> | undefined)?.[key] ?? {}, root);
}

function typeOf({ type, properties, items }: JsonSchema): string {
  const named = Array.isArray(type) ? (type.find((name) => name !== 'null') ?? 'null') : type;
  return named ?? (properties ? 'object' : items ? 'array' : 'string');
}

function fillObject({ properties = {}, required = [] }: JsonSchema, inner: FillContext): object {
  const filled = Object.entries(properties).filter(
    ([key]) => inner.depth < MAX_DEPTH || required.includes(key),
  );
  return Object.fromEntries(filled.map(([key, schema]) => [key, fill(schema, inner)]));
}

function fillArray({ items, minItems = 0, maxItems = Infinity }: JsonSchema, inner: FillContext): unknown[] {
  const [item = true] = [items].flat();
  const preferred = inner.depth < MAX_DEPTH ? LIST_LENGTH : 0;
  const length = Math.min(Math.max(minItems, preferred), maxItems);
  return Array.from({ length }, (_none, entry) => fill(item, { ...inner, entry }));
}

/** 1 if the bounds allow it, otherwise a number near a bound. */
function numberWithin({ minimum = -Infinity, maximum = Infinity, ...exclusive }: JsonSchema): number {
  const above = Number(exclusive.exclusiveMinimum ?? -Infinity);
  const below = Number(exclusive.exclusiveMaximum ?? Infinity);
  const low = Math.max(minimum, above);
  const high = Math.min(maximum, below);
  const allowed = (value: number): boolean =>
    value >= minimum && value <= maximum && value > above && value < below;
  return [1, low, high, low + 1, high - 1, (low + high) / 2].find(allowed) ?? 1;
}

/** The lowest maximum number of characters that the conversation states; Infinity if it states none. */
function statedLimit(messages: ChatMessages): number {
  const prompt = messages.map(({ content }) => content).join('\n');
  const limits = prompt.matchAll(
    /(at least |minimum (?:of )?|≥ ?)?(\d[\d,]*)[ -](?:characters|code points)/gi,
  );
  return Math.min(
    ...[...limits].map(([, least, limit]) => (least ? Infinity : Number(limit?.replaceAll(',', '')))),
  );
}

function sentences(nextPhrase: NextPhrase, limit: number): string {
  let text = '';
  while (lengthOf(text) + SENTENCE_LENGTH + 2 <= limit || text === '') {
    const room = Math.min(SENTENCE_LENGTH, limit - 1);
    text = `${text}${text && ' '}${nextPhrase(Math.min(MIN_LENGTH, room), room)}.`;
  }
  return text;
}
