// Acceptances with an Idempotency-Key, over the real bus: a repeat writes nothing again, whatever has happened since.
import { acceptGeneration, AppError, type AcceptanceRequest, type Actor, type Generation } from '#contracts';
import { errorOf } from '#testing/answers';
import { ProductAcceptancesService } from '../../../src/reviews/product-acceptances.service.ts';
import { newActor, SUCCESS, waitUntil } from '../../generations-environment.ts';
import { app, environment } from '../../suite-environment.ts';
import { catalogue, presentProduct, productFor } from '../../stand-in-catalogue.ts';

const KEY = 'key';

afterEach(() => {
  catalogue.onEdit = {};
});

function accept(
  { actor, id }: { actor: Actor; id: string },
  { ifVersion, ...body }: AcceptanceRequest & { ifVersion?: number } = {},
): Promise<Generation> {
  const version = ifVersion === undefined ? {} : { ifVersion };
  return environment.gateway.request(acceptGeneration, { actor, id, body, idempotencyKey: KEY, ...version });
}

/** A title that was written for a product. */
async function titleOf(): Promise<{ actor: Actor; id: string; productId: string }> {
  const actor = newActor();
  const { id: productId } = productFor(actor);
  const id = await environment.createEnded(actor, SUCCESS, { inputs: { productId } });
  return { actor, id, productId };
}

/** Loses the answer of the catalogue after it has made the edit, or the edit before it. */
async function acceptInVain(
  title: { actor: Actor; id: string },
  when: 'before' | 'after' = 'after',
): Promise<void> {
  const fail = (): never => {
    throw new AppError('Unavailable');
  };
  catalogue.onEdit = { [when]: fail };
  expect(await errorOf(accept(title))).toMatchObject({ code: 'Unavailable' });
  catalogue.onEdit = {};
}

it.each([undefined, 1])(
  'a repeat does not replace what a person has written since, for version %s',
  async (ifVersion) => {
    const title = await titleOf();
    const body = ifVersion === undefined ? {} : { ifVersion };
    const { review } = await accept(title, body);
    productFor(title.actor, { id: title.productId, title: 'Von Hand', version: 3 });
    expect((await accept(title, body)).review).toEqual(review);
    expect(presentProduct(title.actor, title.productId)).toMatchObject({ title: 'Von Hand', version: 3 });
    expect(await errorOf(accept(title, { variant: 1 }))).toMatchObject({ code: 'IdempotencyKeyReused' });
  },
);

it('a repeat brings an acceptance to its end whose answer was lost', async () => {
  const title = await titleOf();
  await acceptInVain(title);
  const { title: written } = presentProduct(title.actor, title.productId) ?? {};
  productFor(title.actor, { id: title.productId, title: 'Von Hand', version: 3 });
  expect((await accept(title)).review).toMatchObject({ state: 'ACCEPTED', to: 'product' });
  expect(written).not.toBe('Von Hand');
  expect(presentProduct(title.actor, title.productId)).toMatchObject({ title: 'Von Hand', version: 3 });
});

it('a repeat is a request of its own when its acceptance is refused at the same moment', async () => {
  const title = await titleOf();
  await acceptInVain(title);
  await environment.sql('BEGIN');
  await environment.sql('LOCK TABLE acceptance IN ACCESS EXCLUSIVE MODE'); // the repeat has found its key, and waits here
  const repeated = accept(title);
  await waitUntil(async () => {
    const waiting = `SELECT FROM pg_locks WHERE relation = 'acceptance'::regclass AND NOT granted`;
    return (await environment.sql(waiting)).length > 0;
  });
  await environment.sql('DELETE FROM acceptance WHERE generation_id = $1', [title.id]);
  await environment.sql('DELETE FROM idempotency WHERE workspace_id = $1 AND route LIKE $2', [
    title.actor.workspaceId,
    '%/accept',
  ]);
  await environment.sql('COMMIT');
  expect((await repeated).review).toMatchObject({ state: 'ACCEPTED', to: 'product' });
});

it('a refused acceptance leaves its key to another try', async () => {
  const title = await titleOf();
  expect(await errorOf(accept(title, { ifVersion: 9 }))).toMatchObject({ code: 'VersionMismatch' });
  expect((await accept(title, { ifVersion: 1 })).review).toMatchObject({ state: 'ACCEPTED' });
});

it('a repeat after a later acceptance into a document writes the product, and leaves the record as it is', async () => {
  const { actor, id, productId } = await titleOf();
  await acceptInVain({ actor, id }, 'before');
  await environment.sql('UPDATE acceptance SET due_at = now() WHERE generation_id = $1', [id]);
  const body = { to: 'document' } as const;
  const { review } = await environment.gateway.request(acceptGeneration, { actor, id, body });
  await app.get(ProductAcceptancesService, { strict: false }).settleDue();
  expect(presentProduct(actor, productId)).toMatchObject({ version: 2 });
  expect((await environment.get(actor, id)).review).toEqual(review);
});
