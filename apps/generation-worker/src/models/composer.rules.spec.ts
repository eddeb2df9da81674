// The offline composer: only source data, in seven languages.
import { OFFLINE_MODEL, type GenerationTask } from '#contracts';
import { applicationOf, contextOf, review, type Content, type Item } from '#content';
import { compose } from './composer.rules.ts';
import { ModelError } from './port.ts';

type Product = NonNullable<GenerationTask['product']>;

const BENCH: Product = {
  id: '0193a0b0-0000-7000-8000-000000000001',
  genre: 'Retailer',
  asin: 'B000000001',
  marketplace: 'US',
  title: 'Garden Bench with Backrest - Solid Oak - 120 cm - Weatherproof Finish - Natural, by Oakline',
  brand: 'Oakline',
  description: 'A bench for two. Free shipping on every order! The oak is oiled twice.',
  specification: 'Material: Solid oak\nColor: Natural\nSeat height: 45 cm',
  feature: '【Roomy】Seats two people side by side',
  features: [
    '【Roomy】Seats two people side by side',
    'STURDY: Solid oak with tenon joints. Money-back guarantee for 2 years.',
    'Eco-friendly oil',
    '🌳 Oiled twice, for gardens and balconies',
  ],
  tags: ['Garden', 'Furniture', 'Benches'],
  mainImage: '',
  link: '',
  createdAt: 0,
  updatedAt: 0,
};

function task(
  applicationId: GenerationTask['applicationId'],
  inputs: GenerationTask['inputs'] = {},
  environment: Partial<GenerationTask['environment']> = {},
  product: Product | null = BENCH,
): GenerationTask {
  return {
    applicationId,
    inputs,
    environment: { language: 'en', model: OFFLINE_MODEL, temperature: 0, ...environment },
    ...(product ? { product } : {}),
  };
}

const composed = (given: GenerationTask, seed = 'seed'): Content =>
  compose(contextOf({ task: given, application: applicationOf(given), secrets: [] }), seed);
const titles = (given: GenerationTask, seed?: string): string[] =>
  (composed(given, seed) as { text: string }[]).map(({ text }) => text);
const bullets = (given: GenerationTask): Item[] => composed(given) as Item[];
const text = (given: GenerationTask): string => composed(given) as string;
function refusalOf(given: GenerationTask): ModelError {
  try {
    composed(given);
  } catch (error) {
    if (error instanceof ModelError) return error;
    throw error;
  }
  throw new Error('The composer wrote something.');
}

describe('composed titles', () => {
  it('begin with the brand, name the product and keep to the limit', () => {
    expect(titles(task('product-title'))).toEqual([
      'Oakline Garden Bench with Backrest, Solid Oak, 120 cm, Natural',
    ]);
  });

  it('differ from one another and are the same for the same seed', () => {
    const three = task('product-title', { variants: 3 });
    expect(new Set(titles(three)).size).toBe(3);
    expect(titles(three)).toEqual(titles(three));
    expect(titles(three, 'another')).not.toEqual(titles(three));
  });

  it('contain keywords and may be longer for media', () => {
    expect(titles(task('product-title', { keywords: ['patio'] }))[0]).toContain('Patio');
    expect(titles(task('product-title', { media: true }))[0]).toContain('Weatherproof Finish - Natural');
  });
});

describe('composed bullet points', () => {
  it('are the features under their headings, then the sentences of the description', () => {
    expect(bullets(task('bullet-points'))).toEqual([
      { header: 'Roomy', text: 'Seats two people side by side.' },
      { header: 'Sturdy', text: 'Solid oak with tenon joints.' },
      { text: 'Oiled twice, for gardens and balconies.' },
      { text: 'A bench for two.' },
      { text: 'The oak is oiled twice.' },
    ]);
  });

  it('are as many as the request asks for: the audience first, then features with a keyword', () => {
    const found = bullets(
      task('bullet-points', { count: 3, keywords: ['balconies'], audience: 'small gardens' }),
    );
    expect(found).toEqual([
      { header: 'For', text: 'Small gardens.' },
      { text: 'Oiled twice, for gardens and balconies.' },
      { header: 'Roomy', text: 'Seats two people side by side.' },
    ]);
  });
});

describe('a composed description', () => {
  it('has prose, features and details, without phrases that may not be published', () => {
    expect(text(task('product-description')).split('\n\n')).toEqual([
      'A bench for two. The oak is oiled twice.',
      'Seats two people side by side. Solid oak with tenon joints. Oiled twice, for gardens and balconies.',
      'The color is natural. Seat height: 45 cm.',
    ]);
  });

  it('follows the inputs for length and line breaks and the environment for the style', () => {
    expect(text(task('product-description', { length: 'short' })).length).toBeLessThanOrEqual(400);
    expect(text(task('product-description', { allowBr: true }))).toContain('.<br><br>Seats two');
    const technical = text(task('product-description', {}, { writing_style: 'technical' }));
    expect(technical.indexOf('Seat height')).toBeLessThan(technical.indexOf('A bench for two'));
    const minimalist = text(task('product-description', {}, { writing_style: 'minimalist' }));
    expect(minimalist.length).toBeLessThanOrEqual(400);
  });

  it('names the audience and the keywords that the product does not contain', () => {
    const given = task('product-description', {
      keywords: ['oak', 'patio', 'terrace'],
      audience: 'small gardens',
    });
    expect(text(given)).toContain('Garden Bench with Backrest from Oakline: patio, terrace.');
    expect(text(given)).toContain('For small gardens.');
  });
});

describe('the composer without a product', () => {
  const bare = (applicationId: GenerationTask['applicationId'], inputs: GenerationTask['inputs']) =>
    task(applicationId, inputs, {}, null);

  it('composes from inputs', () => {
    const named = { productType: 'oak bench', brand: 'Oakline', color: 'Natural' };
    expect(titles(bare('product-title', named))).toEqual(['Oakline Oak Bench, Natural']);
    const facts = {
      productName: 'Oak bench',
      features: ['Seats two people', 'Oiled twice by hand'],
      seatHeight: '45 cm at the front',
    };
    expect(bullets(bare('bullet-points', facts))).toContainEqual({
      header: 'Seat height',
      text: '45 cm at the front.',
    });
    expect(text(bare('product-description', facts))).toContain('Seat height: 45 cm at the front.');
  });

  it('composes from a document, which is only guidance when there is a product', () => {
    const facts = { title: 'Oak bench', content: 'It seats two people.\nWidth: 120 cm' };
    const document = { ...facts, kind: 'facts' as const };
    expect(text({ ...bare('product-description', {}), document })).toBe(
      'Oak bench. It seats two people.\n\nWidth: 120 cm.',
    );
    expect(text({ ...task('product-description'), document })).not.toContain('Width');
  });

  it.each<[string, GenerationTask, string]>([
    ['no source data', bare('product-title', {}), 'InsufficientProductData'],
    [
      'only a name for a description',
      bare('product-description', { name: 'Bench' }),
      'InsufficientProductData',
    ],
    [
      'too little data for three bullet points',
      bare('bullet-points', { name: 'Oak bench' }),
      'InsufficientProductData',
    ],
    ['a language without phrases', task('product-title', {}, { language: 'pl' }), 'UnsupportedLanguage'],
  ])('fails with %s', (_name, given, code) => {
    expect(refusalOf(given).code).toBe(code);
  });
});

describe('the composer and the language of the facts', () => {
  const { features: _features, asin: _asin, marketplace: _marketplace, ...rest } = BENCH;
  const custom: Product = { ...rest, genre: 'Custom' };
  const short: Product = {
    ...BENCH,
    title: 'Oakline Bench',
    description: '',
    features: [],
    specification: '',
  };

  it.each<[string, string, Product, string]>([
    ['German', 'de', custom, 'The facts are in English, not in German.'],
    ['Chinese', 'zh', custom, 'The facts are in English, not in Chinese.'],
    ['Japanese', 'ja', custom, 'The facts are in English, not in Japanese.'],
    ['German of a product of a German-speaking shop', 'de', { ...BENCH, marketplace: 'DE' }, 'The facts are in English, not in German.'],
    ['French of a few words of another marketplace', 'fr', short, 'The facts are in English, not in French.'],
    ['Polish', 'pl', custom, 'It has no phrases in Polish.'],
  ])('refuses %s, and says why', (_name, language, product, detail) => {
    for (const applicationId of ['product-title', 'bullet-points', 'product-description'] as const)
      expect(refusalOf(task(applicationId, {}, { language }, product))).toMatchObject({
        code: 'UnsupportedLanguage',
        retries: 0,
        detail,
      });
  }); // prettier-ignore

  it('takes a few words for those of the language that the marketplace speaks', () => {
    expect(titles(task('product-title', {}, {}, short))).toEqual(['Oakline Bench']);
  });

  it('leaves out parts in another language', () => {
    const product: Product = {
      ...custom,
      title: 'Gartenbank mit Rückenlehne',
      description: 'Eine Bank für zwei Personen. Das Holz wird zweimal geölt und trocknet langsam.',
      feature: 'Seats two people side by side in the garden and on the balcony of the house',
      specification: 'Material: Oak\nColor: Natur\nSitzhöhe: 45 cm',
    };
    expect(text(task('product-description', {}, { language: 'de' }, product))).toBe(
      'Eine Bank für zwei Personen. Das Holz wird zweimal geölt und trocknet langsam.\n\nDie Farbe ist Natur. Sitzhöhe: 45 cm.',
    );
  });
});

it('facts of which too many need a proof are refused with that reason', () => {
  const features = ['Heals arthritis and joint pain', 'The most powerful magnet in the world'];
  const sleeve = {
    ...BENCH,
    title: 'Knee Sleeve',
    description: '',
    specification: '',
    feature: '',
    features,
  };
  const given = task('bullet-points', {}, {}, sleeve);
  const context = contextOf({ task: given, application: applicationOf(given), secrets: [] });
  expect(() => compose(context, 'seed')).toThrow(
    expect.objectContaining({
      code: 'InsufficientProductData',
      detail: expect.stringContaining('need a proof') as string,
    }),
  );
});

describe('the composer in French', () => {
  const box: Product = {
    ...BENCH,
    marketplace: 'FR',
    title: 'Boîte de rangement en bambou',
    brand: 'Boisea',
    description: 'Une boîte pour la cuisine; elle se pose sur le plan de travail.',
    specification: '',
    features: ['Largeur: 20 cm', 'Fabriqué en France: bois massif du Jura'],
  };
  const described = (product: Product, language = 'fr', inputs = {}): string =>
    text(task('product-description', inputs, { language }, product));

  it('sets marks apart where readers see them, and quotes as the source has it', () => {
    expect(described(box)).toContain('cuisine\u00a0; elle');
    const given = task('attributes', {}, { language: 'fr' }, box);
    expect(composed(given)).toContainEqual(expect.objectContaining({ quote: 'Largeur: 20 cm' }));
    const context = contextOf({ task: given, application: applicationOf(given), secrets: [] });
    expect(review(composed(given), context).all).toEqual([]);
  });

  it('follows Canada there', () => {
    const canadian = described({ ...box, marketplace: 'CA' }, 'fr-CA');
    expect(canadian).toContain('cuisine; elle');
    expect(canadian).toContain('France\u00a0: bois');
  });

  it('writes no more than asked for with the blanks that it sets', () => {
    const description =
      'La boîte se plie; son couvercle tient seul; ses pieds sont ronds; son fond est en feutre. Elle range le thé; le café; le sucre; les épices. Son bois vient du Jura; son vernis est mat; ses poignées sont en cuir brun.';
    const lengths = Array.from({ length: 60 }, (_none, place) => {
      const specification = `Couvercle: Large et ${'x'.repeat(100 + place)}`;
      return described({ ...box, features: [], description, specification }, 'fr', { length: 'short' })
        .length;
    });
    expect(Math.max(...lengths)).toBeGreaterThan(380);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(400);
  });
});
