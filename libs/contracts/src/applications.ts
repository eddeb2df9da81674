// Lists the built-in applications: their names, types of result, known inputs and default temperatures.
import { z } from 'zod';
import type { Bilingual } from './errors.ts';

/** Type of a generation's `result`: TEXT is a JSON string, RESULTS an array of objects. */
export const resultType = z.enum(['TEXT', 'RESULTS']).meta({ id: 'ResultType' });
export type ResultType = z.infer<typeof resultType>;

const keywords = z
  .array(z.string().min(1).max(100))
  .max(10)
  .optional()
  .describe("Words to work in; `!` at the end marks one that must occur. Default: the product's.");
const variants = z.int().min(1).max(5).default(1).describe('How many to write.');
const productType = z.string().max(200).optional().describe('What the product is.');
const media = z.boolean().optional().describe('True for books, music and films, whose titles may be longer.');
const count = z.int().min(3).max(5).default(5).describe('How many bullets.');
const audience = z.string().max(200).optional().describe('For whom.');
const length = z.enum(['short', 'medium', 'long']).default('medium').describe('How long the description is.');
const allowBr = z.boolean().default(false).describe('True allows <br> as the one tag of the description.');

/** The texts of a product's page that another text can become. */
const pageText = z.enum(['product-title', 'bullet-points', 'product-description']);

/** An application as clients see it. Its prompts and checks belong to the generation worker. */
export interface ApplicationEntry {
  /** As people know it. The API has the English name. */
  names: Bilingual;
  resultType: ResultType;
  /** Known keys of `inputs`; other keys are kept and given to the model as data. */
  inputs: z.ZodObject;
  /** Used when the request gives no temperature. */
  temperature: number;
}

/** The built-in applications by id. */
export const APPLICATIONS = {
  'product-title': {
    names: { en: 'Product title', zh: '商品标题' },
    resultType: 'RESULTS',
    inputs: z.looseObject({
      keywords,
      productType,
      media,
      variants,
    }),
    temperature: 0.2,
  },
  'bullet-points': {
    names: { en: 'Bullet points', zh: '五点描述' },
    resultType: 'RESULTS',
    inputs: z.looseObject({
      keywords,
      count,
      audience,
    }),
    temperature: 0.4,
  },
  'product-description': {
    names: { en: 'Product description', zh: '商品描述' },
    resultType: 'TEXT',
    inputs: z.looseObject({
      keywords,
      length,
      allowBr,
    }),
    temperature: 0.7,
  },
  'item-highlights': {
    names: { en: 'Item highlights', zh: '商品亮点' },
    resultType: 'RESULTS',
    inputs: z.looseObject({ keywords, variants }),
    temperature: 0.2,
  },
  'search-terms': {
    names: { en: 'Search terms', zh: '搜索词' },
    resultType: 'TEXT',
    inputs: z.looseObject({ keywords }),
    temperature: 0.2,
  },
  'seo-meta': {
    names: { en: 'SEO title and description', zh: 'SEO 标题与描述' },
    resultType: 'RESULTS',
    inputs: z.looseObject({ keywords, variants }),
    temperature: 0.4,
  },
  listing: {
    names: { en: 'Listing', zh: '整套文案' },
    resultType: 'RESULTS',
    inputs: z.looseObject({
      keywords,
      productType,
      media,
      count,
      audience,
      length,
      allowBr,
    }),
    temperature: 0.4,
  },
  rewrite: {
    names: { en: 'Rewrite', zh: '改写' },
    resultType: 'TEXT',
    inputs: z.looseObject({
      text: z.string().regex(/\S/, 'Give the text.').max(10_000).describe('The text to write again.'),
      goal: z
        .enum(['shorten', 'fix', 'tone', 'simplify'])
        .describe(
          'What to do: say less, correct it, change its tone to that of the settings, say it more simply.',
        ),
      for: pageText.optional().describe('What it is to become: its limits and policies hold.'),
    }),
    temperature: 0.3,
  },
  faq: {
    names: { en: 'Questions and answers', zh: '常见问答' },
    resultType: 'RESULTS',
    inputs: z.looseObject({
      keywords,
      count: z.int().min(3).max(10).default(5).describe('How many questions.'),
      audience: z.string().max(200).optional().describe('For whom.'),
    }),
    temperature: 0.4,
  },
  attributes: {
    names: { en: 'Attributes', zh: '商品属性' },
    resultType: 'RESULTS',
    inputs: z.looseObject({
      names: z
        .array(z.string().min(1).max(50))
        .max(20)
        .optional()
        .describe('Which attributes to look for. Default: all that the texts of the product tell.'),
    }),
    temperature: 0,
  },
  localise: {
    names: { en: 'Localisation', zh: '本地化' },
    resultType: 'RESULTS',
    inputs: z.looseObject({
      generationId: z
        .string()
        .min(1)
        .max(64)
        .optional()
        .describe('The generation whose accepted text is localised. Without it, a text of the product is.'),
      variant: z
        .int()
        .min(0)
        .max(19)
        .optional()
        .describe('Which item of that generation was accepted. Default: the one that was.'),
      field: z
        .enum(['title', 'features', 'description'])
        .default('description')
        .describe('Which text of the product, without `generationId`.'),
    }),
    temperature: 0.3,
  },
  'alt-text': {
    names: { en: 'Alt texts', zh: '图片替代文本' },
    resultType: 'RESULTS',
    inputs: z.looseObject({
      keywords,
      count: z
        .int()
        .min(1)
        .max(8)
        .default(4)
        .describe('Of how many pictures of the product at most, the main one first.'),
    }),
    temperature: 0.2,
  },
} as const satisfies Record<string, ApplicationEntry>;
export type ApplicationId = keyof typeof APPLICATIONS;
/** Ids of the built-in applications. */
export const APPLICATION_IDS = Object.keys(APPLICATIONS) as [ApplicationId, ...ApplicationId[]];

/** True for the id of a built-in application. */
export function isBuiltIn(id: string): id is ApplicationId {
  return Object.hasOwn(APPLICATIONS, id);
}

/** The parts of a listing in the order of a page, each with the application whose rules and whose place in a product it has. */
export const LISTING_PARTS = {
  title: 'product-title',
  highlights: 'item-highlights',
  bullets: 'bullet-points',
  description: 'product-description',
  searchTerms: 'search-terms',
} as const satisfies Record<string, ApplicationId>;

/** A part of a listing. Each of its items names one; several bullets are one part. */
export const listingPart = z
  .enum(Object.keys(LISTING_PARTS) as [ListingPart, ...ListingPart[]])
  .meta({ id: 'ListingPart' });
export type ListingPart = keyof typeof LISTING_PARTS;

/** The applications whose texts a generation of this one has: of a listing also those of its parts. */
export function applicationsWithin(id: string): string[] {
  return id === 'listing' ? [id, ...Object.values(LISTING_PARTS)] : [id];
}
