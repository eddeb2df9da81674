// Listings, over the real bus: their parts are accepted together or one after the other, and each is the text of its product.
import {
  acceptGeneration,
  AppError,
  checkContent,
  createDataset,
  listCases,
  rejectGeneration,
  type AcceptanceRequest,
  type Actor,
  type Generation,
  type GenerationOutcome,
  type ListingPart,
} from '#contracts';
import { ProductAcceptancesService } from '../../src/reviews/product-acceptances.service.ts';
import { answered, errorOf } from '#testing/answers';
import { newActor, SUCCESS, waitUntil } from '../generations-environment.ts';
import { app, environment } from '../suite-environment.ts';
import { catalogue, presentProduct, productFor } from '../stand-in-catalogue.ts';
import { knownText } from './expected-texts.ts';
import { NeighbourEvents } from '../requests/neighbour-events.ts';

type Items = Record<string, string>[];

const RESULT: Items = [
  { part: 'title', text: 'Fenwick Eichenbrett, 40 cm' },
  { part: 'highlights', text: 'Aus einem Stück, mit Griff' },
  { part: 'bullets', header: 'Holz', text: 'Aus einem Stück' },
  { part: 'bullets', text: 'Geölt, mit Griff' },
  { part: 'bullets', header: 'Maß', text: '40 cm lang' },
  { part: 'description', text: 'Ein Brett aus Eiche, 40 cm lang und aus einem Stück.' },
  { part: 'searchTerms', text: 'schneidebrett küche' },
];
const LINES = ['Holz: Aus einem Stück', 'Geölt, mit Griff', 'Maß: 40 cm lang'];
const ALL: ListingPart[] = ['title', 'highlights', 'bullets', 'description', 'searchTerms'];
const DONE: GenerationOutcome = { ...SUCCESS, resultType: 'RESULTS', result: RESULT };
const OWN_BULLETS = [
  { part: 'bullets', text: 'Liegt fest' },
  { part: 'bullets', text: 'Aus einem Stück' },
];
const MORE = ['Geölt, mit Griff', '40 cm lang', 'Brett aus Eiche', 'Eiche, geölt'];
const SIX_BULLETS = [...OWN_BULLETS, ...MORE.map((text) => ({ part: 'bullets', text }))];

afterEach(() => {
  catalogue.onEdit = {};
});

interface Listing {
  actor: Actor;
  id: string;
  productId: string;
}

async function listing(outcome = DONE): Promise<Listing> {
  const actor = newActor();
  const { id: productId } = productFor(actor);
  const body = { applicationId: 'listing', inputs: { productId, count: 3 } };
  return { actor, id: await environment.createEnded(actor, outcome, body), productId };
}

const ask = ({ actor, id }: Listing, body: AcceptanceRequest): Promise<Generation> =>
  environment.gateway.request(acceptGeneration, { actor, id, body });
const accept = (one: Listing, body: AcceptanceRequest = {}): Promise<Generation> =>
  answered(() => ask(one, body));
const reviewOf = async ({ actor, id }: Listing) => (await environment.get(actor, id)).review;

/** How the texts of a product stand that a listing and its parts can be, by application. */
async function textsOf({ productId, id }: Listing): Promise<Record<string, string | undefined>> {
  const applications = ['listing', 'product-title', 'bullet-points', 'search-terms'];
  const states = applications.map(async (applicationId) => {
    const [row, event] = await knownText(environment, productId, applicationId);
    expect(event).toEqual(row);
    expect([id, undefined]).toContain(row?.generation_id);
    return [applicationId, row?.state] as const;
  });
  return Object.fromEntries(await Promise.all(states));
}

describe('an accepted listing', () => {
  it('is written to its product: each part goes where a text of its application goes', async () => {
    const one = await listing();
    const { review } = await accept(one);
    const { id, productId: written } = { id: review?.id, productId: one.productId };
    expect(review).toMatchObject({ state: 'ACCEPTED', to: 'product', parts: ALL });
    expect([id, review]).toEqual([written, expect.not.objectContaining({ result: expect.anything() })]);
    expect(presentProduct(one.actor, one.productId)).toMatchObject({
      title: RESULT[0]?.['text'],
      highlights: RESULT[1]?.['text'],
      features: LINES,
      feature: LINES[0],
      description: RESULT[5]?.['text'],
      searchTerms: RESULT[6]?.['text'],
      version: 2,
    });
  });

  it('is accepted part by part: what was accepted stays, and what a person has changed is told of its parts', async () => {
    const one = await listing();
    const before = presentProduct(one.actor, one.productId);
    expect((await accept(one, { parts: ['bullets'], result: OWN_BULLETS })).review).toMatchObject({
      parts: ['bullets'],
      result: OWN_BULLETS,
    });
    const own = [{ part: 'title', text: 'Eichenbrett von Fenwick' }];
    expect((await accept(one, { result: own })).review).toMatchObject({
      parts: ['title', 'bullets'],
      result: [...own, ...OWN_BULLETS],
    });
    expect(presentProduct(one.actor, one.productId)).toEqual({
      ...before,
      title: 'Eichenbrett von Fenwick',
      features: ['Liegt fest', 'Aus einem Stück'],
      feature: 'Liegt fest',
      version: 3,
    });
    const { review } = await accept(one, { parts: ['title', 'searchTerms'] });
    expect(review).toMatchObject({ parts: ['title', 'bullets', 'searchTerms'], result: OWN_BULLETS });
    expect(presentProduct(one.actor, one.productId)).toMatchObject({ title: RESULT[0]?.['text'] });
    expect((await accept(one, { to: 'document', parts: ['description'] })).review).toMatchObject({
      parts: ['title', 'bullets', 'description', 'searchTerms'],
      to: 'document',
      otherPlaces: [{ to: 'product', id: one.productId, parts: ['title', 'bullets', 'searchTerms'] }],
    });
  });

  it('becomes a document with a paragraph for each text of the chosen parts', async () => {
    const one = await listing();
    await accept(one, { to: 'document', parts: ['bullets', 'title'] });
    const documents = await environment.sql<{ content: string }>(
      'SELECT content FROM document WHERE workspace_id = $1',
      [one.actor.workspaceId],
    );
    expect(documents).toEqual([{ content: [RESULT[0]?.['text'], ...LINES].join('\n\n') }]);
  });

  it.each<[AcceptanceRequest, string]>([
    [{ variant: 1 }, 'variant'],
    [{ parts: ['title'], result: OWN_BULLETS }, 'parts'],
    [{ parts: ['title', 'bullets'], result: OWN_BULLETS }, 'parts'],
    [{ result: [{ part: 'title', text: 'Eichenbrett!' }] }, 'result[0]'],
    [{ result: [{ part: 'headline', text: 'Eichenbrett' }] }, 'result[0].part'],
    [{ parts: ['headline' as 'title'] }, 'body.parts[0]'],
    [{ to: 'document', result: Array(2).fill(RESULT[5]) }, 'result'],
    [{ to: 'document', result: SIX_BULLETS }, 'result'],
  ])('is not written where the body is %j: %s', async (body, target) => {
    const one = await listing();
    expect(await errorOf(accept(one, body))).toMatchObject({ code: 'InvalidArgument', target });
    expect(await reviewOf(one)).toEqual({ state: 'PENDING' });
  });

  it('has no part that it lacks, and a text of another application has none', async () => {
    const part = await listing({ ...DONE, result: RESULT.slice(0, 6) });
    expect(await errorOf(accept(part, { parts: ['searchTerms'] }))).toMatchObject({ target: 'parts' });
    expect((await accept(part)).review?.parts).toEqual(ALL.slice(0, 4));
    const actor = newActor();
    const id = await environment.createEnded(actor, SUCCESS, { applicationId: 'product-title' });
    const title = accept({ actor, id, productId: '' }, { parts: ['title'] });
    expect(await errorOf(title)).toMatchObject({ code: 'InvalidArgument', target: 'parts' });
  });

  it('keeps every part when all of them are accepted at once', async () => {
    const one = await listing();
    await Promise.all(ALL.map((part) => accept(one, { parts: [part] })));
    expect(await reviewOf(one)).toMatchObject({ state: 'ACCEPTED', parts: ALL });
    expect(presentProduct(one.actor, one.productId)).toMatchObject({
      title: RESULT[0]?.['text'],
      features: LINES,
      searchTerms: RESULT[6]?.['text'],
      version: 6,
    });
  });

  it('keeps a part whose answer was lost, although another one was accepted after it', async () => {
    const one = await listing();
    catalogue.onEdit = {
      after: () => {
        throw new AppError('Unavailable');
      },
    };
    const own = [{ part: 'title', text: 'Eichenbrett von Fenwick' }];
    expect(await errorOf(ask(one, { result: own }))).toMatchObject({ code: 'Unavailable' });
    catalogue.onEdit = {};
    await accept(one, { parts: ['bullets'] });
    await environment.sql('UPDATE acceptance SET due_at = now() WHERE generation_id = $1', [one.id]);
    await app.get(ProductAcceptancesService, { strict: false }).settleDue();
    const open = 'SELECT FROM acceptance WHERE generation_id = $1';
    await waitUntil(async () => (await environment.sql(open, [one.id])).length === 0);
    expect(await reviewOf(one)).toMatchObject({ parts: ['title', 'bullets'], result: own });
    const { title, version } = presentProduct(one.actor, one.productId) ?? {};
    expect([title, version]).toEqual(['Eichenbrett von Fenwick', 3]);
  });

  it('of a refused draft is the parts that a person has put right', async () => {
    const draft = RESULT.map((item) => (item['part'] === 'title' ? { ...item, text: 'Brett!' } : item));
    const usage = { inputTokens: 1, outputTokens: 1, calls: 2 };
    const refused = { status: 'FAILED', errorCode: 'QualityCheckFailed', draft, checks: [], usage } as const;
    const one = await listing(refused as unknown as GenerationOutcome);
    expect(await errorOf(accept(one, { parts: ['bullets'] }))).toMatchObject({ code: 'InvalidState' });
    const own = [{ part: 'title', text: 'Fenwick Eichenbrett' }];
    expect((await accept(one, { result: own })).review).toMatchObject({ parts: ['title'], result: own });
    expect(presentProduct(one.actor, one.productId)?.title).toBe('Fenwick Eichenbrett');
  });
});

describe('the texts of a product', () => {
  let neighbours: NeighbourEvents;
  beforeAll(async () => {
    neighbours = await NeighbourEvents.open(environment);
  });
  const NONE = { 'product-title': undefined, 'bullet-points': undefined, 'search-terms': undefined };

  it('are those of accepted parts of listings too, until the listing is rejected or deleted', async () => {
    const one = await listing();
    expect(await textsOf(one)).toEqual({ ...NONE, listing: 'PENDING' });
    await accept(one, { parts: ['title'] });
    expect(await textsOf(one)).toEqual({ ...NONE, listing: 'ACCEPTED', 'product-title': 'ACCEPTED' });
    await accept(one, { parts: ['searchTerms'] });
    const two = { ...NONE, listing: 'ACCEPTED', 'product-title': 'ACCEPTED', 'search-terms': 'ACCEPTED' };
    expect(await textsOf(one)).toEqual(two);
    const { actor, id } = one;
    await environment.gateway.request(rejectGeneration, { actor, id, body: {} });
    expect(await textsOf(one)).toEqual({ ...NONE, listing: undefined });
    await accept(one, { parts: ['bullets'] });
    expect(await textsOf(one)).toEqual({ ...NONE, listing: 'ACCEPTED', 'bullet-points': 'ACCEPTED' });
    await environment.delete(actor, id);
    expect(await textsOf(one)).toEqual({ ...NONE, listing: undefined });
  });

  const TITLE = RESULT[0]?.['text'];
  const TERMS = RESULT[6]?.['text'];
  it.each<[AcceptanceRequest[], object]>([
    [[{ to: 'product', parts: ['title', 'searchTerms'] }], { 'product-title': TITLE, 'search-terms': TERMS }],
    [[{ to: 'document', parts: ['title', 'searchTerms'] }], { listing: `${TITLE}\n\n${TERMS}` }],
    [
      [
        { to: 'document', parts: ['title'] },
        { to: 'product', parts: ['searchTerms'] },
      ],
      { listing: TITLE, 'search-terms': TERMS },
    ],
    [
      [
        { to: 'product', parts: ['title'] },
        { to: 'document', parts: ['searchTerms'] },
      ],
      { 'product-title': TITLE, listing: TERMS },
    ],
  ])('are references of a dataset where they were written: after %j, %j', async (steps, references) => {
    const one = await listing();
    const { actor } = one;
    for (const step of steps) await accept(one, step);
    const body = { name: 'Boards', products: { ids: [one.productId] }, references: 'accepted' as const };
    const { dataset } = await environment.gateway.request(createDataset, { actor, body });
    const { cases } = await environment.gateway.request(listCases, { actor, id: dataset.id, limit: 1 });
    expect(cases[0]?.references).toEqual(references);
  });

  it('are stale with the listing, and outlive it', async () => {
    const one = await listing();
    await accept(one, { parts: ['title'] });
    await neighbours.tell(one.actor, one.productId, 3);
    await neighbours.settled();
    expect(await textsOf(one)).toMatchObject({ listing: 'STALE', 'product-title': 'STALE' });
    await environment.sql('DELETE FROM generation WHERE id = $1', [one.id]); // as its month is dropped
    await neighbours.tell(one.actor, one.productId, 4, 4, 1);
    await neighbours.settled();
    expect(await textsOf(one)).toEqual({ ...NONE, listing: 'ACCEPTED', 'product-title': 'ACCEPTED' });
  });

  it('are of the newest one that was accepted, a title of its own or a part', async () => {
    const one = await listing();
    const { actor, productId } = one;
    const id = await environment.createEnded(actor, SUCCESS, {
      applicationId: 'product-title',
      inputs: { productId },
    });
    await accept(one, { parts: ['title'] });
    const title = async () => (await knownText(environment, productId, 'product-title'))[0];
    expect(await title()).toEqual({ state: 'ACCEPTED', generation_id: one.id });
    await accept({ actor, id, productId }, { variant: 0 });
    expect(await title()).toEqual({ state: 'ACCEPTED', generation_id: id });
    await environment.delete(actor, id);
    expect(await title()).toEqual({ state: 'ACCEPTED', generation_id: one.id });
  });
});

it('the check of a listing that a person wrote finds what its parts break', async () => {
  const actor = newActor();
  const { id: productId } = productFor(actor);
  const result = RESULT.map((item) => (item['part'] === 'title' ? { ...item, text: 'Eichenbrett!' } : item));
  const body = { applicationId: 'listing', productId, result: result.slice(0, 6) };
  const { checks } = await environment.gateway.request(checkContent, { actor, body });
  const found = checks.map(({ rule, variant, severity }) => [rule, variant, severity]);
  expect(found).toContainEqual(['FORBIDDEN_CHARACTER', 0, 'hard']);
  expect(found).toContainEqual(['PART_MISSING', 0, 'warning']);
});
