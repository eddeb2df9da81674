// Tests imports at the gateway: following one on any gateway, trying failures again, and previews.
import {
  AppError,
  getImport,
  getMembership,
  importChanged,
  retryImport,
  validateImport,
  type ImportState,
} from '#contracts';
import { newId } from '#platform/context';
import { BusConnection } from '#platform/messaging';
import { EventReader } from '#testing/http';
import { until } from '#testing/until';
import { exampleImportState } from '../src/openapi/examples/examples.ts';
import { exampleImportPreview, exampleRetry } from '../src/openapi/examples/import-examples.ts';
import {
  errorOf,
  IMPORT,
  JSON_TYPE,
  PRODUCTS,
  startGateway,
  type GatewayEnvironment,
} from './gateway-environment.ts';

let gateway: GatewayEnvironment;
let second: string;
/** The imports of this test, by id. */
const records = new Map<string, ImportState>();
/** How often a record was read. */
let reads = 0;
beforeAll(async () => {
  gateway = await startGateway({ LIMIT_IMPORT_ITEMS_PER_H: 1000, LIMIT_READS_PER_MIN: 100_000 });
  await gateway.owners.on(getImport, ({ id }) => {
    reads += 1;
    return records.get(id) ?? new AppError('NotFound');
  });
  second = await (await gateway.openCopy()).getUrl();
});
afterAll(() => gateway?.close());

const readers: EventReader[] = [];
afterEach(() => {
  for (const reader of readers.splice(0)) reader.close();
});

async function follow(
  id: string,
  { lastEventId, origin = gateway.origin }: { lastEventId?: string; origin?: string } = {},
): Promise<EventReader> {
  const url = `${origin}${PRODUCTS}/imports/${id}/events`;
  const reader = await EventReader.open(url, gateway.token, { lastEventId });
  readers.push(reader);
  return reader;
}

const isOver = (reader: EventReader): Promise<unknown> =>
  until('the stream is over', () => reader.state !== 'open');

/** An import of so many products that are all on their way. */
function newImport(count: number, items: Partial<ImportState['items'][number]> = {}): string {
  const id = newId();
  const asins = Array.from({ length: count }, (_, n) => `B${String(n).padStart(9, '0')}`);
  store(
    id,
    asins.map((asin) => ({ asin, status: 'importing', ...items })),
  );
  return id;
}

function store(id: string, items: ImportState['items']): ImportState {
  const of = (status: string): string[] =>
    items.filter((one) => one.status === status).map(({ asin = '' }) => asin);
  const success = of('success');
  const importing = of('importing');
  const failure = of('failure');
  const counts = {
    total: items.length,
    success: success.length,
    importing: importing.length,
    failure: failure.length,
  };
  const status = importing.length > 0 ? 'RUNNING' : 'COMPLETED';
  const { completedAt: _, ...common } = exampleImportState;
  const state: ImportState = { ...common, id, success, importing, failure, status, counts, items };
  records.set(id, state);
  return state;
}

/** Settles items by their places; `isTold` false loses the notification. */
function settle(id: string, places: readonly number[], isTold = true): ImportState {
  const state = store(
    id,
    (records.get(id)?.items ?? []).map((item, place) =>
      places.includes(place) ? { asin: item.asin, status: 'success', productId: newId() } : item,
    ),
  );
  if (isTold) gateway.owners.notify(importChanged, id, {});
  return state;
}

describe('the stream of an import', () => {
  it('tells the import, each item that settles with the counts, and the end, on every gateway', async () => {
    const id = newImport(5);
    const before = settle(id, [3]);
    const both = await Promise.all([follow(id), follow(id, { origin: second })]);
    for (const reader of both) await until('the snapshot is there', () => reader.events.length === 1);
    const middle = settle(id, [0, 4]);
    for (const reader of both) await until('the counts are there', () => reader.events.length === 4);
    const { success, importing, failure, items, ...summary } = settle(id, [1, 2]);
    expect([success.length, importing, failure]).toEqual([5, [], []]);
    for (const reader of both) {
      await isOver(reader);
      expect(reader.events.map(({ id: eventId, event, data }) => [eventId, event, data])).toEqual([
        ['1', 'import.snapshot', before],
        ['3', 'import.item', middle.items[0]],
        ['3', 'import.item', middle.items[4]],
        ['3', 'import.progress', { counts: middle.counts }],
        ['5', 'import.item', items[1]],
        ['5', 'import.item', items[2]],
        ['5', 'import.progress', { counts: summary.counts }],
        ['end', 'import.completed', summary],
      ]);
      expect([reader.state, reader.retryMs]).toEqual(['ended', 2000]);
    }
    const again = await follow(id, { lastEventId: 'end', origin: second });
    expect([again.response.status, await again.response.text()]).toEqual([204, '']);
    const late = await follow(id, { lastEventId: '3' });
    await isOver(late);
    expect(late.names).toEqual(['import.snapshot', 'import.completed']);
  });

  it('reads the record at most twice a second, however many items settle and streams follow, and tells each item once', async () => {
    const count = 1000;
    const id = newImport(count);
    const [reader, ...others] = await Promise.all(Array.from({ length: 5 }, () => follow(id)));
    if (!reader) throw new Error('There is no stream.');
    for (const one of [reader, ...others])
      await until('the snapshot is there', () => one.events.length === 1);
    const startedAt = performance.now();
    const readsBefore = reads;
    for (let n = 0; n < count; n += 10) {
      settle(
        id,
        Array.from({ length: 10 }, (_, i) => n + i),
      );
      await new Promise((resolve) => setImmediate(resolve));
    }
    for (const one of [reader, ...others]) await isOver(one);
    const elapsed = performance.now() - startedAt;
    expect(reads - readsBefore).toBeLessThanOrEqual(2 + elapsed / 500);
    const told = reader.events.filter(({ event }) => event === 'import.item');
    expect(new Set(told.map(({ data }) => (data as { asin: string }).asin)).size).toBe(count);
    expect(told).toHaveLength(count);
    for (const other of others) expect(other.names).toEqual(reader.names);
  });

  it('tells the counts also of an import whose record has no items', async () => {
    const id = newImport(3);
    const tell = (settled: ImportState): void => {
      records.set(id, { ...settled, items: [] });
      gateway.owners.notify(importChanged, id, {});
    };
    tell(settle(id, [], false));
    const reader = await follow(id);
    await until('the snapshot is there', () => reader.events.length === 1);
    const items = newImport(3);
    tell({ ...settle(items, [0, 1, 2]), id });
    await isOver(reader);
    expect(reader.names).toEqual(['import.snapshot', 'import.progress', 'import.completed']);
  });

  it('misses nothing that changed while the bus was away', async () => {
    const id = newImport(2);
    const reader = await follow(id);
    await until('the snapshot is there', () => reader.events.length === 1);
    settle(id, [0, 1], false);
    void gateway.app.get(BusConnection, { strict: false }).nats.reconnect();
    await isOver(reader);
    expect(reader.names).toEqual([
      'import.snapshot',
      'import.item',
      'import.item',
      'import.progress',
      'import.completed',
    ]);
  });

  it('is refused in JSON and for what does not exist', async () => {
    const id = newImport(1);
    const statusOf = async (path: string, headers: Record<string, string>): Promise<number> => {
      const response = await gateway.call(`${PRODUCTS}/imports/${path}/events`, { headers });
      await response.body?.cancel();
      return response.status;
    };
    expect(await statusOf(id, { accept: 'application/json' })).toBe(406);
    for (const unknown of [newId(), '*', 'x.>'])
      expect(await statusOf(encodeURIComponent(unknown), {})).toBe(404);
    const head = await gateway.call(`${PRODUCTS}/imports/${id}/events`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });
});

describe('a retry of an import', () => {
  const post = (id: string, headers: Record<string, string> = {}): Promise<Response> =>
    gateway.call(`${PRODUCTS}/imports/${id}/retry`, { method: 'POST', headers });

  it('is accepted with the place of the new import, and hands its Idempotency-Key on', async () => {
    const id = newImport(1, { status: 'failure', errorCode: 'Cancelled' });
    const keys: unknown[] = [];
    await gateway.owners.on(retryImport, ({ idempotencyKey }) => {
      keys.push(idempotencyKey);
      return { import: exampleRetry, replayed: keys.length > 1 };
    });
    const first = await post(id, { 'idempotency-key': 'k' });
    expect([first.status, await first.json()]).toEqual([202, exampleRetry]);
    expect(first.headers.get('location')).toBe(`${PRODUCTS}/imports/${exampleRetry.id}`);
    const again = await post(id, { 'idempotency-key': 'k' });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(keys).toEqual(['k', 'k']);
    expect((await errorOf(await post(newId()))).code).toBe('NotFound');
  });

  it('that is repeated has its answer when the first import is gone', async () => {
    await gateway.owners.on(retryImport, ({ onlyRepeat }) =>
      onlyRepeat ? { import: exampleRetry, replayed: true } : new AppError('QuotaExceeded'),
    );
    const repeated = await post(newId(), { 'idempotency-key': 'known' });
    expect([repeated.status, await repeated.json()]).toEqual([202, exampleRetry]);
    expect((await errorOf(await post(newId()))).code).toBe('NotFound');
  });

  it('counts what it tries again against the quota of identifiers, and nothing when it is refused', async () => {
    const failed = newImport(600, { status: 'failure', errorCode: 'SourceUnavailable' });
    const hopeless = newImport(900, { status: 'failure', errorCode: 'NotFound' });
    await gateway.owners.on(retryImport, () => new AppError('InvalidState'));
    expect((await errorOf(await post(hopeless))).code).toBe('InvalidState');
    expect((await errorOf(await post(failed))).code).toBe('InvalidState');
    await gateway.owners.on(retryImport, () => ({ import: exampleRetry, replayed: false }));
    expect((await post(failed)).status).toBe(202);
    expect(await errorOf(await post(failed))).toMatchObject({ code: 'QuotaExceeded' });
  });
});

it.each([
  ['', undefined, 5],
  [', where an operator has set that', { importItemsPerH: 2000 }, 10],
])(
  'all workspaces of a holder may submit five times as many identifiers as one%s',
  async (_where, limits, times) => {
    await gateway.owners.answerWithExamples();
    const holderId = newId();
    await gateway.owners.on(getMembership, () => ({ role: 'owner' as const, holderId, limits }));
    const body = JSON.stringify({ asins: Array.from({ length: 1000 }, (_none, n) => `B${n}`) });
    const submit = async (): Promise<Response> => {
      const token = await gateway.signer.token({ sub: newId(), wid: newId() });
      return gateway.post(IMPORT, body, { ...JSON_TYPE, authorization: `Bearer ${token}` });
    };
    for (let n = 0; n < times; n += 1) expect((await submit()).status).toBe(202);
    const refused = await submit();
    expect(refused.status).toBe(429);
    expect(await errorOf(refused)).toMatchObject({
      code: 'QuotaExceeded',
      target: 'asins',
      message: `All workspaces that one account holds may submit at most ${times * 1000} identifiers and rows for import in an hour.`,
    });
  },
);

describe('validateOnly', () => {
  const body = (validateOnly: boolean): string => JSON.stringify({ asins: ['B1'], validateOnly });
  beforeEach(async () => {
    await gateway.owners.answerWithExamples();
    await gateway.owners.on(validateImport, () => exampleImportPreview);
  });

  it('answers what would become of the identifiers, and creates no import', async () => {
    const text = { method: 'POST', body: 'B1', headers: { 'content-type': 'text/plain' } };
    for (const response of [
      await gateway.post(IMPORT, body(true)),
      await gateway.call(`${IMPORT}?validateOnly=true`, text),
    ]) {
      expect([response.status, await response.json()]).toEqual([200, exampleImportPreview]);
      expect(response.headers.get('location')).toBeNull();
    }
    expect(gateway.owners.accepted).toEqual([]);
    expect((await gateway.post(IMPORT, body(false))).status).toBe(202);
    expect(gateway.owners.accepted).toEqual([{ asins: ['B1'] }]);
  });

  it('is open to those who may only read', async () => {
    const token = await gateway.signer.token({ sub: newId() });
    await gateway.owners.on(getMembership, () => ({ role: 'viewer' as const }));
    const headers = { ...JSON_TYPE, authorization: `Bearer ${token}` };
    const post = async (text: string): Promise<number> => (await gateway.post(IMPORT, text, headers)).status;
    expect(await post(body(true))).toBe(200);
    for (const text of [body(false), '{"asins":["B1"]}', '{"validateOnly":"true"}', 'null', '[]'])
      expect(await post(text)).toBe(403);
  });
});
