// Floods of writes to one product, which wait for each other at its row: they leave connections to everybody else.
import { createProduct, patchProduct, productCreation, type Actor } from '#contracts';
import { floodBehind } from '#testing/floods';
import { someone, type Catalogue } from '../catalogue.ts';

export const productFloods = (shared: () => Catalogue): void =>
  it('a flood of writes to a product waits with one connection, and nobody else waits for it', async () => {
    const { gateway, servers } = shared();
    const create = async (actor: Actor): Promise<string> => {
      const body = productCreation.parse({ title: 'Oak board' });
      return (await gateway.request(createProduct, { actor, body })).product.id;
    };
    const rename = (actor: Actor, id: string, title: string) =>
      gateway.request(patchProduct, { actor, id, body: { title } });
    const one = someone();
    const stranger = someone();
    const id = await create(one);
    const other = await create(stranger);
    let nth = 0;
    const seen = await floodBehind({
      url: servers.postgres.superuserUrl('catalogue'),
      lock: ['SELECT FROM product WHERE id = $1 FOR UPDATE', id],
      write: () => rename(one, id, `Board ${(nth += 1)}`),
      other: () => rename(stranger, other, 'Elm board'),
    });
    expect(seen).toEqual({ written: 0, waiting: 1 });
  });
