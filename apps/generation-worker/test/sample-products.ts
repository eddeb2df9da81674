// Sample products for the offline composer: how a record becomes a task, and how composing it ends.
import { readFileSync } from 'node:fs';
import { OFFLINE_MODEL, type ApplicationId, type GenerationTask } from '#contracts';
import { applications, contextOf, review } from '#content';
import { compose } from '../src/models/composer.rules.ts';
import { ModelError } from '../src/models/port.ts';

/** A product as the sample files have it. */
interface SampleProduct {
  asin: string;
  title: string;
  brand: string | null;
  color: string | null;
  description: string | null;
  bullets: string[];
  category: string[];
  isBook: boolean;
  specification?: string;
}

/** The kinds of content that the samples are composed into, each with its inputs. */
export const SAMPLE_ORDERS: [string, ApplicationId, GenerationTask['inputs']][] = [
  ['one title', 'product-title', { variants: 1 }],
  ['three titles', 'product-title', { variants: 3 }],
  ['five bullet points', 'bullet-points', { count: 5 }],
  ['a description', 'product-description', {}],
  ['highlights', 'item-highlights', { variants: 2 }],
  ['search terms', 'search-terms', {}],
  ['an SEO title and description', 'seo-meta', {}],
  ['a listing', 'listing', {}],
];

/** The products of a sample file. */
export function readSample(file: URL): SampleProduct[] {
  return (JSON.parse(readFileSync(file, 'utf8')) as { products: SampleProduct[] }).products;
}

/** How composing a sample product ended. */
type SampleOutcome = 'complete' | 'fewer' | 'InsufficientProductData';

/** Composes a sample product. Fails the test for any other outcome, and for content with hard violations. */
export function outcomeOf(
  applicationId: ApplicationId,
  inputs: GenerationTask['inputs'],
  sample: SampleProduct,
): SampleOutcome {
  const task = taskFor(applicationId, inputs, sample);
  const application = applications[applicationId];
  try {
    const context = contextOf({ task, application, secrets: [] });
    const content = compose(context, sample.asin);
    const { all, publishable, complete } = review(content, context);
    const hard = all.filter(({ severity }) => severity === 'hard');
    expect({ asin: sample.asin, hard }).toEqual({ asin: sample.asin, hard: [] });
    expect(publishable).toBeDefined();
    return complete ? 'complete' : 'fewer';
  } catch (error) {
    if (error instanceof ModelError && error.code === 'InsufficientProductData') return error.code;
    throw error;
  }
}

function taskFor(
  applicationId: ApplicationId,
  inputs: GenerationTask['inputs'],
  { asin, title, brand, color, description, bullets, category, specification, isBook }: SampleProduct,
): GenerationTask {
  return {
    applicationId,
    inputs: { ...inputs, ...(isBook ? { media: true } : {}) },
    environment: { language: 'en', model: OFFLINE_MODEL, temperature: 0 },
    product: {
      id: '0193a0b0-0000-7000-8000-000000000001',
      genre: 'Retailer',
      marketplace: 'US',
      asin,
      title,
      brand: brand ?? '',
      description: description ?? '',
      specification: [specification ?? '', color ? `Color: ${color}` : ''].filter(Boolean).join('\n'),
      feature: bullets[0] ?? '',
      features: bullets,
      tags: category,
      mainImage: '',
      link: '',
      createdAt: 0,
      updatedAt: 0,
    },
  };
}

/** A product of the shelf of a language, as its makers might write it. */
interface ShelfProduct {
  category: string;
  title: string;
  brand: string;
  description: string;
  features: string[];
  specification: string;
  tags: string[];
}

/** Marketplaces by the tag of their language, of each that the offline composer writes. */
export const SHELVES = {
  'en-US': 'US',
  'en-GB': 'UK',
  de: 'DE',
  fr: 'FR',
  es: 'ES',
  it: 'IT',
  'zh-CN': 'CN',
  ja: 'JP',
} as const;

/** The invented products of a language. */
export function readShelf(language: keyof typeof SHELVES): ShelfProduct[] {
  return JSON.parse(
    readFileSync(new URL(`data/shelf/${language}.json`, import.meta.url), 'utf8'),
  ) as ShelfProduct[];
}

/** A task for a product of a shelf, as its marketplace tells it. */
export function shelfTask(
  applicationId: ApplicationId,
  { category: _category, features, ...product }: ShelfProduct,
  shelf: keyof typeof SHELVES,
  language: string = shelf,
): GenerationTask {
  return {
    applicationId,
    inputs: {},
    environment: { language, model: OFFLINE_MODEL, temperature: 0 },
    product: {
      ...product,
      id: '0193a0b0-0000-7000-8000-000000000001',
      genre: 'Retailer',
      marketplace: SHELVES[shelf],
      asin: 'B0SHELF001',
      feature: features[0] ?? '',
      features,
      mainImage: '',
      link: '',
      createdAt: 0,
      updatedAt: 0,
    },
  };
}
