// Answers that are computed and kept nowhere: how many of them a holder of workspaces gets at once.
import { checkContent, estimateBatch, previewGeneration, type Actor, type AppError } from '#contracts';
import { newActor, waitUntil } from '../generations-environment.ts';
import { catalogue, productFor } from '../stand-in-catalogue.ts';
import { environment } from '../suite-environment.ts';

/** Two at once in each of the two instances, and one more. */
const TOO_MANY = 5;
const APPLICATION = { applicationId: 'product-title' };

const asked: Record<string, (actor: Actor, productId: string) => Promise<unknown>> = {
  'estimates of batches': (actor, productId) =>
    environment.gateway.request(estimateBatch, {
      actor,
      body: { ...APPLICATION, products: { ids: [productId] } },
    }),
  previews: (actor, productId) =>
    environment.gateway.request(previewGeneration, { actor, id: 'product-title', body: { productId } }),
  checks: (actor, productId) =>
    environment.gateway.request(checkContent, {
      actor,
      body: { ...APPLICATION, productId, result: [{ text: 'Fenwick Oak Board' }] },
    }),
};

afterEach(() => catalogue.release());

it.each(Object.entries(asked))(
  'the holder of two workspaces gets two %s at once of an instance; nobody else waits for them',
  async (_, ask) => {
    const one = newActor();
    const sister = { ...newActor(), holderId: one.holderId };
    const stranger = newActor();
    const products = new Map([one, sister, stranger].map((actor) => [actor, productFor(actor).id]));
    const askFor = (actor: Actor) => ask(actor, products.get(actor) ?? '');
    catalogue.holdAnswers();
    const refusals: AppError[] = [];
    const all = Array.from({ length: TOO_MANY }, (__, n) =>
      askFor(n % 2 === 0 ? one : sister).catch((error: AppError) => void refusals.push(error)),
    );
    await waitUntil(() => refusals.length > 0);
    expect(refusals[0]).toMatchObject({ code: 'TooManyRequests', retryAfter: 1 });
    const strangers = askFor(stranger);
    catalogue.release();
    expect(await strangers).toEqual(expect.any(Object));
    await Promise.all(all);
    expect(await askFor(one)).toEqual(expect.any(Object));
  },
);
