// The table of policies: its rows, what holds where, and the rows of a workspace.
import type { GenerationTask, Marketplace, OwnPolicy } from '#contracts';
import { applicationOf } from '../applications/index.ts';
import { contextOf, review } from '../review/review.rules.ts';
import { POLICIES, POLICY_VERSION, policiesAt } from './policies.rules.ts';

const PAGE = [
  'product-title',
  'bullet-points',
  'product-description',
  'rewrite',
  'faq',
  'attributes',
  'localise',
  'alt-text',
];

it('each row has a source, a day and a name of its own', () => {
  for (const { id, from, source } of POLICIES) {
    expect([id, from]).toEqual([id, expect.stringMatching(/^(always|\d{4}-\d\d-\d\d)$/)]);
    expect(source.length).toBeGreaterThan(3);
  }
  expect(new Set(POLICIES.map(({ id }) => id)).size).toBe(POLICIES.length);
  expect(POLICY_VERSION).toMatch(/^2026-\d\d-\d\d\.[0-9a-f]{8}$/);
});

it('the table forbids on each part of a page what it forbids on another', () => {
  const bans = PAGE.map(
    (application) =>
      policiesAt({ application, language: 'en', marketplace: 'US' })
        .filter(({ rule, phrases }) => phrases !== undefined && rule !== 'FORBIDDEN_CHARACTER')
        .map(({ id }) => id)
        .filter((id) => id !== 'unnamed-en'), // a sentence is wrong as a name alone
  );
  expect(bans[0]).toEqual(
    expect.arrayContaining(['price-any', 'availability-any', 'guarantee-any', 'biocide-any']),
  );
  for (const others of bans) expect(others).toEqual(bans[0]);
});

it('what the product is called lifts a row for these words alone, with any ending', () => {
  const title = 'Kneewell Pain-Relief Patch';
  const product = {
    title,
    brand: 'Kneewell',
    description: 'A patch for the knee.',
  } as GenerationTask['product'];
  const rulesOf = (text: string): string[] => {
    const environment = { language: 'en', model: 'test:x', temperature: 0 };
    const task: GenerationTask = { applicationId: 'rewrite', inputs: {}, environment, product };
    const context = contextOf({ task, application: applicationOf(task), secrets: [] });
    return review(text, context).all.map(({ rule }) => rule);
  };
  expect(rulesOf('The Kneewell patch for pain relief is worn on the knee.')).not.toContain('MEDICAL_CLAIM');
  expect(rulesOf('The Kneewell pain relief patch lowers blood pressure.')).toContain('MEDICAL_CLAIM');
});

it.each([
  ['en', 'Wren & Field Nest Box for Blue Tits, 28 mm', 'A nest box of oak for blue tits.'],
  ['en', 'Stahlwerk 10 inch Bastard File', 'A bastard file for metal.'],
  ['de', 'Stahlwerk Bastard-Feile 250 mm', 'Eine Bastard-Feile für Metall.'],
  ['ja', 'ドッグ 糞処理袋', '犬の糞を入れる処理袋です。'],
])('%s: a word that only some mean ill is allowed to “%s”', (language, title, text) => {
  const rulesFor = (name: string): string[] => {
    const product = { title: name, brand: '', description: text } as GenerationTask['product'];
    const environment = { language, model: 'test:x', temperature: 0 };
    const task: GenerationTask = { applicationId: 'product-description', inputs: {}, environment, product };
    const context = contextOf({ task, application: applicationOf(task), secrets: [] });
    return review(text, context).all.map(({ rule }) => rule);
  };
  expect(rulesFor(title)).not.toContain('OFFENSIVE');
  expect(rulesFor('Oakline')).toContain('OFFENSIVE');
});

it.each<[string, string, string[]]>([
  ['en', 'The flag has 50 stars and 13 stripes.', []],
  ['en', 'The bench has 4.8 stars.', ['REVIEW_QUOTE']],
  ['en', 'The bench is rated 3 stars.', ['REVIEW_QUOTE']],
  ['en', 'The bench has 4.75 stars, then 5.0 stars.', ['REVIEW_QUOTE', 'REVIEW_QUOTE']],
  ['en', 'The lamp throws 4,000 stars.', []],
  ['de', 'Die Bank hat 4,85 Sterne.', ['REVIEW_QUOTE']],
  ['es', 'El banco tiene 5,0 estrellas.', ['REVIEW_QUOTE']],
  ['de', 'Die Lichterkette trägt 20 Sterne aus Holz.', []],
  ['de', 'Die Bank hat 4,8 Sterne.', ['REVIEW_QUOTE']],
  ['fr', 'La guirlande porte 50 étoiles sur un fil.', []],
  ['fr', 'Le banc a cinq étoiles.', ['REVIEW_QUOTE']],
  ['zh', '音箱的型号是618。', []],
  ['zh', '618大促，音箱的型号。', ['TIME_BOUND']],
  ['zh', '磨砂膏温和去死皮。', []],
  ['zh', '你去死，去死吧。', ['OFFENSIVE', 'OFFENSIVE']],
])('%s: a word that is said of things too is refused as sellers say it: %s', (language, text, expected) => {
  const environment = { language, model: 'test:x', temperature: 0 };
  const inputs = { facts: text };
  const task: GenerationTask = { applicationId: 'product-description', inputs, environment };
  const { all } = review(text, contextOf({ task, application: applicationOf(task), secrets: [] }));
  const told = ['REVIEW_QUOTE', 'TIME_BOUND', 'OFFENSIVE'];
  expect(all.map(({ rule }) => rule).filter((rule) => told.includes(rule))).toEqual(expected);
});

it('a row holds in the language, the marketplace and the application that it names', () => {
  const ids = (application: string, language: string, marketplace?: Marketplace) =>
    policiesAt({ application, language, marketplace }).map(({ id }) => id);
  expect(ids('product-title', 'de', 'DE')).toContain('promotion-de');
  expect(ids('product-title', 'fr', 'DE')).not.toContain('promotion-de');
  expect(ids('product-title', 'ja', 'JP')).toContain('title-width-jp');
  expect(ids('product-title', 'ja', 'US')).not.toContain('title-width-jp');
  const own = ids('0193a0b0-0000-7000-8000-00000000000a', 'en');
  expect(own).toContain('offensive-any');
  expect(own).not.toContain('price-any');
});

describe('the rows of a workspace', () => {
  const product: GenerationTask['product'] = {
    id: '0193a0b0-0000-7000-8000-000000000001',
    genre: 'Custom',
    title: 'Oakline Garden Bench, oak',
    brand: 'Oakline',
    description: 'A bench of oak for two people, for gardens and balconies.',
    specification: '',
    feature: '',
    mainImage: '',
    link: '',
    createdAt: 0,
    updatedAt: 0,
  };
  const found = (text: string, ...own: OwnPolicy[]): string[] => {
    const task: GenerationTask = {
      applicationId: 'product-description',
      inputs: {},
      environment: { language: 'en', model: 'test:x', temperature: 0 },
      marketplace: 'US',
      product,
      policies: own,
    };
    const given = { task, application: applicationOf(task), secrets: [] };
    const context = contextOf(given);
    return review(text, context).all.map(({ rule, severity }) => `${rule} ${severity}`);
  };
  const text = 'A garden bench of oak for two people. It suits gardens, and cures insomnia in the shade.';
  const row = (rule: OwnPolicy['rule'], more: Partial<OwnPolicy>): OwnPolicy => ({
    id: 'own-1',
    rule,
    severity: 'hard',
    ...more,
  });

  it('add to what is forbidden, asked for and allowed at most', () => {
    const good = 'An Oakline garden bench of oak for two people, for gardens.';
    expect(found(good)).toEqual([]);
    expect(found(good, row('BANNED_TERM', { phrases: ['garden bench'] }))).toEqual(['BANNED_TERM hard']);
    expect(found(good, row('COMPETITOR', { phrases: ['oakline'], severity: 'warning' }))).toEqual([
      'COMPETITOR warning',
    ]);
    expect(found(good, row('OWN_BRAND', { phrases: ['OAKLINE'] }))).toEqual(['OWN_BRAND hard']);
    expect(found(good, row('OWN_BRAND', { phrases: ['Oakline'] }))).toEqual([]);
    expect(found(good, row('REQUIRED_TERM', { phrases: ['teak', 'for gardens'] }))).toEqual([]);
    expect(found(good, row('REQUIRED_TERM', { phrases: ['teak'] }))).toEqual(['REQUIRED_TERM hard']);
    const limit = { field: 'text', unit: 'words', most: 5 } as const;
    expect(found(good, row('LIMIT', { limit }))).toEqual(['LIMIT hard']);
    expect(found(good, row('LIMIT', { limit, languages: ['de', 'en'] }))).toEqual(['LIMIT hard']);
    expect(found(good, row('LIMIT', { limit, languages: ['de'] }))).toEqual([]);
    expect(found(good, row('BANNED_TERM', { phrases: ['oak'], languages: ['de'] }))).toEqual([]);
  });

  it.each<[GenerationTask['applicationId'], GenerationTask['inputs'], boolean]>([
    ['rewrite', { goal: 'fix', text: 'A bench of oak.', for: 'product-title' }, true],
    ['localise', { field: 'title' }, true],
    ['product-title', {}, false],
  ])(
    'hold for %s with %j where they name what writes again, or the kind of text',
    (applicationId, inputs, isAgain) => {
      const environment = { language: 'en', model: 'test:x', temperature: 0 };
      const rules = (...applications: string[]): string[] => {
        const phrases = { phrases: ['garden'], applications };
        const limit = { limit: { field: 'text', unit: 'words', most: 3 }, applications } as const;
        const policies = [row('BANNED_TERM', phrases), row('LIMIT', limit)];
        const task: GenerationTask = {
          applicationId,
          inputs,
          environment,
          marketplace: 'US',
          product,
          policies,
        };
        const context = contextOf({ task, application: applicationOf(task), secrets: [] });
        const title = 'Oakline Garden Bench, oak';
        const { all } = review(applicationId === 'rewrite' ? title : [{ text: title }], context);
        return all.map((check) => check.rule).filter((rule) => rule === 'BANNED_TERM' || rule === 'LIMIT');
      };
      const both = ['LIMIT', 'BANNED_TERM'];
      expect(rules('product-title')).toEqual(both);
      expect(rules('rewrite', 'localise')).toEqual(isAgain ? both : []);
      expect(rules('bullet-points', 'listing')).toEqual([]);
    },
  );

  it('soften a built-in row to a warning only where that may be', () => {
    expect(found(text)).toEqual(['MEDICAL_CLAIM hard']);
    const soften = (softens: string): OwnPolicy => ({ id: 'own-1', severity: 'warning', softens });
    expect(found(text, soften('medical-claim-any'))).toEqual(['MEDICAL_CLAIM warning']);
    expect(found('An Oakline garden bench of oak at a great price.', soften('price-any'))).toEqual([
      'PRICE hard',
    ]);
  });

  it('stay fast with thousands of terms', () => {
    const phrases = Array.from({ length: 2000 }, (_none, place) => `term ${place} of the list`);
    expect(
      found('An Oakline garden bench of oak: term 1999 of the list.', row('BANNED_TERM', { phrases })),
    ).toContain('BANNED_TERM hard');
  });
});
