// Source data: what product, inputs and a document of facts say about a product, cleaned and capped; and what only guides.
import { z } from 'zod';
import {
  APPLICATIONS,
  PRODUCT_FIELDS,
  productFieldRow,
  SOURCE_FIELDS,
  type GenerationTask,
  type ImportedProduct,
  type Product,
  type SourceField,
} from '#contracts';
import { withLetters } from './entities.rules.ts';
import { saidInputs } from './keywords.rules.ts';
import { originalOf } from './originals.rules.ts';
import { PATTERNS } from '../findings/characters.rules.ts';
import { forHeld } from '../words/latest.rules.ts';
import { normalForm } from '../words/normal-form.rules.ts';

/**
 * Inputs that say how to write; all others say something about the product. Steering inputs are those for which an
 * application accepts a closed set of values (numbers, booleans, enums), as opposed to free text.
 */
const STEERING = steeringWhere(({ enum: values, type }) => values !== undefined || isNumeric(type));
/** Those of an application of a workspace, whose own words may have the names of our choices. */
const CUSTOM_STEERING = steeringWhere(({ type }) => isNumeric(type));

/** Inputs that are, or name, the text that is written again. */
const ORIGINAL_INPUTS: ReadonlySet<string> = new Set(['text', 'generationId']);

function steeringWhere(isClosed: (input: z.core.JSONSchema.BaseSchema) => boolean): ReadonlySet<string> {
  const known = Object.values(APPLICATIONS).flatMap(({ inputs }) => Object.entries<z.ZodType>(inputs.shape));
  const closed = known.filter(([, input]) => isClosed(z.toJSONSchema(input, { io: 'input' })));
  return new Set(['productId', ...closed.map(([key]) => key)]);
}

function isNumeric(type: z.core.JSONSchema.BaseSchema['type']): boolean {
  return type === 'integer' || type === 'number' || type === 'boolean';
}

/** Most characters of a text or entry, most entries (`words`), deepest level of inputs; of product fields, see their rows. */
const CAPS = { title: 500, text: 8000, entry: 1000, words: 50, input: 2000, depth: 4 } as const;

/** A JSON value whose texts are clean and capped. */
export type Plain = string | number | boolean | Plain[] | { [key: string]: Plain };

/** Where source data come from; `original` is a text that is written again. */
export type Origin = 'product' | 'document' | 'inputs' | 'original';

/** Source data by origin, field by field. An origin that says nothing is left out. */
export type SourceData = Partial<Record<Origin, Record<string, Plain>>>;

/** What models are given of a product: its fields that make texts stale, and no others. */
type SourceProduct = Pick<ImportedProduct, SourceField>;

/** A text in NFC without invisible characters. */
export function cleanText(text: string): string {
  const plain = text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/\t/g, ' ')
    .replace(PATTERNS.INVISIBLE_CHARACTER, '');
  return normalForm(plain, 'NFC');
}

function capped(text: string, max: number): string {
  const clean = cleanText(withLetters(text)).trim();
  return clean.length > max ? [...clean.slice(0, max * 2)].slice(0, max).join('') : clean;
}

/**
 * The source data of a task: prompt, checks and composer of one text ask for the same. Empty fields are left out. A document that
 * guides says nothing about a product.
 */
export const sourceDataOf = forHeld(readSources);

function readSources(task: GenerationTask): SourceData {
  const { product, document } = task;
  const sources: SourceData = {};
  if (product) sources.product = filled(factsOf(product));
  if (document?.kind === 'facts') sources.document = documentOf(document);
  const original = originalOf(task);
  if (original)
    sources.original = filled({ texts: original.texts.map((text) => cleanText(withLetters(text))) });
  const steering = task.application ? CUSTOM_STEERING : STEERING;
  const said = Object.entries(saidInputs(task)).filter(
    ([key]) => !steering.has(key) && !(original && ORIGINAL_INPUTS.has(key)),
  );
  const free = filled(Object.fromEntries(said.map(([key, value]) => [capped(key, 100), plain(value, 0)])));
  if (Object.keys(free).length > 0) sources.inputs = free;
  return sources;
}

/** What a document of a task says about how to write; undefined for none, and for one of facts. */
export function guidanceOf({ document }: GenerationTask): Record<string, Plain> | undefined {
  return document && document.kind !== 'facts' ? documentOf(document) : undefined;
}

function documentOf({ title, content }: NonNullable<GenerationTask['document']>): Record<string, Plain> {
  return filled({ title: capped(title, CAPS.title), content: capped(content, CAPS.text) });
}

/** The fields of a product that models are given. The features of a product that has none are its foremost one. */
function factsOf(product: Product): Record<string, Plain> {
  const source: SourceProduct = product;
  const entries = SOURCE_FIELDS.map((field): [SourceField, Plain] => {
    const hasField = [undefined, product.genre].includes(productFieldRow(field).only);
    const value = (hasField && source[field]) || '';
    const most = PRODUCT_FIELDS[field].source;
    if (typeof value === 'string') return [field, capped(value, most)];
    return [field, value.slice(0, most).map((entry) => capped(entry, CAPS.entry))];
  });
  const { feature = '', ...facts } = Object.fromEntries(entries) as Record<SourceField, Plain>;
  return { ...facts, features: facts.features || [feature] };
}

function plain(value: unknown, depth: number): Plain {
  if (typeof value === 'string') return capped(value, CAPS.input);
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (typeof value !== 'object' || value === null || depth >= CAPS.depth) return '';
  if (Array.isArray(value)) return value.slice(0, CAPS.words).map((part) => plain(part, depth + 1));
  const parts = Object.entries(value).slice(0, CAPS.words);
  return filled(Object.fromEntries(parts.map(([key, part]) => [capped(key, 100), plain(part, depth + 1)])));
}

function filled(fields: Record<string, Plain>): Record<string, Plain> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => textsIn(value).length > 0));
}

/** Every text and number inside a value, without blank texts. */
export function textsIn(value: Plain | SourceData | undefined): string[] {
  if (value === undefined || typeof value === 'boolean') return [];
  if (typeof value === 'string') return value.trim() ? [value] : [];
  if (typeof value === 'number') return [String(value)];
  return Object.values(value).flatMap((part: Plain) => textsIn(part));
}

/** True when the source data contain any letter or digit. */
export function hasSourceData(sources: SourceData): boolean {
  return textsIn(sources).some((text) => /[\p{L}\p{N}]/u.test(text));
}

const NO_BRAND = /^(unknown|generic|no ?brand|unbranded|none|n ?[/-]? ?a|does not apply)$/i;

/** The brand if the product has a real one, else "". */
export function brandOf({ product, inputs }: SourceData): string {
  const brand = product?.['brand'] ?? inputs?.['brand'];
  return typeof brand === 'string' && !NO_BRAND.test(brand) ? brand : '';
}
