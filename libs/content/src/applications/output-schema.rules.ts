// Output schemas: the JSON that a model is asked for, how it is read, and how content is tidied.
import { defined } from '#contracts';
import { z } from 'zod';
import type { Schema } from '../schemas/schema-check.rules.ts';
import { faultOfValue } from '../schemas/schema-values.rules.ts';
import type { Content, Item, ItemsOutput, Json, JsonForm } from './port.ts';
import { normalForm } from '../words/normal-form.rules.ts';

/** Most items of a result whose request does not say how many it wants. */
const MOST_ITEMS = 20;

/**
 * The items of an application, each as `item` describes it; the result takes the number of items to ask for, undefined for any,
 * and the tag of the language where readers see them in it.
 */
export function itemsOutput(
  item: z.ZodObject<Record<string, z.ZodType<string | null | undefined>>>,
  published: (item: Item, language: string) => string,
): (count: number | undefined, language?: string) => ItemsOutput {
  const { $schema: _version, ...schema } = z.toJSONSchema(item, { io: 'input' });
  // Strict servers want every key to be required; the answer of a server that is not strict may still lack some.
  const items = { ...schema, required: Object.keys(item.shape), additionalProperties: false };
  const accepts = z.object({ results: z.array(item).min(1) });
  const resultSchema = publishedSchema(item);
  return (count, language = '') => ({
    schema: {
      type: 'object',
      properties: { results: { type: 'array', items, minItems: count ?? 1, maxItems: count ?? MOST_ITEMS } },
      required: ['results'],
      additionalProperties: false,
    },
    accepts,
    count,
    tidy: withoutEmpty,
    resultSchema,
    faultOf: (one) => faultOfValue(resultSchema, one),
    published: (one) => published(one, language),
  });
}

/** The JSON Schema of a published item: texts that say something, of which those that may be null are left out instead. */
function publishedSchema(item: z.ZodObject<Record<string, z.ZodType<string | null | undefined>>>): Schema {
  const names = Object.entries(item.shape);
  return {
    type: 'object',
    properties: Object.fromEntries(names.map(([name, text]) => [name, publishedTextSchema(text)])),
    required: names.filter(([, text]) => !text.safeParse(null).success).map(([name]) => name),
    additionalProperties: false,
  };
}

/** A text that says something, or one of some words. */
function publishedTextSchema(text: z.ZodType): Schema {
  const { description } = text;
  if (text instanceof z.ZodEnum) return defined({ type: 'string', enum: text.options, description });
  return defined({ type: 'string', minLength: 1, description });
}

/**
 * A text under `text`. A small model ends a string of JSON where it does not end a page: of 20 descriptions that SmolLM2 wrote as plain text
 * none was published, and 12 had no end.
 */
export const TEXT_FORM = {
  schema: {
    type: 'object',
    properties: { text: { type: 'string', description: 'The content.' } },
    required: ['text'],
    additionalProperties: false,
  },
  accepts: z.object({ text: z.string() }).transform(({ text }) => text),
} satisfies JsonForm<string>;

/** The content of an answer in its form: in NFC, without blanks around texts. */
export function contentOf(
  answer: string | z.output<ItemsOutput['accepts']>,
  form: 'text' | ItemsOutput,
): Content {
  if (typeof answer === 'string') return tidyText(answer);
  if (form === 'text') throw new TypeError('Items were given for an application that writes text.');
  const items = answer.results.map((item) => form.tidy(item));
  return form.together?.(items) ?? items;
}

/** The texts of an item that are not empty. */
function withoutEmpty(item: Record<string, Json | undefined>): Item {
  const tidied = Object.entries(item).map(([name, text]) => [name, tidyText(textOf(text))] as const);
  return Object.fromEntries(tidied.filter(([, text]) => text !== ''));
}

/** A text of an item; "" for anything else. */
export function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** A text in NFC, without blanks around it. */
export function tidyText(text: string): string {
  return normalForm(text, 'NFC').replace(/\r\n?/g, '\n').trim();
}
