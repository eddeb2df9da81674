// What the flows of batches share: own products to write for, and what a batch has come to.
import type { Batch, GenerationSummary, ProductCreation } from '#client';
import type { Person } from '#testing/environment';
import type { Visitor } from './visitor.ts';

/** Creates products of a brand for a person, and gives their ids. */
export function addBoards(
  { api }: Person,
  brand: string,
  count: number,
  more: Partial<ProductCreation> = {},
): Promise<string[]> {
  const add = async (n: number): Promise<string> => {
    const body = {
      title: `Oak board number ${n + 1}`,
      brand,
      feature: 'Made of one piece of solid oak',
      specification: 'Material: Oak\nColour: Natural\nLength: 40 cm',
      ...more,
    };
    return (await api.createProduct({ body })).data.id;
  };
  return Promise.all(Array.from({ length: count }, (_, n) => add(n)));
}

/** The generations of a batch. */
export async function membersOf({ api }: Visitor, batchId: string): Promise<GenerationSummary[]> {
  return (await api.listGenerations({ query: { batchId, limit: 100 } })).data.generations;
}

/** The batch whose page a person has open. */
export async function shownBatch({ api, page }: Visitor): Promise<Batch> {
  await page.waitForURL(/\/batches\/[0-9a-f-]{36}/);
  const id = new URL(page.url()).pathname.split('/').at(-1)!;
  return (await api.getBatch({ path: { id } })).data;
}
