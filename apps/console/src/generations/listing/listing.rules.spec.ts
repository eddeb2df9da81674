import type { Generation, GenerationCheck, ListingPart } from '#client';
import {
  acceptancesOf,
  checksIn,
  growingTexts,
  inputsFor,
  PARTS,
  resultOf,
  writtenPart,
  type PartItems,
} from './listing.rules.ts';

const finding = (variant: number): GenerationCheck => ({
  variant,
  rule: 'PRICE',
  severity: 'hard',
  start: 0,
  end: 3,
  message: { en: 'Prices.', zh: '价格。' },
  policyVersion: '1',
});
const result = [
  { part: 'title', text: 'Oak desk' },
  { part: 'bullets', header: 'Drawers', text: 'Six of them.' },
  { part: 'bullets', text: 'Solid oak.' },
  { part: 'description', text: 'A desk.' },
];
const listing = { id: 'l', applicationId: 'listing', status: 'SUCCESS', result } as unknown as Generation;
const partsOf = (generation: Generation) =>
  PARTS.map(([part]) => ({ part, ...writtenPart(generation, part) }));

describe('writtenPart', () => {
  it('has the items of the part, with their own findings and sentences', () => {
    const claim = { index: 2, start: 0, end: 10, evidence: [], supported: true };
    const part = writtenPart({ ...listing, checks: [finding(0), finding(2)], claims: [claim] }, 'bullets');
    expect(part.items).toEqual([{ header: 'Drawers', text: 'Six of them.' }, { text: 'Solid oak.' }]);
    expect(part.checks).toEqual([finding(1)]);
    expect(part.claims?.[0]?.index).toBe(1);
    expect(writtenPart(listing, 'highlights').items).toEqual([]);
  });

  it('reads what an application of its own has written', () => {
    const text = { ...listing, applicationId: 'product-description', result: 'A better desk.' };
    expect(writtenPart(text, 'description').items).toEqual([{ text: 'A better desk.' }]);
    const titles = { ...listing, applicationId: 'product-title', result: [{ text: 'One' }, { text: 'Two' }] };
    expect(writtenPart(titles, 'title').items).toEqual([{ text: 'One' }]);
  });

  it("is a person's version once that is accepted", () => {
    const review = { state: 'ACCEPTED' as const, result: [{ part: 'title', text: 'My desk' }] };
    const accepted = { ...listing, review, checks: [finding(0)] };
    expect(writtenPart(accepted, 'title')).toMatchObject({ items: [{ text: 'My desk' }], checks: [] });
    expect(writtenPart(accepted, 'description').items).toEqual([{ text: 'A desk.' }]);
  });
});

describe('resultOf and checksIn', () => {
  it('find the findings of each part in the check of all', () => {
    const parts: PartItems = { description: [{ text: 'D' }], bullets: [{ text: 'A' }, { text: 'B' }] };
    expect(resultOf(parts).map(({ part }) => part)).toEqual(['bullets', 'bullets', 'description']);
    const checks = [finding(1), finding(2)];
    expect(checksIn(parts, 'bullets', checks)).toEqual([finding(1)]);
    expect(checksIn(parts, 'description', checks)).toEqual([finding(0)]);
    expect(checksIn(parts, 'title', checks)).toEqual([]);
  });
});

describe('acceptancesOf', () => {
  const accepted = (generation: Generation, parts: ListingPart[], own: PartItems = {}) =>
    acceptancesOf(parts, partsOf(generation), own);

  it('accepts parts as they were written', () =>
    expect(accepted(listing, ['title', 'description'])).toEqual([
      {
        generation: listing,
        parts: ['title', 'description'],
        body: { to: 'product', parts: ['title', 'description'] },
      },
    ]));

  it("sends a person's version, and of a draft every text", () => {
    const own = { title: [{ text: 'My desk' }] };
    expect(accepted(listing, ['title'], own)[0]?.body.result).toEqual([{ part: 'title', text: 'My desk' }]);
    const draft = { ...listing, status: 'FAILED' as const };
    expect(accepted(draft, ['description'])[0]?.body.result).toEqual([
      { part: 'description', text: 'A desk.' },
    ]);
  });

  it('accepts what was written again by itself apart from the listing', () => {
    const text = {
      id: 't',
      applicationId: 'product-description',
      status: 'SUCCESS',
      result: 'A better desk.',
    };
    const again = text as Generation;
    const parts = partsOf(listing).map((one) =>
      one.part === 'description' ? { part: one.part, ...writtenPart(again, 'description') } : one,
    );
    const bodies = acceptancesOf(['title', 'description'], parts, { description: [{ text: 'Mine.' }] });
    expect(bodies.map(({ generation, body }) => ({ id: generation.id, ...body }))).toEqual([
      { id: 'l', to: 'product', parts: ['title'] },
      { id: 't', to: 'product', result: 'Mine.' },
    ]);
  });
});

it('knows which part a growing text belongs to', () => {
  const parts: ListingPart[] = ['bullets', 'title', 'description', 'bullets'];
  const live = { texts: ['B1', 'T', 'D', 'B2', '…'], parts };
  expect(growingTexts(live, 'bullets')).toEqual(['B1', 'B2']);
  expect(growingTexts(live, 'description')).toEqual(['D']);
  expect(growingTexts(live, 'searchTerms')).toEqual([]);
});

it('passes on the inputs that the application of a part knows', () => {
  const schema = { type: 'object', properties: { keywords: {}, variants: {} } };
  expect(inputsFor({ productId: 'p', keywords: ['oak'], count: 3 }, schema)).toEqual({
    productId: 'p',
    keywords: ['oak'],
  });
});
