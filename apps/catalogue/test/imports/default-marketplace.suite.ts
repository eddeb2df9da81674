// From where an import comes that names no marketplace: from that of its workspace, as auth has it now.
import { headers } from '@nats-io/transport-node';
import {
  AppError,
  CHANGED,
  getWorkspace,
  validateImport,
  workspaceChanged,
  type InputOf,
  type Marketplace,
} from '#contracts';
import { errorToWire } from '#platform/errors';
import { BusConnection, HEADER } from '#platform/messaging';
import { until } from '#testing/until';
import { importOf, someone, stateOf, withoutImports, type Catalogue } from '../catalogue.ts';

export const defaultMarketplaces = (shared: () => Catalogue): void =>
  describe('an import that names no marketplace', () => {
    let catalogue: Catalogue;
    let auth: BusConnection;
    let requests = 0;
    let marketplace: Marketplace;
    /** A workspace that auth has erased. */
    let gone: string | undefined;
    withoutImports(shared, (one) => (catalogue = one));
    beforeAll(async () => {
      auth = await BusConnection.open(catalogue.servers.nats.variables('auth'), 'auth');
      auth.nats.subscribe(getWorkspace.subject, {
        queue: 'auth',
        callback: (_, message) => {
          requests += 1;
          const { workspaceId: id } = message.json<InputOf<typeof getWorkspace>>();
          const error = headers();
          error.set(HEADER.error, 'NotFound');
          if (id === gone) message.respond(errorToWire(new AppError('NotFound')), { headers: error });
          else message.respond(JSON.stringify({ id, marketplace }));
        },
      });
      await auth.nats.flush();
    });
    afterAll(() => auth?.onApplicationShutdown());

    it('comes from that of its workspace, which auth is asked for again when the workspace has changed', async () => {
      const actor = someone();
      const imported = async () => {
        const { import: one } = await importOf(catalogue, actor, { asins: ['B0DEFLT001'] });
        return (await stateOf(catalogue, actor, one.id)).marketplace;
      };
      marketplace = 'US';
      expect([await imported(), await imported(), requests]).toEqual(['US', 'US', 1]);
      marketplace = 'DE';
      // Another workspace changes nothing of what is known of this one.
      catalogue.auth.notify(workspaceChanged, CHANGED, { workspaceId: someone().workspaceId });
      expect([await imported(), requests]).toEqual(['US', 1]);
      catalogue.auth.notify(workspaceChanged, CHANGED, { workspaceId: actor.workspaceId });
      await until('it comes from the new one', async () => (await imported()) === 'DE');
      expect(requests).toBe(2);
    });

    it('is refused as one that names it when its workspace was erased', async () => {
      const actor = someone();
      gone = actor.workspaceId;
      const body = { asins: ['B0DEFLT001'] };
      const erased = { code: 'InvalidArgument', message: 'The workspace was erased.' };
      await expect(importOf(catalogue, actor, body)).rejects.toMatchObject(erased);
      const preview = catalogue.gateway.request(validateImport, { actor, body });
      await expect(preview).rejects.toMatchObject(erased);
    });
  });
