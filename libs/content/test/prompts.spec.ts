// Whole prompts for twelve invented products in seven marketplaces, compared with the files that show them: a change of a prompt
// is seen in a diff. `npx jest libs/content/test/prompts.spec.ts -u` writes the files anew.
import { readFileSync, writeFileSync } from 'node:fs';
import type { ApplicationId, GenerationTask, Marketplace } from '#contracts';
import { applications, promptOf, tagFor } from '#content';
import { products } from './labelled-texts.ts';

const folder = new URL('./prompts/', import.meta.url);

/** One prompt of a file. */
interface Shown {
  product: string;
  application: ApplicationId;
  /** Category path, root first. */
  tags?: string[];
  inputs?: GenerationTask['inputs'];
  document?: GenerationTask['document'];
  voice?: GenerationTask['voice'];
  learned?: GenerationTask['learned'];
  /** Number of pictures of the product. */
  pictures?: number;
  environment?: Partial<GenerationTask['environment']>;
}

const title = (product: string, rest: Partial<Shown> = {}): Shown => ({
  product,
  application: 'product-title',
  inputs: { variants: 1 },
  ...rest,
});
const bullets = (product: string, rest: Partial<Shown> = {}): Shown => ({
  product,
  application: 'bullet-points',
  inputs: { count: 5 },
  ...rest,
});
const description = (product: string, rest: Partial<Shown> = {}): Shown => ({
  product,
  application: 'product-description',
  inputs: { length: 'medium' },
  ...rest,
});

const highlights = (product: string): Shown => ({
  product,
  application: 'item-highlights',
  inputs: { variants: 1 },
});
const terms = (product: string): Shown => ({ product, application: 'search-terms' });
const meta = (product: string): Shown => ({ product, application: 'seo-meta', inputs: { variants: 2 } });
const listing = (product: string, rest: Partial<Shown> = {}): Shown => ({
  product,
  application: 'listing',
  inputs: { count: 4 },
  ...rest,
});
const rewrite = (product: string, inputs: GenerationTask['inputs'], rest: Partial<Shown> = {}): Shown => ({
  product,
  application: 'rewrite',
  inputs,
  ...rest,
});

/** The prompts by marketplace: each product at home or abroad, and what else a request may have. */
const PROMPTS: Partial<Record<Marketplace, Shown[]>> = {
  US: [
    title('lamp', { tags: ['Office Products', 'Lighting', 'Desk Lamps'] }),
    bullets('block', {
      inputs: { count: 4, keywords: ['knife block', 'sharpener!'], audience: 'home cooks' },
      environment: { tone: 'friendly', writing_style: 'benefit-led' },
    }),
    description('throw', {
      document: { title: 'Brand voice', content: 'We say “you”. We never shout.' },
      voice: {
        rules: ['Write short sentences.'],
        terms: [{ use: 'throw', avoid: ['blanket'] }],
        examples: ['Made to be slept under, not looked at.'],
      },
      learned: ['Cool in July, warm in January: a quilt that asks for nothing but an evening.'],
    }),
    listing('lamp', { inputs: { count: 4, keywords: ['desk lamp!', 'reading light'], length: 'short' } }),
  ],
  UK: [
    bullets('throw', { tags: ['Home & Kitchen', 'Bedding', 'Throws'] }),
    { product: 'throw', application: 'alt-text', pictures: 2 },
    rewrite('throw', {
      text: 'This throw is woven from lambswool. It measures 60 x 50 in. Buy now!',
      goal: 'shorten',
      for: 'product-description',
    }),
    highlights('throw'),
  ],
  DE: [
    title('throw', { inputs: { variants: 3, keywords: ['Wolldecke!', 'Sofadecke'] } }),
    description('headphones', { environment: { system_prompt: 'Sprich Musiker an.' } }),
  ],
  FR: [
    { product: 'backpack', application: 'localise', inputs: { field: 'features' } },
    bullets('backpack'),
    description('dumbbells', { inputs: { length: 'short', allowBr: true } }),
  ],
  ES: [
    { product: 'knives', application: 'attributes' },
    title('knives'),
    description('hammock'),
    meta('hammock'),
  ],
  CN: [title('flask'), bullets('kettle')],
  JP: [
    title('monitor'),
    bullets('board'),
    description('kettle', { inputs: { length: 'long' } }),
    terms('board'),
    listing('board'),
    { product: 'kettle', application: 'faq', inputs: { count: 4 } },
  ],
};

/** A task as it comes from a request for the marketplace, with the product of that marketplace. */
function taskOf(marketplace: Marketplace, shown: Shown): GenerationTask {
  const source = products[shown.product];
  if (!source) throw new Error(`No product is named ${shown.product}.`);
  return {
    applicationId: shown.application,
    inputs: shown.inputs ?? {},
    environment: {
      language: tagFor(marketplace),
      model: 'test:x',
      temperature: 0,
      ...shown.environment,
    },
    marketplace,
    document: shown.document,
    voice: shown.voice,
    learned: shown.learned,
    product: {
      ...source,
      tags: shown.tags ?? [],
      genre: 'Retailer',
      marketplace,
      id: '0193a0b0-0000-7000-8000-000000000001',
      asin: 'B000000001',
      feature: source.features[0] ?? '',
      mainImage: '',
      images: Array.from(
        { length: shown.pictures ?? 0 },
        (_none, place) => `https://images.example/${place}.jpg`,
      ),
      link: '',
      createdAt: 0,
      updatedAt: 0,
    },
  };
}

/** What all prompts of an application begin with, which stands in a file of its own. */
function sharedOf(application: ApplicationId): string {
  const { instructions } = promptOf(taskOf('US', { product: 'kettle', application }), 'MARK');
  return instructions.slice(0, instructions.indexOf('\n\nMarketplace:'));
}

function shownFile(marketplace: Marketplace, prompts: readonly Shown[]): string {
  const parts = prompts.map((shown) => {
    const { instructions, turns } = promptOf(taskOf(marketplace, shown), 'MARK');
    const shared = sharedOf(shown.application);
    expect(instructions.startsWith(shared)).toBe(true);
    const heading = `===== ${shown.application} of ${shown.product} =====`;
    const user = turns.map(({ content }) => content).join('\n');
    return `${heading}\n\n--- system, after shared.txt${instructions.slice(shared.length)}\n\n--- user\n\n${user}\n`;
  });
  return parts.join('\n\n');
}

/** Compares a text with a file; with `-u` it is written anew, as Jest does with files of its own. */
function compare(name: string, text: string): void {
  const file = new URL(name, folder);
  const { snapshotState } = expect.getState();
  if (Reflect.get(snapshotState, '_updateSnapshot') === 'all') writeFileSync(file, text);
  expect(text).toBe(readFileSync(file, 'utf8'));
}

it('what all prompts of an application share is what the file shows', () => {
  const ids = Object.keys(applications) as ApplicationId[];
  compare('shared.txt', ids.map((id) => `===== ${id} =====\n\n${sharedOf(id)}\n`).join('\n\n'));
});

it.each(Object.entries(PROMPTS) as [Marketplace, Shown[]][])(
  'the prompts for %s are what the file shows',
  (marketplace, prompts) => compare(`${marketplace}.txt`, shownFile(marketplace, prompts)),
);

it('no prompt is longer than a few pages: a small model reads all of it', () => {
  for (const [marketplace, prompts] of Object.entries(PROMPTS) as [Marketplace, Shown[]][])
    for (const shown of prompts)
      expect(promptOf(taskOf(marketplace, shown), 'MARK').instructions.length).toBeLessThan(
        shown.application === 'listing' ? 9500 : 6500,
      );
});
