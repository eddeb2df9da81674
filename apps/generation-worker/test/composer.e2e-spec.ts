// The template composer with real products: what it writes passes our own hard checks, or it says it knows too little.
import { existsSync, readFileSync } from 'node:fs';
import { OFFLINE_MODEL, type GenerationTask } from '#contracts';
import { contextOf, review } from '../src/checks/review.rules.ts';
import { compose } from '../src/models/composer.rules.ts';
import { ModelError } from '../src/models/port.ts';

interface SampleRecord {
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

const SAMPLE = new URL('../../../../shared/data/products.json', import.meta.url);

function taskFor(
  applicationId: GenerationTask['applicationId'],
  inputs: GenerationTask['inputs'],
  record: SampleRecord,
): GenerationTask {
  const { asin, title, brand, color, description, bullets, category, specification, isBook } = record;
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

type Ending = 'written' | 'fewer' | 'InsufficientProductData';

/** How it ends; everything but the three endings is a failure of the test. */
function endingOf(task: GenerationTask, seed: string): Ending {
  try {
    const { all, publishable, complete } = review(compose({ task, seed }), contextOf(task, []));
    expect({ seed, hard: all.filter(({ severity }) => severity === 'hard') }).toEqual({ seed, hard: [] });
    expect(publishable).toBeDefined();
    return complete ? 'written' : 'fewer';
  } catch (error) {
    if (error instanceof ModelError && error.code === 'InsufficientProductData') return error.code;
    throw error;
  }
}

const present = existsSync(SAMPLE);
if (!present) process.stdout.write(`Skipped: there are no real products at ${SAMPLE.pathname}.\n`);

(present ? describe : describe.skip)('the composer with real products', () => {
  const records = present
    ? (JSON.parse(readFileSync(SAMPLE, 'utf8')) as { products: SampleRecord[] }).products
    : [];

  it.each<[string, GenerationTask['applicationId'], GenerationTask['inputs'], number]>([
    ['a title', 'product-title', { variants: 1 }, 1],
    ['three titles', 'product-title', { variants: 3 }, 1],
    ['five bullet points', 'bullet-points', { count: 5 }, 0.98],
    ['a description', 'product-description', {}, 0.99],
  ])(
    'writes %s without hard findings, or says that it knows too little',
    (name, application, inputs, share) => {
      const endings = records.map((record) => endingOf(taskFor(application, inputs, record), record.asin));
      const count = (ending: Ending): number => endings.filter((one) => one === ending).length;
      const [written, fewer, none] = [count('written'), count('fewer'), count('InsufficientProductData')];
      process.stdout.write(
        `${name}: ${written} of ${records.length} written, ${fewer} with fewer items, ${none} with too few facts\n`,
      );
      expect((written + fewer) / records.length).toBeGreaterThanOrEqual(share);
    },
    120_000,
  );
});
