// Floods of writes to one product, which wait for each other at its row: they leave connections to everybody else.
import { Client } from 'pg';
import { createProduct, patchProduct, productCreation, type Actor } from '#contracts';
import { until } from '#testing/until';
import { someone, sql, type Catalogue } from '../catalogue.ts';

/** More than the connections of a catalogue. */
const FLOOD = 40;

export const productFloods = (shared: () => Catalogue): void =>
  it('a flood of writes to a product waits with one connection, and nobody else waits for it', async () => {
    const catalogue = shared();
    const { gateway, servers } = catalogue;
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
    const holder = new Client({ connectionString: servers.postgres.superuserUrl('catalogue') });
    await holder.connect();
    try {
      await holder.query('BEGIN');
      await holder.query('SELECT FROM product WHERE id = $1 FOR UPDATE', [id]);
      let written = 0;
      const all = Array.from({ length: FLOOD }, (_, nth) =>
        rename(one, id, `Board ${nth}`).then(
          () => (written += 1),
          () => undefined, // refused after a while, which may be over by now
        ),
      );
      const waits = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = 'catalogue'`;
      const waiting = async (): Promise<number> => (await sql(catalogue, waits)).length;
      await until('a write waits', async () => (await waiting()) > 0);
      await rename(stranger, other, 'Elm board');
      expect(written).toBe(0);
      expect(await waiting()).toBe(1);
      await holder.query('ROLLBACK');
      await Promise.all(all);
    } finally {
      await holder.end();
    }
  });
