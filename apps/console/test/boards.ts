// Own products to write for.
import type { ProductCreation } from '#client';
import type { Person } from '#testing/environment';

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
