// Admission of imports while too many products wait: which accounts are refused, and which are still admitted.
import { createImport, type AppError, type Actor, type ImportSubmission } from '#contracts';
import { ImportAdmissionService } from '../src/operations/import-admission.service.ts';
import {
  asins,
  claimBatch,
  importOf,
  openBatches,
  someone,
  sql,
  startCatalogue,
  stateOf,
  type Catalogue,
} from './catalogue.ts';

let catalogue: Catalogue;
beforeAll(async () => {
  catalogue = await startCatalogue({ BACKLOG_MAX: '2' });
});
afterAll(() => catalogue?.close());
beforeEach(async () => {
  await sql(catalogue, 'DELETE FROM fetch_batch; DELETE FROM pending_fetch; DELETE FROM fair_share');
  await refresh();
});

const refresh = (): Promise<void> => catalogue.app.get(ImportAdmissionService, { strict: false }).refresh();
const ask = (actor: Actor, body: Partial<ImportSubmission>, key?: string) =>
  importOf(catalogue, actor, { marketplace: 'US', asins: [], ...body }, key);

/** The refusal of an import; undefined when it is accepted. */
async function refusal(actor: Actor, body: Partial<ImportSubmission>): Promise<AppError | undefined> {
  const input = { actor, body: { marketplace: 'US' as const, asins: [], ...body } };
  return catalogue.gateway.request(createImport, input).then(
    () => undefined,
    (error: unknown) => error as AppError,
  );
}

describe('a workspace that fills a region', () => {
  let actor: Actor;
  let first: Awaited<ReturnType<typeof ask>>;
  beforeEach(async () => {
    actor = someone();
    first = await ask(actor, { asins: asins('FULL', 60) }, 'key'); // three calls
    await refresh();
  });

  it('is refused there, and nothing of the refused import is stored', async () => {
    const count = async (): Promise<unknown> => sql(catalogue, 'SELECT count(*) FROM import');
    const before = await count();
    expect(await refusal(actor, { asins: asins('MORE', 1) })).toMatchObject({
      code: 'Unavailable',
      retryAfter: 30,
    });
    expect(await count()).toEqual(before);
  });

  it('takes no room of products by what is refused', async () => {
    const few = { ...actor, limits: { products: 61 } };
    for (const n of [1, 2])
      expect(await refusal(few, { asins: asins(`MORE${n}`, 1) })).toMatchObject({ code: 'Unavailable' });
  });

  it('is refused with all workspaces of its account', async () => {
    const sister = { ...someone(), holderId: actor.workspaceId };
    expect(await refusal(sister, { asins: asins('MORE', 1) })).toMatchObject({ code: 'Unavailable' });
  });

  it('may read, repeat its request, import elsewhere, and import what needs no call', async () => {
    expect(await stateOf(catalogue, actor, first.import.id)).toMatchObject({ status: 'RUNNING' });
    expect(await ask(actor, { asins: asins('FULL', 60) }, 'key')).toMatchObject({ replayed: true });
    expect(await refusal(actor, { marketplace: 'DE', asins: asins('MORE', 1) })).toBeUndefined();
    expect(await refusal(actor, { asins: ['no ASIN'] })).toBeUndefined();
  });

  it('does not keep another workspace out until that one has as many products waiting', async () => {
    const other = someone();
    expect(await refusal(other, { asins: asins('OTHER', 20) })).toBeUndefined();
    await refresh();
    expect(await refusal(other, { asins: asins('MORE', 60) })).toBeUndefined();
    await refresh();
    expect(await refusal(other, { asins: asins('TOO', 1) })).toMatchObject({ code: 'Unavailable' });
  });

  it('is admitted again when fewer products wait', async () => {
    for (const batch of await openBatches(catalogue)) await claimBatch(catalogue, batch);
    await refresh();
    expect(await refusal(actor, { asins: asins('MORE', 1) })).toBeUndefined();
  });
});

describe('a workspace whose oldest product has waited for half of the deadline', () => {
  it('is refused while other workspaces are admitted', async () => {
    const late = someone();
    const other = someone();
    await ask(late, { asins: asins('LATE', 1) });
    const wait = async (time: string): Promise<void> => {
      await sql(catalogue, `UPDATE pending_fetch SET requested_at = now() - $1::interval`, [time]);
      await refresh();
    };
    await wait('179 minutes');
    expect(await refusal(late, { asins: asins('MORE', 1) })).toBeUndefined();
    await wait('181 minutes');
    expect(await refusal(late, { asins: asins('MUCH', 1) })).toMatchObject({ code: 'Unavailable' });
    expect(await refusal(other, { asins: asins('OTHER', 1) })).toBeUndefined();
  });

  it('does not have another one refused that asks for its products too', async () => {
    const other = someone();
    await ask(someone(), { asins: asins('LATE', 3) });
    await sql(catalogue, `UPDATE pending_fetch SET requested_at = now() - interval '181 minutes'`);
    await ask(other, { asins: asins('LATE', 1) });
    const own = 'SELECT FROM pending_fetch WHERE workspace_id = $1';
    expect(await sql(catalogue, own, [other.workspaceId])).toHaveLength(1);
    await refresh();
    expect(await refusal(other, { asins: asins('OTHER', 1) })).toBeUndefined();
  });
});
