// Localised texts: what they may say and how long they may be, and what the offline composer changes.
import type { GenerationTask, Product } from '#contracts';
import { contextOf, review } from '../../review/review.rules.ts';
import { composed } from '../../../test/compositions.ts';
import { localise } from './localise.rules.ts';

const LAMP: Product = {
  id: '0193a0b0-0000-7000-8000-000000000001',
  genre: 'Retailer',
  asin: 'B000000001',
  marketplace: 'US',
  title: 'Lumora Desk Lamp, Gray, Aluminum, 60 x 4 in',
  brand: 'Lumora Color',
  description:
    'A gray lamp of aluminum by Lumora Color. Its arm is 60 in long, its base weighs 2 lb. The COLOR is even.',
  specification: '',
  feature: '',
  features: ['Gray aluminum arm', 'Works up to 104 °F'],
  mainImage: '',
  link: '',
  createdAt: 0,
  updatedAt: 0,
};
const BULLETS = {
  texts: ['Arm: 60 in long', 'Gray aluminum'],
  applicationId: 'bullet-points',
  language: 'en-US',
};

const task = (language: string, rest: Partial<GenerationTask> = {}): GenerationTask => ({
  applicationId: 'localise',
  inputs: {},
  environment: { language, model: 'test:x', temperature: 0 },
  marketplace: 'UK',
  product: LAMP,
  ...rest,
});

/** The rules that texts break, with their severity. */
function rulesOf(given: GenerationTask, ...texts: string[]): string[] {
  const items = texts.map((text) => ({ text }));
  const { all } = review(items, contextOf({ task: given, application: localise, secrets: [] }));
  return all.map(({ rule, severity, variant }) => `${variant} ${severity} ${rule}`);
}

function refusalOf(given: GenerationTask): { code?: string; detail?: string } {
  try {
    return { detail: JSON.stringify(composed(given)) };
  } catch (error) {
    return error as { code?: string; detail?: string };
  }
}

describe('a localised text', () => {
  it('says the measures of the text in other units, or as they are', () => {
    const own = task('de', { marketplace: 'DE', original: BULLETS, product: undefined });
    expect(rulesOf(own, 'Arm: 152 cm lang', 'Graues Aluminium')).toEqual([]);
    expect(rulesOf(own, 'Arm: 60 in lang', 'Graues Aluminium')).toEqual([]);
  });

  it('says no other figure, material or colour, and loses none', () => {
    const own = task('de', { marketplace: 'DE', original: BULLETS, product: undefined });
    expect(rulesOf(own, 'Arm: 140 cm lang', 'Graues Holz aus Messing')).toEqual([
      '0 hard UNGROUNDED_NUMBER',
      '1 hard UNGROUNDED_MATERIAL',
    ]);
    expect(rulesOf(own, 'Ein Arm aus Aluminium', 'Graues Aluminium')).toEqual(['0 warning FIGURE_LOST']);
  });

  it('keeps to the limits and the policies of the kind of text that it was', () => {
    const title = task('en-GB', { inputs: { field: 'title' } });
    const long = 'Lumora desk lamp of grey aluminium, 152 x 10 cm, with an arm that is long and grey';
    expect(rulesOf(title, long)).toContain('0 hard TEXT_TOO_LONG');
    expect(rulesOf(title, 'Lumora Desk Lamp, Grey Aluminium, Buy Now, 152 x 10 cm')).toContain(
      '0 hard PROMOTION',
    );
    expect(rulesOf(task('en-GB', { inputs: { field: 'features' } }), 'Short', 'Works up to 40 °C')).toContain(
      '0 hard TEXT_TOO_SHORT',
    );
  });
});

describe('the composer', () => {
  it('writes American English as it is spelt and measured in Britain, and leaves names alone', () => {
    expect(composed(task('en-GB'))).toEqual([
      {
        text: 'A grey lamp of aluminium by Lumora Color. Its arm is 152 cm long, its base weighs 907 g. The COLOUR is even.',
      },
    ]);
    expect(composed(task('en-GB', { inputs: { field: 'title' } }))).toEqual([
      { text: 'Lumora Desk Lamp, Grey, Aluminium, 152 x 10.2 cm' },
    ]);
    expect(composed(task('en-GB', { inputs: { field: 'features' } }))).toEqual([
      { text: 'Grey aluminium arm' },
      { text: 'Works up to 40 °C' },
    ]);
  });

  it('leaves a meter that measures as it is', () => {
    const original = {
      texts: ['A moisture meter of gray metal, on 2 meters of cord'],
      applicationId: 'own',
      language: 'en-US',
    };
    expect(composed(task('en-GB', { original, product: undefined }))).toEqual([
      { text: 'A moisture meter of grey metal, on 2 metres of cord' },
    ]);
  });

  it('writes British English as it is spelt and measured in the United States', () => {
    const original = {
      texts: ['Grey aluminium, 30 cm wide, the colour of fibre', 'Safe at -20 to 60 °C'],
      applicationId: 'own',
      language: 'en-GB',
    };
    expect(composed(task('en-US', { marketplace: 'US', original, product: undefined }))).toEqual([
      { text: 'Gray aluminum, 11.8 in wide, the color of fiber' },
      { text: 'Safe at -4 to 140 °F' },
    ]);
  });

  it('spells Canadian English as both', () => {
    const original = {
      texts: ['Gray aluminum colors, 2 lb, organized'],
      applicationId: 'own',
      language: 'en-US',
    };
    expect(composed(task('en-CA', { marketplace: 'CA', original, product: undefined }))).toEqual([
      { text: 'Grey aluminum colours, 907 g, organized' },
    ]);
  });

  it.each<[string, GenerationTask]>([
    ['another language', task('de', { marketplace: 'DE', original: BULLETS })],
    [
      'other words of a language',
      task('fr-CA', { marketplace: 'CA', original: { ...BULLETS, language: 'fr' } }),
    ],
  ])('refuses %s', (_name, given) => {
    expect(refusalOf(given)).toMatchObject({
      code: 'UnsupportedLanguage',
      detail: expect.any(String) as string,
    });
  });

  it('has nothing to write without a text', () => {
    expect(composed(task('en-GB', { product: { ...LAMP, description: '' } }))).toBeUndefined();
  });
});

it('a title that says a measure and nothing of the product is refused, as any title is', () => {
  const original = {
    texts: ['Lumora Desk Lamp, 60 in'],
    applicationId: 'product-title',
    language: 'en-US',
  };
  expect(rulesOf(task('en-GB', { original }), '15-inch')).toContain('0 hard TOO_FEW_FACTS');
  expect(rulesOf(task('en-GB', { original }), 'Lumora Desk Lamp, 60 in')).not.toContain(
    '0 hard TOO_FEW_FACTS',
  );
});
