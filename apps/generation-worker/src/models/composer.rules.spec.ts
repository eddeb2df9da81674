// The offline composer: only source data, in seven languages.
import { OFFLINE_MODEL, type GenerationTask } from '#contracts';
import { applicationOf, type Content, contextOf, type Item, review, type Review } from '#content';
import { compose, COMPOSER_TRAITS } from './composer.rules.ts';
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
  compose({ task: given, seed }, applicationOf(given));
const titles = (given: GenerationTask, seed?: string): string[] =>
  (composed(given, seed) as { text: string }[]).map(({ text }) => text);
const bullets = (given: GenerationTask): Item[] => composed(given) as Item[];
const text = (given: GenerationTask): string => composed(given) as string;
const reviewed = (content: Content, given: GenerationTask): Review => {
  const application = applicationOf(given);
  return review(content, contextOf({ task: given, application, secrets: [], ...COMPOSER_TRAITS }));
};
const hardRules = (content: Content, given: GenerationTask): string[] =>
  reviewed(content, given)
    .all.filter(({ severity }) => severity === 'hard')
    .map(({ rule }) => rule);

function refusalOf(given: GenerationTask): string {
  try {
    composed(given);
  } catch (error) {
    if (error instanceof ModelError) return error.code;
    throw error;
  }
  return 'none';
}

describe('composed titles', () => {
  it('begin with the brand, name the product and keep to the limit', () => {
    expect(titles(task('product-title'))).toEqual([
      'Oakline Garden Bench with Backrest, Solid Oak, 120 cm, Weatherproof Finish',
    ]);
  });

  it('differ from one another and are the same for the same seed', () => {
    const three = task('product-title', { variants: 3 });
    expect(new Set(titles(three)).size).toBe(3);
    expect(titles(three)).toEqual(titles(three));
    expect(titles(three, 'another')).not.toEqual(titles(three));
  });

  it('contain keywords and may be longer for media', () => {
    expect(titles(task('product-title', { keywords: ['patio'] }))[0]).toContain('patio');
    expect(titles(task('product-title', { media: true }))[0]).toContain('Weatherproof Finish, Natural');
  });

  it('end at a whole word after which no other must follow', () => {
    const title = 'Oiled Bench Garden Patio Balcony Terrace Furniture Set for the Neighbourhood';
    expect(titles(task('product-title', {}, {}, { ...BENCH, title }))).toEqual([
      'Oakline Oiled Bench Garden Patio Balcony Terrace Furniture Set, Solid oak',
    ]);
  });
});

describe('composed bullet points', () => {
  it('are the publishable features, then the sentences of the description', () => {
    expect(bullets(task('bullet-points'))).toEqual([
      { header: 'Roomy', text: 'Seats two people side by side' },
      { header: 'STURDY', text: 'Solid oak with tenon joints.' },
      { text: 'Oiled twice, for gardens and balconies' },
      { text: 'A bench for two.' },
      { text: 'The oak is oiled twice.' },
    ]);
  });

  it('are as many as the request asks for: the audience first, then features with a keyword', () => {
    const found = bullets(
      task('bullet-points', { count: 3, keywords: ['balconies'], audience: 'small gardens' }),
    );
    expect(found).toEqual([
      { header: 'For', text: 'small gardens' },
      { text: 'Oiled twice, for gardens and balconies' },
      { header: 'Roomy', text: 'Seats two people side by side' },
    ]);
  });
});

describe('a composed description', () => {
  it('has an introduction, prose, features and details, without phrases that may not be published', () => {
    expect(text(task('product-description')).split('\n\n')).toEqual([
      'Garden Bench with Backrest - Solid Oak - 120 cm - Weatherproof Finish - Natural, by Oakline.',
      'A bench for two. The oak is oiled twice.',
      'Roomy: Seats two people side by side. STURDY: Solid oak with tenon joints. Oiled twice, for gardens and balconies.',
      'Material: Solid oak. Color: Natural. Seat height: 45 cm. Category: Garden, Furniture, and Benches.',
    ]);
  });

  it('follows the inputs for length and line breaks and the environment for tone and style', () => {
    expect(text(task('product-description', { length: 'short' })).length).toBeLessThanOrEqual(400);
    expect(text(task('product-description', { allowBr: true }))).toContain('.<br><br>A bench');
    expect(text(task('product-description', {}, { tone: 'Friendly' }))).toMatch(/^Meet Garden Bench/);
    const technical = text(task('product-description', {}, { writing_style: 'technical' }));
    expect(technical.indexOf('Seat height')).toBeLessThan(technical.indexOf('A bench for two'));
    expect(text(task('product-description', {}, { writing_style: 'minimalist' })).length).toBeLessThanOrEqual(
      400,
    );
  });

  it('names the audience and the keywords that the product does not contain', () => {
    const given = task('product-description', {
      keywords: ['oak', 'patio', 'terrace'],
      audience: 'small gardens',
    });
    expect(text(given)).toContain('For: small gardens. Key terms: patio and terrace.');
  });
});

describe('the composer without a product', () => {
  const bare = (applicationId: GenerationTask['applicationId'], inputs: GenerationTask['inputs']) =>
    task(applicationId, inputs, {}, null);

  it('composes from inputs', () => {
    const named = { productType: 'oak bench', brand: 'Oakline', color: 'Natural' };
    expect(titles(bare('product-title', named))).toEqual(['Oakline oak bench, Natural']);
    const facts = {
      productName: 'Oak bench',
      features: ['Seats two people', 'Oiled twice by hand'],
      seatHeight: '45 cm at the front',
    };
    expect(bullets(bare('bullet-points', facts))).toContainEqual({
      header: 'Seat height',
      text: '45 cm at the front',
    });
    expect(text(bare('product-description', facts))).toContain('Seat height: 45 cm at the front.');
  });

  it('composes from a document, which is only guidance when there is a product', () => {
    const document = { title: 'Oak bench', content: 'It seats two people.\nWidth: 120 cm' };
    expect(text({ ...bare('product-description', {}), document })).toBe(
      'Oak bench.\n\nIt seats two people.\n\nWidth: 120 cm.',
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
    [
      'a language without phrase templates',
      task('product-title', {}, { language: 'pl' }),
      'UnsupportedLanguage',
    ],
  ])('fails with %s', (_name, given, code) => {
    expect(refusalOf(given)).toBe(code);
  });
});

describe('the composer in other languages', () => {
  const custom = (title: string, brand: string, description: string, features: string[], specification: string): Product => ({
    ...BENCH, genre: 'Custom', title, brand, description, specification, feature: features.join('\n'), tags: [],
  }); // prettier-ignore

  it.each<[string, Product, string]>([
    ['de', custom('Gartenbank aus massiver Eiche, 120 cm', 'Oakline', 'Eine Bank für zwei. Das Holz ist zweimal geölt.', ['Platz für zwei Personen', 'Zapfenverbindungen halten lange'], 'Color: Natur'), 'Farbe: Natur'],
    ['fr', custom('Banc de jardin en chêne massif, 120 cm', 'Oakline', 'Un banc pour deux. Le bois est huilé deux fois.', ['Place pour deux personnes', 'Assemblage à tenons'], 'Color: Naturel'), 'Couleur: Naturel'],
    ['es', custom('Banco de jardín de roble macizo, 120 cm', 'Oakline', 'Un banco para dos. La madera se aceita dos veces.', ['Espacio para dos personas', 'Uniones de espiga'], 'Color: Natural'), 'Color: Natural'],
    ['it', custom('Panca da giardino in rovere massello, 120 cm', 'Oakline', 'Una panca per due. Il legno è oliato due volte.', ['Posto per due persone', 'Giunti a tenone'], 'Color: Naturale'), 'Colore: Naturale'],
    ['zh', custom('实木花园长椅，120厘米，带靠背', 'Oakline', '这是一张双人长椅。木材经过两次上油。', ['可坐两个人，宽敞舒适又稳固', '榫卯结构，坚固耐用'], 'Color: 原木色'), '颜色：原木色'],
    ['ja', custom('オーク無垢材のガーデンベンチ、120cm、背もたれ付き', 'Oakline', '二人掛けのベンチです。木材は二度オイル仕上げです。', ['大人二人がゆったり座れます', 'ほぞ組みで丈夫な構造です'], 'Color: ナチュラル'), '色：ナチュラル'],
  ])('writes %s with the phrase templates of that language', (language, product, detail) => {
    const description = task('product-description', {}, { language }, product);
    expect(text(description)).toContain(detail);
    expect(reviewed(text(description), description)).toMatchObject({ complete: true, all: [] });
    const title = task('product-title', { variants: 2 }, { language }, product);
    expect(titles(title)[0]).toMatch(/^Oakline /);
    expect(hardRules(composed(title), title)).toEqual([]);
  }); // prettier-ignore

  it('cuts no word in a language without spaces', () => {
    const long = custom(`花园长椅${'阳台露台庭院户外休闲家具'.repeat(8)}`, '', '', [], '');
    const [title = ''] = titles(task('product-title', {}, { language: 'zh' }, long));
    expect([...title].length).toBeLessThanOrEqual(75);
    expect(title).toMatch(/^花园长椅阳台/);
  });

  it('leaves foreign source data untranslated and warns about it', () => {
    const given = task('product-description', {}, { language: 'zh' });
    const { publishable, warnings } = reviewed(text(given), given);
    expect(publishable).toMatch(/^Garden Bench.*。/);
    expect(warnings.map(({ rule }) => rule)).toEqual(['FACTS_NOT_TRANSLATED']);
  });
});
