// What the container tests ask of the API as the demo account. Every answer is checked against the API document.
import { strict as assert } from 'node:assert';
import type { FeedPage, Generation, Product, ProductCount, ProductList } from '#contracts';
import { Person } from '#testing/environment';
import { ApiDocument } from '#testing/http';
import { until } from '#testing/until';
import { DEMO } from '../start/demo-account.ts';

/** The demo account, signed in. */
export async function signIn(gateway: string): Promise<Person> {
  const document = await ApiDocument.fetch(gateway);
  return Person.signIn(DEMO, { baseUrl: `${gateway}/api/v2`, coreUrl: `${gateway}/core/api/v2`, document });
}

/** Follows the section "Try" of the README; gives the demo account, signed in. */
export async function tour(gateway: string): Promise<Person> {
  const person = await signIn(gateway);
  const { success, failure } = await person.importProducts(['B07Y33KYXZ', 'B000000001', 'B0MISS0001']);
  assert.deepEqual(success.toSorted(), ['B000000001', 'B07Y33KYXZ']);
  assert.deepEqual(failure, ['B0MISS0001']);
  const product = await newestProduct(person);
  const picture = await fetch(product.mainImage);
  assert.equal(picture.status, 200, `The picture ${product.mainImage} was answered with ${picture.status}.`);
  const path = `/products/${product.id}`;
  const edited = await person.call<Product>('PATCH', path, { body: { tags: ['spring sale'] } });
  assert.deepEqual(edited.tags, ['spring sale']);
  const inputs = { productId: product.id };
  const title = await person.generate({ applicationId: 'product-title', inputs });
  const accepted = await person.call<Generation>('POST', `/generations/${title.id}/accept`);
  assert.equal(accepted.review?.state, 'ACCEPTED');
  assert.deepEqual([{ text: (await person.call<Product>('GET', path)).title }], title.result);
  const { status } = await person.generate({ applicationId: 'bullet-points', inputs });
  assert.equal(status, 'SUCCESS');
  const { count } = await person.call<ProductCount>('GET', '/products/count?q=notebok');
  assert.ok(count > 0, 'The search does not find the notebook.');
  await until('the feed tells what has happened', async () => {
    const types = 'import.completed,generation.succeeded';
    return (await person.call<FeedPage>('GET', `/events?types=${types}`)).events.length > 1;
  });
  return person;
}

/** The newest product of the marketplace. */
export async function newestProduct(person: Person): Promise<ProductList['products'][number]> {
  const page = await person.call<ProductList>('GET', '/products?limit=1&genre=Retailer');
  const [product] = page.products;
  if (!product) throw new Error('There is no imported product.');
  return product;
}

/** Requests bullet points of a model that takes 20 s for each, and does not wait for them. */
export async function startSlow(person: Person, productId: string, count: number): Promise<string[]> {
  // Of an application of its own, so that the review leaves the words of the simulated model alone: each text is one request.
  const definition = {
    name: 'Note',
    instructions: 'Write.',
    inputSchema: { type: 'object' },
    resultType: 'TEXT',
  };
  const { id: applicationId } = await person.call<{ id: string }>('POST', '/applications', {
    body: definition,
  });
  const body = { applicationId, inputs: { productId }, environment: { model: 'sandbox:slow' } };
  const ids: string[] = [];
  while (ids.length < count) ids.push((await person.call<Generation>('POST', '/generations', { body })).id);
  return ids;
}

/** Waits until generations have ended, at most three minutes for each; one by one, within the limit of reads. */
export async function generationEnds(person: Person, ids: readonly string[]): Promise<Generation[]> {
  const ended: Generation[] = [];
  for (const id of ids) ended.push(await person.generationEnd(id, 180_000));
  return ended;
}
