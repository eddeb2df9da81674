// Titles of the offline composer: what it takes for the name of a product, and how titles differ.
import type { GenerationTask } from '#contracts';
import { isHard } from '../../findings/violations.rules.ts';
import { contextOf } from '../../review/review.rules.ts';
import { checkText } from '../../review/text-check.rules.ts';
import { composerInputOf } from '../composing.rules.ts';
import { PHRASE_TEMPLATES } from '../phrase-templates.rules.ts';
import { textOf } from '../output-schema.rules.ts';
import type { Composition } from '../port.ts';
import { productTitle } from './product-title.rules.ts';

function titlesOf(title: string, brand: string, specification = ''): string[] {
  const task: GenerationTask = {
    applicationId: 'product-title',
    inputs: { title, brand, specification, variants: 3 },
    environment: { language: 'en', model: 'test:x', temperature: 0 },
    product: {
      id: '0193a0b0-0000-7000-8000-000000000001', genre: 'Custom', title, brand, specification,
      description: '', feature: '', mainImage: '', link: '', createdAt: 0, updatedAt: 0,
    },
  }; // prettier-ignore
  const context = contextOf({ task, application: productTitle, secrets: [], translates: false });
  const { language, limits } = context;
  const composition: Composition = {
    task,
    language,
    limits,
    input: composerInputOf(task, language),
    templates: PHRASE_TEMPLATES.get('en')!,
    seed: 'seed',
    isPublishable: (text) => !checkText(text, context).some(isHard),
  };
  return (productTitle.compose(composition) ?? []).map(({ text }) => textOf(text));
}

it('begin with the name of the model, even where that is one word and a figure', () => {
  expect(titlesOf('Fonari Velto 11, 64GB, US Version, Refurbished', 'Fonari')[0]).toMatch(
    /^Fonari Velto 11,/,
  );
});

it('do not differ in capitals alone', () => {
  const titles = titlesOf('Oakline Garden Bench, Solid Oak', 'Oakline', 'Material: Solid oak');
  expect(new Set(titles.map((title) => title.toLowerCase())).size).toBe(titles.length);
});

it('end before a word that would stand there a third time, and before the one that belongs to it', () => {
  const [title] = titlesOf('Panfield Nonstick Frying Pan Egg Pan Omelet Pan', 'Panfield');
  expect(title).toBe('Panfield Nonstick Frying Pan Egg Pan');
});

it('may be one short word where the source says no more', () => {
  expect(titlesOf('oak', '')[0]).toBe('oak');
});
