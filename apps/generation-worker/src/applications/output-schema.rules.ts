// What a model is to return for each application, and what a result is made of.
import { z } from 'zod';
import { APPLICATIONS, type ApplicationId, type GenerationResult, type GenerationTask } from '#contracts';

/** A title and a bullet point as a model is asked for them: every key, since strict servers want it so. */
const title = schemaOf(z.object({ text: z.string().describe('The title.') }));
const bullet = schemaOf(
  z.object({
    header: z.string().nullable().describe('Two to five words that name the feature; null without.'),
    text: z.string().describe('The bullet point without its header.'),
  }),
);
/** An item as it is read, and the items. */
const item = z.object({ header: z.string().nullish(), text: z.string() });
const accepts = z.object({ results: z.array(item).min(1) });
/** One item of a RESULTS application. */
export type Item = z.infer<typeof item>;
/** What a model returned: a text, or items in order. */
export type Writing = string | Item[];

type Schema = z.core.JSONSchema.BaseSchema;

/** What a RESULTS application's answer looks like. `schema` asks for exactly `count` items; fewer are still read. */
export interface ItemsForm {
  schema: Schema;
  accepts: z.ZodType<{ results: Item[] }>;
  count: number;
}

/** Most tokens of an answer: several times what the limits allow, since some models think within them. */
const MOST_TOKENS: Readonly<Record<ApplicationId, number>> = {
  'product-title': 4096,
  'bullet-points': 6144,
  'product-description': 8192,
};

/** The application's own inputs, with their defaults. Throws ZodError when they are not as accepted. */
export function inputsOf<A extends ApplicationId>(
  applicationId: A,
  task: GenerationTask,
): z.output<(typeof APPLICATIONS)[A]['inputs']> {
  return APPLICATIONS[applicationId].inputs.parse(task.inputs) as z.output<
    (typeof APPLICATIONS)[A]['inputs']
  >;
}

/** The form of a task's answer: plain text, or items. */
export function formOf(task: GenerationTask): 'text' | ItemsForm {
  switch (task.applicationId) {
    case 'product-title':
      return itemsForm(title, inputsOf('product-title', task).variants);
    case 'bullet-points':
      return itemsForm(bullet, inputsOf('bullet-points', task).count);
    case 'product-description':
      return 'text';
  }
}

function itemsForm(items: Schema, count: number): ItemsForm {
  const results = { type: 'array', items, minItems: count, maxItems: count } as const;
  const schema: Schema = {
    type: 'object',
    properties: { results },
    required: ['results'],
    additionalProperties: false,
  };
  return { schema, accepts, count };
}

function schemaOf(type: z.ZodType): Schema {
  const { $schema: _version, ...schema } = z.toJSONSchema(type);
  return schema;
}

/** Most tokens that a task's answer may take. */
export function maxTokensOf({ applicationId }: GenerationTask): number {
  return MOST_TOKENS[applicationId];
}

/** An item's text as it is published; offsets of findings count in it. */
export function publishedText({ header, text }: Item): string {
  return header ? `${header}: ${text}` : text;
}

/** A writing in NFC without blanks around it; a header that says nothing is left out. */
export function tidied(writing: Writing): Writing {
  if (typeof writing === 'string') return tidyText(writing);
  return writing.map(({ header, text }) => {
    const name = tidyText(header ?? '').replace(/\s*[:：]$/, '');
    return { ...(name ? { header: name } : {}), text: tidyText(text) };
  });
}

function tidyText(text: string): string {
  return text.normalize('NFC').replace(/\r\n?/g, '\n').trim();
}

/** A writing as the record's `result`. */
export function toResult(writing: Writing): GenerationResult {
  if (typeof writing === 'string') return writing;
  return writing.map(({ header, text }) => ({ ...(header ? { header } : {}), text }));
}
