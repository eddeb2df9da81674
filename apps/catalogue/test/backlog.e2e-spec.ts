// Too much that waits for the marketplaces: who gets no more of it, and who still does.
import { createImport, type AppError, type Actor, type ImportRequest } from '#contracts';
import { ImportAdmissionService } from '../src/operations/import-admission.service.ts';
import {
  asins,
  claimed,
  importOf,
  openTickets,
  someone,
  sql,
  startCatalogue,
  stateOf,
  type Catalogue,
} from './catalogue.ts';

let catalogue: Catalogue;
beforeAll(async () => {
  catalogue = await startCatalogue({ BACKLOG_MAX: '2' });
}, 60_000);
afterAll(() => catalogue?.close());
beforeEach(async () => {
  await sql(catalogue, 'TRUNCATE import_fetch, import_turn, import_ticket');
  await look();
});

const look = (): Promise<void> => catalogue.app.get(ImportAdmissionService, { strict: false }).look();
const ask = (actor: Actor, body: Partial<ImportRequest>, key?: string) =>
  importOf(catalogue, actor, { marketplace: 'US', asins: [], ...body }, key);

/** The refusal of an import; undefined when it is accepted. */
async function refusal(actor: Actor, body: Partial<ImportRequest>): Promise<AppError | undefined> {
  const input = { actor, body: { marketplace: 'US' as const, asins: [], ...body } };
  return catalogue.gateway.request(createImport, input).then(
    () => undefined,
    (error: unknown) => error as AppError,
  );
}

describe('a workspace that fills a region', () => {
  let greedy: Actor;
  let first: Awaited<ReturnType<typeof ask>>;
  beforeEach(async () => {
    greedy = someone();
    first = await ask(greedy, { asins: asins('GREEDY', 60) }, 'key'); // three calls
    await look();
  });

  it('gets no more there, and nothing of what it asked for is kept', async () => {
    const count = async (): Promise<unknown> => sql(catalogue, 'SELECT count(*) FROM import');
    const before = await count();
    expect(await refusal(greedy, { asins: asins('MORE', 1) })).toMatchObject({
      code: 'Unavailable',
      retryAfter: 30,
    });
    expect(await count()).toEqual(before);
  });

  it('may read, repeat its request, and ask elsewhere or for what needs no call', async () => {
    expect(await stateOf(catalogue, greedy, first.import.id)).toMatchObject({ status: 'RUNNING' });
    expect(await ask(greedy, { asins: asins('GREEDY', 60) }, 'key')).toMatchObject({ replayed: true });
    expect(await refusal(greedy, { marketplace: 'DE', asins: asins('MORE', 1) })).toBeUndefined();
    expect(await refusal(greedy, { asins: ['no ASIN'] })).toBeUndefined();
  });

  it('keeps nobody else out until he has as much', async () => {
    const other = someone();
    expect(await refusal(other, { asins: asins('OTHER', 20) })).toBeUndefined();
    await look();
    expect(await refusal(other, { asins: asins('MORE', 60) })).toBeUndefined();
    await look();
    expect(await refusal(other, { asins: asins('TOO', 1) })).toMatchObject({ code: 'Unavailable' });
  });

  it('may ask again once less waits', async () => {
    for (const ticket of await openTickets(catalogue)) await claimed(catalogue, ticket);
    await look();
    expect(await refusal(greedy, { asins: asins('MORE', 1) })).toBeUndefined();
  });
});

it('a workspace whose products wait for half their time gets no more, others do', async () => {
  const [late, other] = [someone(), someone()];
  await ask(late, { asins: asins('LATE', 1) });
  const wait = async (time: string): Promise<void> => {
    await sql(catalogue, `UPDATE import_fetch SET requested_at = now() - $1::interval`, [time]);
    await look();
  };
  await wait('179 minutes');
  expect(await refusal(late, { asins: asins('MORE', 1) })).toBeUndefined();
  await wait('181 minutes');
  expect(await refusal(late, { asins: asins('MUCH', 1) })).toMatchObject({ code: 'Unavailable' });
  expect(await refusal(other, { asins: asins('OTHER', 1) })).toBeUndefined();
});
