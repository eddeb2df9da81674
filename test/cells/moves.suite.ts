// The move of a workspace from one cell to the other and back, while the command is killed.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { AckPolicy, jetstreamManager, type JetStreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { Client } from 'pg';
import type { CreatedApiKey, ErrorResponse, FeedEvent, FeedPage, ProductList, Webhook } from '#contracts';
import { nodeEnv, type Environment, type Person } from '#testing/environment';
import { HttpClient } from '#testing/http';
import { bundledProgram, workspaceRows } from '#testing/servers';
import { until } from '#testing/until';
import type { TwoCells } from './two-cells.ts';

const OWNERS = ['catalogue', 'generations', 'notifications'] as const;
const MINE = '/products?genre=Retailer';

type Cell = 'main' | 'two';
const other = (cell: Cell): Cell => (cell === 'main' ? 'two' : 'main');

/** Runs a statement in the database of a cell's catalogue, as superuser. */
async function catalogueOf({ servers }: Environment, text: string): Promise<void> {
  const client = new Client(servers.postgres.superuserUrl('catalogue'));
  await client.connect();
  await client.query(text);
  await client.end();
}

/** Does something with the consumers of a cell's events, as a user of the bus. */
async function consumersOf(
  { servers }: Environment,
  user: 'testing' | 'operator',
  work: (consumers: JetStreamManager['consumers']) => Promise<unknown>,
): Promise<void> {
  const { NATS_URL, NATS_PASSWORD: pass } = servers.nats.variables(user);
  const inboxPrefix = user === 'operator' ? '_INBOX' : '_INBOX_testing';
  const connection = await connect({ servers: NATS_URL, user, pass, inboxPrefix });
  await work((await jetstreamManager(connection)).consumers);
  await connection.close();
}

/** A command that moves a workspace: what it has printed, and its end. */
interface Move {
  process: ChildProcess;
  printed: () => string;
  /** Its exit code, and null when it was killed. */
  end: Promise<number | null>;
}

export const moves = (shared: () => TwoCells): void =>
  describe('a move', () => {
    let cells: TwoCells;
    beforeAll(() => {
      cells = shared();
    });

    /** Starts the command that moves a workspace out of one cell into the other. */
    const move = (workspaceId: string, from: Cell, variables: Record<string, string> = {}): Move =>
      admin(from, ['move', workspaceId, other(from)], variables);

    /** Starts `admin workspace …` in a cell. */
    function admin(from: Cell, command: string[], variables: Record<string, string> = {}): Move {
      const source = cells[from];
      const { appUrl, systemUrl } = cells.main.databases.auth;
      const env = {
        ...nodeEnv(),
        ...source.servers.nats.variables('auth'),
        LOG_LEVEL: 'warn',
        OPS_PORT: '0',
        CELL: from,
        DATABASE_URL: appUrl,
        DATABASE_SYSTEM_URL: systemUrl,
        MOVE_FROM_DATABASE_URLS: urlsOf(source),
        MOVE_TO_DATABASE_URLS: urlsOf(cells[other(from)]),
        ...variables,
      };
      const args = [bundledProgram('auth', 'admin'), 'workspace', ...command];
      const child = spawn(process.execPath, args, { env });
      let text = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
      const end = once(child, 'exit').then(([code]) => code as number | null);
      return { process: child, printed: () => text, end };
    }

    /** Lets the minute pass in which requests may end that were under way, or that of the deletion. */
    const minutePasses = async (workspaceId: string): Promise<void> => {
      const untold = `SELECT FROM workspace JOIN membership_change AS change USING (cell) WHERE workspace_id = workspace.id AND workspace.id = $1`;
      await until('the gateways are told', async () => {
        const { rowCount } = await cells.auth.query(untold, [workspaceId]);
        return rowCount === 0;
      });
      for (const text of [
        `UPDATE workspace SET moving_since = moving_since - interval '1 minute' WHERE id = $1`,
        `UPDATE erased_workspace SET erased_at = erased_at - interval '1 minute' WHERE id = $1`,
      ])
        await cells.auth.query(text, [workspaceId]);
    };

    /** Moves a workspace; gives what the command has printed last. */
    async function moved(workspaceId: string, from: Cell): Promise<unknown> {
      const running = move(workspaceId, from);
      const { process: child, printed } = running;
      await until('it waits', () => printed().includes('under way') || child.exitCode !== null);
      await minutePasses(workspaceId);
      const code = await running.end;
      if (code !== 0) throw new Error(printed());
      return JSON.parse(printed().trim().split('\n').at(-1)!);
    }

    const isEmptyIn = async (environment: Environment, workspaceId: string): Promise<boolean> => {
      for (const owner of OWNERS) {
        const rows = await workspaceRows(environment.servers.postgres.superuserUrl(owner), workspaceId);
        if (Object.keys(rows).some((table) => table !== 'erased_workspace')) return false;
      }
      return true;
    };

    it('takes a workspace with all that is in it, also when it is killed, and another one back', async () => {
      const { main, two } = cells;
      const [pia] = await main.addPeople('pia');
      const [otto] = await main.addPeople('otto');
      for (const person of [pia, otto]) await fill(person);
      const { workspaceId } = pia;
      const { key = '' } = await pia.call<CreatedApiKey>('POST', `${main.coreUrl}/accounts/keys`, {
        body: { name: 'k', scopes: ['write'] },
      });
      const before = await seenBy(pia);
      const ofOtto = await eventsOf(otto);
      const { next } = await pia.call<FeedPage>('GET', '/events?limit=100');

      const first = move(workspaceId, 'main');
      // A change that nobody would accept: it is refused before its body is read.
      const change = () => pia.post<ErrorResponse>('/products/import/retailer', { asins: [] });
      await until('changes are refused', async () => (await change()).status === 503);
      const refused = await change();
      expect(refused.headers.get('retry-after')).toBe('30');
      expect(refused.body.error).toMatchObject({
        code: 'Unavailable',
        message: expect.stringContaining('moved'),
      });
      expect((await otto.post('/products/import/retailer', { asins: ['B0MOVE0009'] })).status).toBe(202);
      expect(await seenBy(pia)).toEqual(before);
      const held = new Client(two.servers.postgres.superuserUrl('generations'));
      await held.connect();
      await held.query('BEGIN');
      await held.query('LOCK TABLE generation');
      await minutePasses(workspaceId);
      await until('the catalogue is copied', () => first.printed().includes('"catalogue"'));
      first.process.kill('SIGKILL');
      expect(await first.end).toBeNull();
      await held.query('ROLLBACK');
      await held.end();
      expect(await isEmptyIn(two, workspaceId)).toBe(false);
      expect((await pia.get(MINE)).status).toBe(200); // it is still in the main cell

      // The other cell removes a row as soon as it is there, as it does with what is old.
      await catalogueOf(main, `INSERT INTO idempotency VALUES ('${workspaceId}', 'old', 'key', 'hash')`);
      await catalogueOf(
        two,
        `CREATE FUNCTION forget() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
           DELETE FROM idempotency WHERE route = 'old'; RETURN NULL; END $$;
         CREATE TRIGGER forget AFTER INSERT ON idempotency FOR EACH STATEMENT EXECUTE FUNCTION forget()`,
      );
      const again = move(workspaceId, 'main');
      expect([await again.end, again.printed()]).toEqual([0, expect.stringContaining('"cell":"two"')]);
      await catalogueOf(two, 'DROP FUNCTION forget CASCADE');
      await until('the main cell refuses', async () => (await pia.get(MINE)).status === 421);
      const there = await two.signIn(pia);
      expect(await seenBy(there)).toEqual(before);
      const byKey = new HttpClient({ baseUrl: two.baseUrl, token: key });
      expect(await asinsOf(byKey)).toEqual(['B0MOVE0002', 'B0MOVE0001']);
      await there.importProducts(['B0MOVE0003']);
      const later = () => there.call<FeedPage>('GET', `/events?after=${next}`);
      await until('the feed goes on', async () =>
        (await later()).events.some(({ type }) => type === 'import.completed'),
      );
      expect(await isEmptyIn(main, workspaceId)).toBe(false);
      await minutePasses(workspaceId);
      const isDeleted = async () => (await cells.openErasures(workspaceId)).length === 0;
      await until('the main cell has deleted it', isDeleted, { withinMs: 60_000 });
      expect(await isEmptyIn(main, workspaceId)).toBe(true);
      expect(await asinsOf(there)).toEqual(['B0MOVE0003', 'B0MOVE0002', 'B0MOVE0001']);

      expect(await moved(workspaceId, 'two')).toEqual({ workspaceId, cell: 'main' });
      const back = await main.signIn(pia);
      expect(await asinsOf(back)).toEqual(['B0MOVE0003', 'B0MOVE0002', 'B0MOVE0001']);
      await back.importProducts(['B0MOVE0004']);
      expect((await eventsOf(otto)).slice(0, ofOtto.length)).toEqual(ofOtto); // who is not moved loses nothing
    });

    it('names a consumer that nobody reads any more, and goes on once an operator has removed it', async () => {
      const { main } = cells;
      const [pia] = await main.addPeople('pia');
      const { workspaceId } = pia;
      await pia.importProducts(['B0MOVE0001']);
      await consumersOf(main, 'testing', (consumers) =>
        consumers.add('EVENTS', { durable_name: 'catalogue-left', ack_policy: AckPolicy.Explicit }),
      );
      const running = move(workspaceId, 'main');
      await until('it waits', () => running.printed().includes('under way'));
      await minutePasses(workspaceId);
      await until('it names the consumer', () =>
        running.printed().includes('{"waitsFor":["consumer catalogue-left"]}'),
      );
      await consumersOf(main, 'operator', (consumers) => consumers.delete('EVENTS', 'catalogue-left'));
      expect([await running.end, running.printed()]).toEqual([0, expect.stringContaining('"cell":"two"')]);
    });

    it('is refused for addresses that do not fit, and ended by an operator who has thought better of it', async () => {
      const { main, two } = cells;
      const [pia] = await main.addPeople('pia');
      const { workspaceId } = pia;
      await pia.importProducts(['B0MOVE0001']);
      const elsewhere = admin('two', ['move', workspaceId, 'two']);
      expect([await elsewhere.end, elsewhere.printed()]).toEqual([1, expect.stringContaining('leaves')]);
      const same = move(workspaceId, 'main', { MOVE_TO_DATABASE_URLS: urlsOf(main) });
      expect([await same.end, same.printed()]).toEqual([1, expect.stringContaining('the same database')]);
      await minutePasses(workspaceId);
      const swapped = move(workspaceId, 'main', {
        MOVE_FROM_DATABASE_URLS: urlsOf(two),
        MOVE_TO_DATABASE_URLS: urlsOf(main),
      });
      expect([await swapped.end, swapped.printed()]).toEqual([1, expect.stringContaining('has more rows')]);
      expect(await asinsOf(pia)).toEqual(['B0MOVE0001']);
      const stay = admin('main', ['stay', workspaceId]);
      expect([await stay.end, stay.printed()]).toEqual([0, '']);
      const change = () => pia.post('/products/import/retailer', { asins: [] });
      await until('changes are taken again', async () => (await change()).status === 400);
      expect(await cells.openErasures(workspaceId)).toEqual(['two']); // of what a part of a copy has left there
    });
  });

const urlsOf = ({ databases }: Environment): string =>
  JSON.stringify(Object.fromEntries(OWNERS.map((owner) => [owner, databases[owner].ownerUrl])));

async function asinsOf(client: HttpClient): Promise<(string | undefined)[]> {
  const { products } = await client.call<ProductList>('GET', MINE);
  return products.map((product) => ('asin' in product ? product.asin : undefined));
}

/** Products, a generated text and a webhook. */
async function fill(person: Person): Promise<void> {
  await person.importProducts(['B0MOVE0001', 'B0MOVE0002']);
  const { products } = await person.call<ProductList>('GET', MINE);
  await person.generate({ applicationId: 'product-title', inputs: { productId: products[0]!.id } });
  const body = { url: 'https://localhost:8443/hook', types: ['import.completed'] };
  await person.call('POST', '/webhooks', { body });
  // Two products were created, an import and a generation have ended.
  await until('the feed has all', async () => (await eventsOf(person)).length === 4);
}

const eventsOf = async (client: HttpClient): Promise<FeedEvent[]> =>
  (await client.call<FeedPage>('GET', '/events?limit=100')).events;

/** What a client sees of its workspace. The state of a webhook may change meanwhile. */
async function seenBy(client: HttpClient): Promise<unknown[]> {
  const seen: unknown[] = [];
  for (const path of [MINE, '/generations', '/products/imports', '/events?limit=100'])
    seen.push(await client.call('GET', path));
  const { webhooks } = await client.call<{ webhooks: Webhook[] }>('GET', '/webhooks');
  return [...seen, webhooks.map(({ id, url }) => [id, url])];
}
