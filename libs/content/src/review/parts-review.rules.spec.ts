// A listing is reviewed part by part, each by the rules of its own application.
import type { GenerationTask, OwnPolicy } from '#contracts';
import { composed } from '../../test/compositions.ts';
import { applications } from '../applications/index.ts';
import type { Item } from '../applications/port.ts';
import { coverageOf } from './coverage.rules.ts';
import { contextOf, review } from './review.rules.ts';

const product: NonNullable<GenerationTask['product']> = {
  id: '0193a0b0-0000-7000-8000-000000000001',
  genre: 'Retailer',
  asin: 'B000000001',
  marketplace: 'US',
  title: 'Oakline Garden Bench, Solid Oak, 120 cm',
  brand: 'Oakline',
  description: 'A bench for two, made of solid oak and oiled twice.',
  specification: 'Material: Solid oak\nSeat height: 45 cm',
  feature: 'Seats two people side by side',
  features: ['Seats two people side by side'],
  mainImage: '',
  link: '',
  createdAt: 0,
  updatedAt: 0,
};

const GOOD: Item[] = [
  { part: 'title', text: 'Oakline Garden Bench, Solid Oak, 120 cm' },
  { part: 'highlights', text: 'Seats two, Oiled twice, Seat height 45 cm' },
  { part: 'bullets', header: 'Roomy', text: 'Seats two people side by side.' },
  { part: 'bullets', header: 'Solid oak', text: 'The wood is oiled twice.' },
  { part: 'bullets', header: 'Seat height', text: 'The seat is 45 cm above the ground.' },
  {
    part: 'description',
    text: 'A bench for two, made of solid oak and oiled twice. Its seat is 45 cm high.',
  },
  { part: 'searchTerms', text: 'patio furniture outdoor' },
];

function taskFor(inputs: GenerationTask['inputs'] = {}, rest: Partial<GenerationTask> = {}): GenerationTask {
  const environment = { language: 'en', model: 'test:x', temperature: 0 };
  return { applicationId: 'listing', inputs: { count: 3, ...inputs }, environment, product, ...rest };
}

function contextFor(...given: Parameters<typeof taskFor>) {
  return contextOf({ task: taskFor(...given), application: applications.listing, secrets: [] });
}

const found = (items: Item[], ...given: Parameters<typeof contextFor>) => {
  const { all, publishable, complete, warnings } = review(items, contextFor(...given));
  const told = ({ rule, variant }: (typeof all)[number]): string => `${rule} of ${variant}`;
  return { all: all.map(told), warnings: warnings.map(told), publishable, complete };
};
const without = (part: string): Item[] => GOOD.filter((item) => item.part !== part);
const withText = (part: string, text: string): Item[] =>
  GOOD.map((item) => (item.part === part ? { ...item, text } : item));

it('a listing without faults is published whole', () => {
  expect(found(GOOD)).toEqual({ all: [], warnings: [], publishable: GOOD, complete: true });
});

it.each([
  [
    'title',
    'Oakline Garden Bench of Solid Oak with a Seat for Two People Side by Side, 120 cm',
    'TEXT_TOO_LONG of 0',
  ],
  ['highlights', `Seats two, ${'Oiled twice and solid, '.repeat(5)}45 cm high`, 'TEXT_TOO_LONG of 1'],
  ['description', 'A bench for two, made of solid oak and oiled twice, for', 'TRUNCATED of 5'],
  ['searchTerms', 'patio furniture patio', 'REPEATED_TERM of 6'],
  ['searchTerms', 'patio oakline', 'BRAND_IN_TERMS of 6'],
])('%s is checked by the rules of its own application', (part, text, finding) => {
  expect(found(withText(part, text)).all).toContain(finding);
});

it('search terms are warned of words that title, highlights or bullet points of this listing have', () => {
  const { all, publishable, warnings } = found(withText('searchTerms', 'patio seating seats ground'));
  expect(all).toEqual(['TERM_ON_PAGE of 6', 'TERM_ON_PAGE of 6']);
  expect([publishable?.length, warnings]).toEqual([7, all]);
});

it('highlights and search terms may be missing, title, bullet points and description may not', () => {
  expect(found(without('searchTerms'))).toEqual({
    all: ['PART_MISSING of 0'],
    warnings: ['PART_MISSING of 0'],
    publishable: without('searchTerms'),
    complete: false,
  });
  for (const part of ['title', 'bullets', 'description'])
    expect(found(without(part))).toMatchObject({ all: ['PART_MISSING of 0'], publishable: undefined });
});

it('a part that fails is left out, or forbids the whole', () => {
  const bad = withText('highlights', 'Buy now, Seats two, Oiled twice');
  expect(found(bad)).toMatchObject({
    all: ['PROMOTION of 1'],
    warnings: ['PART_MISSING of 0'],
    publishable: without('highlights'),
  });
  expect(found(withText('title', 'Oakline Garden Bench!'))).toMatchObject({ publishable: undefined });
});

it('of a bullet point that is left out only its fault is told; published without it, the listing has fewer than asked for', () => {
  const bullet = { part: 'bullets', header: 'Oiled twice', text: 'Buy now: the wood is oiled twice.' };
  const items = GOOD.toSpliced(2, 0, bullet);
  expect(found(items, { count: 4 })).toMatchObject({
    all: ['PROMOTION of 2'],
    warnings: ['FEWER_THAN_ASKED of 2'],
    publishable: GOOD,
  });
  expect(found(GOOD, { count: 4 })).toMatchObject({ all: ['FEWER_THAN_ASKED of 2'] });
});

it('warnings name the items as they are published, in the order of the page', () => {
  const turned = [...GOOD].reverse();
  const small = { part: 'bullets', text: 'seats two people side by side.' };
  const shouted = turned.map((item) => (item['header'] === 'Roomy' ? small : item));
  const { all, warnings, publishable } = found(shouted);
  expect([all, warnings]).toEqual([['NO_CAPITAL of 4'], ['NO_CAPITAL of 4']]);
  expect((publishable as Item[]).map(({ part }) => part)).toEqual(GOOD.map(({ part }) => part));
  expect((publishable as Item[])[4]).toEqual(small);
});

it('a required keyword stands in some part, and the coverage names the parts', () => {
  const inputs = { keywords: ['patio furniture!', 'solid oak', 'teak'] };
  const context = contextFor(inputs);
  expect(review(GOOD, context).all).toEqual([]);
  expect(coverageOf(GOOD, context).keywords).toEqual([
    { keyword: 'patio furniture', found: ['searchTerms'] },
    { keyword: 'solid oak', found: ['title', 'bullets', 'description'] },
    { keyword: 'teak', found: [] },
  ]);
  expect(found(without('searchTerms'), inputs).all).toContain('KEYWORD_MISSING of 5');
});

it('limits are those of the marketplace', () => {
  const long = withText('searchTerms', 'patio furniture outdoor '.padEnd(210, 'abcdefghij klmnopqr '));
  expect(found(long, {}, { product: { ...product, marketplace: 'IN' } }).all).toContain('TEXT_TOO_LONG of 6');
});

const row = (rule: OwnPolicy['rule'], rest: Partial<OwnPolicy>): OwnPolicy => ({
  id: 'own-1',
  rule,
  severity: 'hard',
  ...rest,
});
const words = (most: number) => ({ field: 'text', unit: 'words', most }) as const;

it.each<[string, OwnPolicy, string[]]>([
  [
    'the application of a part, for this part',
    row('BANNED_TERM', { phrases: ['oiled'], applications: ['item-highlights'] }),
    ['BANNED_TERM of 1'],
  ],
  [
    'the listing, for each text of it',
    row('BANNED_TERM', { phrases: ['oiled'], applications: ['listing'] }),
    ['BANNED_TERM of 1', 'BANNED_TERM of 3', 'BANNED_TERM of 5'],
  ],
  [
    'the listing, for the length of each text of it',
    row('LIMIT', { limit: words(9), applications: ['listing'] }),
    ['LIMIT of 4', 'LIMIT of 5'],
  ],
  ['another application, for nothing', row('BANNED_TERM', { phrases: ['oiled'], applications: ['faq'] }), []],
])('a row of the workspace holds where it names %s', (_what, own, expected) => {
  expect(found(GOOD, {}, { policies: [own] }).all).toEqual(expected);
});

describe('a term that the workspace requires', () => {
  const required = (phrase: string, rest: Partial<OwnPolicy> = {}) => ({
    policies: [row('REQUIRED_TERM', { phrases: [phrase], ...rest })],
  });

  it.each<[string, object, string[]]>([
    ['stands in some part', required('Oakline'), []],
    [
      'stands in some part of a listing, which the row names',
      required('Oakline', { applications: ['listing'] }),
      [],
    ],
    ['is missing in all of them', required('teak'), ['REQUIRED_TERM of 5']],
    [
      'is missing, and the row names the listing',
      required('teak', { applications: ['listing'] }),
      ['REQUIRED_TERM of 5'],
    ],
    ['stands in the part that the row names', required('patio', { applications: ['search-terms'] }), []],
    [
      'stands in another part than the row names',
      required('patio', { applications: ['product-title'] }),
      ['REQUIRED_TERM of 0'],
    ],
  ])('%s', (_where, rest, expected) => {
    const isThere = expected.length === 0;
    const published = { publishable: isThere ? GOOD : undefined, complete: isThere };
    expect(found(GOOD, {}, rest)).toMatchObject({ all: expected, ...published });
  });

  it('stands in a part that is published, unless its absence is only warned of', () => {
    const bad = withText('highlights', 'Buy now, Seats two, Oiled twice');
    expect(found(bad, {}, required('buy'))).toMatchObject({
      all: ['PROMOTION of 1', 'REQUIRED_TERM of 5'],
      publishable: undefined,
    });
    expect(found(bad, {}, required('buy', { severity: 'warning' }))).toMatchObject({
      warnings: ['PART_MISSING of 0', 'REQUIRED_TERM of 0'],
      publishable: without('highlights'),
    });
  });

  it('does not stand in an item that is too much, and the finding tells so', () => {
    const bullets = GOOD.filter(({ part }) => part === 'bullets');
    const more = { ...bullets.at(-1), text: 'A bench for the evenings of a long summer' };
    const items = GOOD.toSpliced(GOOD.indexOf(bullets.at(-1)!) + 1, 0, more);
    expect(found(items, {}, required('summer'))).toMatchObject({
      all: expect.arrayContaining([expect.stringContaining('REQUIRED_TERM')]),
      publishable: undefined,
    });
  });

  it('is asked of a whole listing alone: a person may send the other parts another time', () => {
    expect(found(without('title'), {}, required('teak')).all).toEqual(['PART_MISSING of 0']);
    expect(found(without('highlights'), {}, required('teak')).all).toContain('REQUIRED_TERM of 4');
  });

  it('may be the brand, which search terms do not name, also for the offline composer', () => {
    const items = composed(taskFor({}, required('Oakline'))) as Item[];
    expect(items.map(({ part }) => part)).toContain('searchTerms');
    expect(found(items, {}, required('Oakline'))).toMatchObject({ all: [], publishable: items });
  });
});
