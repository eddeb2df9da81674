// Where texts are for, and what happens while auth does not tell the marketplace of a workspace.
import {
  checkContent,
  createBatch,
  estimateBatch,
  listGenerations,
  workspaceChanged,
  CHANGED,
  type Actor,
  type GenerationRequest,
  type GenerationSummary,
} from '#contracts';
import { errorOf } from '#testing/answers';
import { newActor, waitUntil } from '../generations-environment.ts';
import { auth } from '../stand-in-auth.ts';
import { productFor } from '../stand-in-catalogue.ts';
import { environment } from '../suite-environment.ts';

const APPLICATION = { applicationId: 'product-title' };
const UNKNOWN = { code: 'Unavailable', retryAfter: expect.any(Number) as number };
/** So many that each of the two instances has asked auth in vain, and has asked again. */
const MANY_REQUESTS = 3;

afterEach(() => auth.release());

/** A person whose workspace is for a marketplace, the ids of two products of theirs that are of none, and inputs with one of them. */
function germanWithCustom(): { actor: Actor; ids: string[]; inputs: { productId: string } } {
  const actor = newActor();
  auth.marketplaces.set(actor.workspaceId, 'DE');
  const custom = () => productFor(actor, { genre: 'Custom' }).id;
  const productId = custom();
  return { actor, ids: [productId, custom()], inputs: { productId } };
}

const made = async (actor: Actor): Promise<GenerationSummary[]> =>
  (await environment.gateway.request(listGenerations, { actor, limit: 10 })).generations;

it('generations are for the marketplace of the request, else the product, else the workspace, in the language of it', async () => {
  const actor = newActor();
  auth.marketplaces.set(actor.workspaceId, 'CA');
  const german = productFor(actor);
  const custom = productFor(actor, { genre: 'Custom' });
  const placeOf = async (productId: string, settings: GenerationRequest['environment'] = {}) => {
    const { generation } = await environment.create(actor, {
      inputs: { productId },
      environment: settings,
    });
    return `${generation.marketplace} ${generation.environment.language}`;
  };
  await expect(placeOf(german.id)).resolves.toBe('DE de');
  await expect(placeOf(custom.id)).resolves.toBe('CA en-CA');
  await expect(placeOf(custom.id, { language: 'French' })).resolves.toBe('CA fr-CA');
  await expect(placeOf(german.id, { marketplace: 'UK' })).resolves.toBe('UK en-GB');
  await expect(placeOf(german.id, { marketplace: 'JP', language: 'de' })).resolves.toBe('JP de');
});

it('a batch waits while nobody tells the marketplace that its texts are for', async () => {
  const { actor, ids } = germanWithCustom();
  auth.holdAnswers();
  const { requests } = auth;
  await environment.gateway.request(createBatch, { actor, body: { ...APPLICATION, products: { ids } } });
  await waitUntil(async () => auth.requests > requests + MANY_REQUESTS || (await made(actor)).length > 0);
  expect(await made(actor)).toEqual([]);
  auth.release();
  await waitUntil(async () => (await made(actor)).length === 2);
  for (const one of await made(actor))
    expect(one).toMatchObject({ marketplace: 'DE', environment: { language: 'de' } });
});

it('a request that needs an unknown marketplace is refused for now, and no other', async () => {
  const { actor, ids, inputs } = germanWithCustom();
  auth.holdAnswers();
  expect(await errorOf(environment.create(actor, { inputs }))).toMatchObject(UNKNOWN);
  const body = { ...APPLICATION, ...inputs, result: [{ text: 'Fenwick Eichenbrett' }] };
  expect(await errorOf(environment.gateway.request(checkContent, { actor, body }))).toMatchObject(UNKNOWN);
  const { generation } = await environment.create(actor, { inputs, environment: { marketplace: 'FR' } });
  expect(generation).toMatchObject({ marketplace: 'FR' });
  const { id: productId } = productFor(actor);
  expect((await environment.create(actor, { inputs: { productId } })).generation).toMatchObject({
    marketplace: 'DE',
  });
  const batch = { ...APPLICATION, products: { ids } };
  expect(await environment.gateway.request(estimateBatch, { actor, body: batch })).toMatchObject({
    count: 2,
  });
});

it('a marketplace that was told stays in use while auth is away', async () => {
  const { actor, inputs } = germanWithCustom();
  // Both instances learn it, whichever of them gets which request.
  const { requests } = auth;
  await waitUntil(async () => {
    await environment.create(actor, { inputs });
    return auth.requests === requests + 2;
  });
  auth.holdAnswers();
  environment.auth.notify(workspaceChanged, CHANGED, { workspaceId: actor.workspaceId });
  await waitUntil(async () => {
    const { generation } = await environment.create(actor, { inputs });
    expect(generation).toMatchObject({ marketplace: 'DE', environment: { language: 'de' } });
    return auth.requests > requests + 2;
  });
});
