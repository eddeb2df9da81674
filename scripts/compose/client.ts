// What the container test asks of the API as the demo account. Every answer is checked against the API document.
import type { Generation, ProductList } from '#contracts';
import { Person } from '#testing/environment';
import { ApiDocument } from '#testing/http';
import { DEMO } from '../demo-account.ts';

/** Signs in the demo account. */
export async function signIn(gateway: string): Promise<Person> {
  const document = await ApiDocument.fetch(gateway);
  return Person.signIn(DEMO, { baseUrl: `${gateway}/api/v2`, coreUrl: `${gateway}/core/api/v2`, document });
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
  const environment = { model: 'sandbox:slow' };
  const body = { applicationId: 'bullet-points', inputs: { productId }, environment };
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
