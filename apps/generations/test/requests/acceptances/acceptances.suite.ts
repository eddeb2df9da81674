// Accepted results, over the real bus: what becomes of the product, of a document and of the record, whatever fails.
import {
  acceptGeneration,
  AppError,
  listGenerations,
  rejectGeneration,
  type AcceptanceRequest,
  type Actor,
  type Generation,
  type GenerationList,
  type Product,
} from '#contracts';
import { newId } from '#platform/context';
import { ProductAcceptancesService } from '../../../src/reviews/product-acceptances.service.ts';
import { errorOf, LATE, outcomesOf } from '#testing/answers';
import { FAILURE, newActor, SUCCESS, waitUntil } from '../../generations-environment.ts';
import { app, environment } from '../../suite-environment.ts';
import { catalogue, presentProduct, productFor } from '../../stand-in-catalogue.ts';

const TITLES = ['Fenwick Eichenbrett', 'Eichenbrett von Fenwick', 'Fenwick Brett aus Eiche'];
const BULLETS = [
  { header: 'Holz', text: 'Aus einem Stück' },
  { text: 'Geölt, mit Griff' },
  { header: 'Maß', text: '40 cm lang' },
];
const LINES = ['Holz: Aus einem Stück', 'Geölt, mit Griff', 'Maß: 40 cm lang'];
const DESCRIPTION = 'Ein Brett aus Eiche, 40 cm lang.';

afterEach(() => {
  catalogue.onEdit = {};
});

function accept(
  actor: Actor,
  id: string,
  body: AcceptanceRequest = {},
  ifVersion?: number,
): Promise<Generation> {
  const version = ifVersion === undefined ? {} : { ifVersion };
  return environment.gateway.request(acceptGeneration, { actor, id, body, ...version });
}

const reject = (actor: Actor, id: string): Promise<Generation> =>
  environment.gateway.request(rejectGeneration, { actor, id, body: {} });

/** A generation with a result, about a product of its own unless `product` is null. */
async function resultOf(
  applicationId: 'product-title' | 'bullet-points' | 'product-description' = 'product-title',
  product: Partial<Product> | null = {},
): Promise<{ actor: Actor; id: string; productId: string }> {
  const actor = newActor();
  const { id: productId } = product === null ? { id: '' } : productFor(actor, product);
  const results = {
    'product-title': { resultType: 'RESULTS', result: TITLES.map((text) => ({ text })) },
    'bullet-points': { resultType: 'RESULTS', result: BULLETS },
    'product-description': { resultType: 'TEXT', result: DESCRIPTION },
  } as const;
  const { resultType, result } = results[applicationId];
  const outcome = { ...SUCCESS, resultType, result: result as Exclude<Generation['result'], undefined> };
  const inputs: Record<string, string> = product === null ? {} : { productId };
  const id = await environment.createEnded(actor, outcome, { applicationId, inputs });
  return { actor, id, productId };
}

/** States in the events about the reviews of a generation. */
async function reviewEvents(id: string): Promise<unknown[]> {
  const all = await environment.outboxRecords(id);
  const reviews = all.filter(({ topic }) => topic === 'generation.reviewed');
  return reviews.map(({ payload }) => (payload.data as { state: string }).state);
}

const reviewOf = async (actor: Actor, id: string) => (await environment.get(actor, id)).review;
const documentsOf = ({ workspaceId }: Actor) =>
  environment.sql<{ id: string }>('SELECT * FROM document WHERE workspace_id = $1', [workspaceId]);
const openAcceptances = (id: string) =>
  environment.sql('SELECT FROM acceptance WHERE generation_id = $1', [id]);

/** Has every acceptance of a generation that is still open repeated, until none is. */
async function settle(id: string): Promise<void> {
  await environment.sql('UPDATE acceptance SET due_at = now() WHERE generation_id = $1', [id]);
  await app.get(ProductAcceptancesService, { strict: false }).settleDue();
  await waitUntil(async () => (await openAcceptances(id)).length === 0);
}

/** Has the first result accepted while the catalogue fails, before it makes the edit or after it. */
async function acceptInVain(
  when: 'before' | 'after',
  { actor, id }: { actor: Actor; id: string },
): Promise<void> {
  const fail = (): never => {
    throw new AppError('Unavailable');
  };
  catalogue.onEdit = { [when]: fail };
  expect(await errorOf(accept(actor, id))).toMatchObject({ code: 'Unavailable' });
  expect(await reviewOf(actor, id)).toEqual({ state: 'PENDING' });
  catalogue.onEdit = {};
}

describe('an accepted result', () => {
  it.each([
    ['product-title', 'Retailer', {}, { title: TITLES[0] }],
    ['product-title', 'Custom', { variant: 2 }, { title: TITLES[2] }],
    ['product-description', 'Retailer', { variant: 0 }, { description: DESCRIPTION }],
    ['bullet-points', 'Retailer', {}, { features: LINES, feature: LINES[0] }],
    ['bullet-points', 'Custom', {}, { feature: LINES.join('\n') }],
  ] as const)('%s is written to its %s product, by %j', async (applicationId, genre, body, edits) => {
    const { actor, id, productId } = await resultOf(applicationId, { genre });
    const before = presentProduct(actor, productId);
    const answer = await accept(actor, id, body);
    expect(presentProduct(actor, productId)).toEqual({ ...before, ...edits, version: 2 });
    const at = expect.any(Number) as number;
    // Of several titles one is chosen.
    const chosen = applicationId === 'product-title' ? { variant: 0, ...body } : {};
    const of = { to: 'product', id: productId, editShare: 0, ...chosen };
    const review = { state: 'ACCEPTED', by: actor.accountId, at, ...of };
    expect(answer.review).toEqual(review);
    expect(await environment.get(actor, id)).toEqual(answer);
    expect(await reviewEvents(id)).toEqual(['ACCEPTED']);
    expect(await openAcceptances(id)).toEqual([]);
  });

  it('is written as a person has changed it, once that passes the checks; lists and their filter know it', async () => {
    const { actor, id, productId } = await resultOf();
    const own = (...texts: string[]) => ({ result: texts.map((text) => ({ text })) });
    const wrong = await errorOf(accept(actor, id, own('Fenwick Eichenbrett!, 60 cm')));
    expect(wrong).toMatchObject({ code: 'InvalidArgument', target: 'result[0]' });
    const target = 'result[0]';
    const message = expect.any(String) as string;
    expect(wrong.details).toEqual([
      { code: 'UNGROUNDED_NUMBER', message, target },
      { code: 'FORBIDDEN_CHARACTER', message, target },
    ]);
    expect(await reviewOf(actor, id)).toEqual({ state: 'PENDING' });
    const { review } = await accept(actor, id, own(' Eichenbrett, 40 cm '));
    expect(review).toMatchObject({ state: 'ACCEPTED', result: [{ text: 'Eichenbrett, 40 cm' }] });
    expect(presentProduct(actor, productId)?.title).toBe('Eichenbrett, 40 cm');
    const other = await environment.createEnded(actor, SUCCESS);
    const list = async (state: 'PENDING' | 'ACCEPTED' | 'REJECTED') => {
      const page = { actor, limit: 10, review: state };
      const { generations }: GenerationList = await environment.gateway.request(listGenerations, page);
      return generations.map((one) => [one.id, one.review?.to, 'result' in (one.review ?? {})]);
    };
    expect(await list('ACCEPTED')).toEqual([[id, 'product', false]]);
    expect(await list('PENDING')).toEqual([[other, undefined, false]]);
    await reject(actor, id);
    expect([await list('ACCEPTED'), await list('REJECTED')]).toEqual([[], [[id, undefined, false]]]);
    expect((await accept(actor, id)).review).not.toHaveProperty('result');
    expect(await reviewEvents(id)).toEqual(['ACCEPTED', 'REJECTED', 'ACCEPTED']);
  });

  it('becomes a document, or the content of one that is at the version which is meant', async () => {
    const { actor, id } = await resultOf('bullet-points', null);
    const { review, title } = await accept(actor, id);
    const [document] = await documentsOf(actor);
    expect(document).toMatchObject({ id: review?.id, title, content: LINES.join('\n\n'), version: 1 });
    expect(review).toMatchObject({ state: 'ACCEPTED', to: 'document' });
    const { id: documentId = '' } = document ?? {};
    const result = await environment.createEnded(
      actor,
      { ...SUCCESS, resultType: 'TEXT', result: DESCRIPTION },
      { applicationId: 'product-description' },
    );
    const stale = { code: 'VersionMismatch', target: 'If-Match', details: [{ message: '1' }] };
    expect(await errorOf(accept(actor, result, { documentId }, 7))).toMatchObject(stale);
    expect(await errorOf(accept(actor, result, {}, 1))).toMatchObject({ code: 'VersionMismatch' });
    const many = await outcomesOf(Array.from({ length: 20 }, () => accept(actor, result, { documentId }, 1)));
    expect(['VersionMismatch', 'won', ...LATE]).toEqual(expect.arrayContaining(many));
    expect(many.filter((outcome) => outcome === 'won').length).toBeLessThanOrEqual(1);
    expect(await documentsOf(actor)).toMatchObject([{ content: DESCRIPTION, version: 2 }]);
    expect(await reviewOf(actor, result)).toMatchObject({ to: 'document', id: documentId });
    expect(await reviewEvents(result)).toEqual(['ACCEPTED']);
  });

  it.each<[AcceptanceRequest, string, string]>([
    [{ variant: 3 }, 'InvalidArgument', 'variant'],
    [{ variant: 0, result: [{ text: 'Brett' }] }, 'InvalidArgument', 'body.variant'],
    [{ to: 'product', documentId: newId() }, 'InvalidArgument', 'body.documentId'],
    [{ result: 'Brett' }, 'InvalidArgument', 'result'],
    [{ result: [] }, 'InvalidArgument', 'result'],
    [{ result: [{ text: 'Brett, 40 cm' }, { text: 'Eichenbrett, 40 cm' }] }, 'InvalidArgument', 'result'],
    [{ result: Array.from({ length: 21 }, () => ({ text: 'Brett' })) }, 'InvalidArgument', 'result'],
    [{ documentId: newId() }, 'UnknownReference', 'documentId'],
    [{ documentId: 'x' }, 'UnknownReference', 'documentId'],
  ])('is not written where the body is %j: %s, %s', async (body, code, target) => {
    const { actor, id } = await resultOf();
    expect(await errorOf(accept(actor, id, body))).toMatchObject({ code, target });
    expect(await reviewOf(actor, id)).toEqual({ state: 'PENDING' });
  });

  it('is refused without a result, without a product to write to, and to strangers', async () => {
    const { actor, id } = await environment.createInNewWorkspace();
    expect(await errorOf(accept(actor, id))).toMatchObject({ code: 'InvalidState' });
    const failed = await environment.createEnded(actor, FAILURE);
    expect(await errorOf(accept(actor, failed))).toMatchObject({ code: 'InvalidState' });
    const alone = await resultOf('product-title', null);
    const toProduct = accept(alone.actor, alone.id, { to: 'product' });
    expect(await errorOf(toProduct)).toMatchObject({ code: 'InvalidState', target: 'to' });
    for (const [who, what] of [
      [newActor(), alone.id] as const,
      [actor, newId()] as const,
      [actor, 'x'] as const,
    ])
      expect(await errorOf(accept(who, what))).toMatchObject({ code: 'NotFound' });
  });
});

/** Many versions of one person at once are checked a few at a time. */
const BUSY = ['TooManyRequests', ...LATE];

describe('one outcome', () => {
  it('of many acceptances at once: the record tells of the text that the product has', async () => {
    const { actor, id, productId } = await resultOf();
    const texts = [...'ABCDEFGHIJKLMNOPQRST'].map((letter) => `Brett ${letter}`);
    const any = await outcomesOf(texts.map((text) => accept(actor, id, { result: [{ text }] })));
    expect(['won', ...BUSY]).toEqual(expect.arrayContaining(any));
    expect(any).toContain('won');
    await settle(id);
    const { title, version = 0 } = presentProduct(actor, productId) ?? {};
    expect(texts).toContain(title);
    expect(await reviewOf(actor, id)).toMatchObject({ state: 'ACCEPTED', result: [{ text: title }] });
    const own = texts.map((text) => `Fenwick ${text}`);
    const pinned = await outcomesOf(own.map((text) => accept(actor, id, { result: [{ text }] }, version)));
    expect(['VersionMismatch', 'won', ...BUSY]).toEqual(expect.arrayContaining(pinned));
    expect(pinned.filter((outcome) => outcome === 'won').length).toBeLessThanOrEqual(1);
    await settle(id);
    expect(await errorOf(accept(actor, id, {}, version))).toMatchObject({ code: 'VersionMismatch' });
    const written = presentProduct(actor, productId);
    expect(written).toMatchObject({ version: version + 1 });
    expect(await reviewOf(actor, id)).toMatchObject({
      state: 'ACCEPTED',
      result: [{ text: written?.title }],
    });
  });

  it('when the answer of the edit is lost: the record follows, and nothing is written twice', async () => {
    const { actor, id, productId } = await resultOf();
    await acceptInVain('after', { actor, id });
    const { title } = productFor(actor, { id: productId, title: 'Edited since', version: 3 });
    await settle(id);
    expect(await reviewOf(actor, id)).toMatchObject({ state: 'ACCEPTED', to: 'product', id: productId });
    expect(presentProduct(actor, productId)).toMatchObject({ title, version: 3 });
    expect(await reviewEvents(id)).toEqual(['ACCEPTED']);
  });

  it('when the answer of the edit is lost, and another acceptance follows: the record keeps the later one', async () => {
    const { actor, id, productId } = await resultOf();
    await acceptInVain('after', { actor, id });
    const result = [{ text: 'Brett aus Eiche' }];
    await accept(actor, id, { result });
    await settle(id);
    expect(await reviewOf(actor, id)).toMatchObject({ state: 'ACCEPTED', result });
    expect(presentProduct(actor, productId)).toMatchObject({ title: 'Brett aus Eiche', version: 3 });
    expect(await reviewEvents(id)).toEqual(['ACCEPTED']);
  });

  it('when the result is rejected while the product is edited: it stays rejected', async () => {
    const { actor, id } = await resultOf();
    catalogue.onEdit = { after: () => reject(actor, id).then(() => undefined) };
    expect((await accept(actor, id)).review).toMatchObject({ state: 'REJECTED' });
    expect(await reviewEvents(id)).toEqual(['REJECTED']);
  });

  it('when the edit never arrived: it is made later, unless the product has changed since', async () => {
    const first = await resultOf();
    const second = await resultOf();
    for (const one of [first, second]) await acceptInVain('before', one);
    productFor(second.actor, { id: second.productId, title: 'Edited since', version: 2 });
    await settle(first.id);
    await settle(second.id);
    expect(presentProduct(first.actor, first.productId)?.title).toBe(TITLES[0]);
    expect(await reviewOf(first.actor, first.id)).toMatchObject({ state: 'ACCEPTED' });
    expect(presentProduct(second.actor, second.productId)?.title).toBe('Edited since');
    expect(await reviewOf(second.actor, second.id)).toEqual({ state: 'PENDING' });
  });

  it('when a person rejects or deletes what may be on its way: it is not sent again', async () => {
    const rejected = await resultOf();
    const deleted = await resultOf();
    for (const one of [rejected, deleted]) await acceptInVain('before', one);
    await reject(rejected.actor, rejected.id);
    await environment.delete(deleted.actor, deleted.id);
    for (const { actor, id, productId } of [rejected, deleted]) {
      await settle(id);
      expect(presentProduct(actor, productId)?.version).toBe(1);
    }
    expect(await reviewOf(rejected.actor, rejected.id)).toMatchObject({ state: 'REJECTED' });
  });

  it('when the product is deleted meanwhile: the result can still become a document', async () => {
    const { actor, id, productId } = await resultOf();
    const remove = () => void catalogue.products.delete(`${actor.workspaceId}/${productId}`);
    catalogue.onEdit = { before: remove };
    const refused = { code: 'InvalidState', target: 'to' };
    expect(await errorOf(accept(actor, id))).toMatchObject(refused);
    expect(await errorOf(accept(actor, id, {}, 1))).toMatchObject(refused);
    expect(await openAcceptances(id)).toEqual([]);
    expect(await reviewOf(actor, id)).toEqual({ state: 'PENDING' });
    expect((await accept(actor, id, { to: 'document' })).review).toMatchObject({ to: 'document' });
  });
});
