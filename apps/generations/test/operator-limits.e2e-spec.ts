// What the operator's configuration bounds: the budgets of workspaces, and how many rows one may have.
import type { INestMicroservice } from '@nestjs/common';
import { Client } from 'pg';
import {
  archiveApplication,
  createApplication,
  createDataset,
  createDocument,
  patchDocument,
  replaceApplication,
  type Actor,
  type AppError,
} from '#contracts';
import { newId } from '#platform/context';
import { Database } from '#platform/database';
import { errorOf } from '#testing/answers';
import { DocumentsService } from '../src/documents/documents.service.ts';
import {
  GenerationsEnvironment,
  newActor,
  PRICED_MODELS,
  SUCCESS,
  waitUntil,
} from './generations-environment.ts';
import { auth } from './stand-in-auth.ts';
import { productFor } from './stand-in-catalogue.ts';

/** A place is named, because that of a workspace is not known while auth is away. */
const PLACE = { marketplace: 'US' } as const;
const PRICED = { environment: { ...PLACE, model: 'acme:large' } };
const OUTCOME = { ...SUCCESS, usage: { inputTokens: 1000, outputTokens: 100, calls: 1 } };
/** Cost of OUTCOME: 1000 tokens at 2.5 and 100 at 10 micro-units. */
const COST = 3500;
const SPENT = { code: 'QuotaExceeded', target: 'environment.model' };

let environment: GenerationsEnvironment;
let app: INestMicroservice;
beforeAll(async () => {
  environment = await GenerationsEnvironment.start();
  const limits = { BUDGET_DEFAULT_MICROS: String(COST), BUDGET_MAX_MICROS: String(2 * COST) };
  const rows = {
    LIMIT_DOCUMENTS: '20',
    LIMIT_DOCUMENTS_MB: '1',
    LIMIT_APPLICATIONS: '2',
    LIMIT_APPLICATION_VERSIONS: '2',
    LIMIT_DATASET_CASES: '3',
  };
  const settings = { ...PRICED_MODELS, ...limits, ...rows, FALLBACK_READ_MS: '500' };
  app = await environment.startInstance(settings);
});
afterAll(() => environment?.stop());
afterEach(() => auth.release());

it('budgets of the operator hold where a workspace has set none, and bound what it sets', async () => {
  const silent = newActor();
  const rich = newActor();
  auth.budgets.set(rich.workspaceId, 100 * COST);
  for (const actor of [silent, rich]) await environment.createEnded(actor, OUTCOME, PRICED);
  expect(await errorOf(environment.create(silent, PRICED))).toMatchObject(SPENT);
  await environment.createEnded(rich, OUTCOME, PRICED);
  expect(await errorOf(environment.create(rich, PRICED))).toMatchObject(SPENT);
  expect(await environment.create(silent)).toMatchObject({ replayed: false });
});

it('while auth does not tell what a workspace has set, no default stands for it', async () => {
  const unknown = newActor();
  auth.budgets.set(unknown.workspaceId, 2 * COST);
  await environment.sql(
    `INSERT INTO spending VALUES ($1, date_trunc('month', now() AT TIME ZONE 'UTC'), $2)`,
    [unknown.workspaceId, 1.5 * COST],
  );
  auth.holdAnswers();
  try {
    expect(await environment.create(unknown, PRICED)).toMatchObject({ replayed: false });
  } finally {
    auth.release();
  }
});

it('budgets are not overrun while auth is away: after a while, models with a price are refused', async () => {
  auth.holdAnswers();
  await waitUntil(async () => {
    const error = await environment.create(newActor(), PRICED).then(
      () => undefined,
      (refusal: AppError) => refusal,
    );
    return error?.code === 'Unavailable';
  });
  expect(await environment.create(newActor(), { environment: PLACE })).toMatchObject({ replayed: false });
  auth.release();
  await waitUntil(() =>
    environment.create(newActor(), PRICED).then(
      () => true,
      () => false,
    ),
  );
});

it('rows have limits: those of documents, of applications and of their versions', async () => {
  const actor = newActor();
  const write = () =>
    environment.gateway.request(createDocument, { actor, body: { title: 'Voice', content: 'Plain.' } });
  for (let n = 0; n < 20; n += 1) await write();
  expect(await errorOf(write())).toMatchObject({ code: 'QuotaExceeded', target: 'documents' });
  const body = {
    name: 'Own',
    instructions: 'Write.',
    inputSchema: { type: 'object' },
    resultType: 'TEXT' as const,
  };
  const create = () => environment.gateway.request(createApplication, { actor, body });
  const { application } = await create();
  const { application: other } = await create();
  await environment.gateway.request(archiveApplication, { actor, id: other.id });
  expect(await errorOf(create())).toMatchObject({ code: 'QuotaExceeded', target: 'applications' });
  const replace = () => environment.gateway.request(replaceApplication, { actor, id: application.id, body });
  await replace();
  expect(await errorOf(replace())).toMatchObject({ code: 'QuotaExceeded', target: 'version' });
});

it('what an operator has set for the holder counts in place of what the configuration says', async () => {
  const limits = {
    documents: 1,
    documentsMb: 0,
    applications: 1,
    applicationVersions: 1,
    datasetCases: 4,
    runningGenerations: 1,
  };
  const limited = (name: keyof typeof limits): Actor => ({ ...newActor(), limits: { [name]: limits[name] } });
  const write = (actor: Actor) =>
    environment.gateway.request(createDocument, { actor, body: { title: 'Voice', content: 'Plain.' } });
  const few = limited('documents');
  const { document } = await write(few);
  const refusedText = await errorOf(write(few));
  expect(refusedText).toMatchObject({ code: 'QuotaExceeded', target: 'documents' });
  expect(refusedText.message).toContain('at most 1 documents');
  expect((await errorOf(write(limited('documentsMb')))).message).toContain('at most 0 MB');
  const longer = {
    actor: { ...few, limits: { documentsMb: 0 } },
    id: document.id,
    body: { content: 'Plainer.' },
  };
  expect((await errorOf(environment.gateway.request(patchDocument, longer))).message).toContain(
    'at most 0 MB',
  );

  const body = {
    name: 'Own',
    instructions: 'Write.',
    inputSchema: { type: 'object' },
    resultType: 'TEXT' as const,
  };
  const create = (actor: Actor) => environment.gateway.request(createApplication, { actor, body });
  const one = limited('applications');
  await create(one);
  expect((await errorOf(create(one))).message).toContain('at most 1 applications');
  const unversioned = limited('applicationVersions');
  const { application } = await create(unversioned);
  const replacement = { actor: unversioned, id: application.id, body };
  expect((await errorOf(environment.gateway.request(replaceApplication, replacement))).message).toContain(
    'at most 1 versions',
  );

  const more = limited('datasetCases');
  await addCases(more, 4); // one more than the others may have
  expect(await errorOf(addCases(more, 1))).toMatchObject({ code: 'QuotaExceeded', target: 'datasets' });
  const bytes: Actor = { ...newActor(), limits: { datasetBytes: 1 } };
  expect((await errorOf(addCases(bytes, 1))).message).toContain('at most 1 bytes');

  const single = limited('runningGenerations');
  await environment.create(single);
  for (let n = 0; n < 2; n += 1)
    // Postgres refuses the first, and memory the second
    expect((await errorOf(environment.create(single))).message).toContain(
      'At most 1 generations of a workspace',
    );
});

it('documents that are written at once have the limit together', async () => {
  const actor = newActor();
  const write = () =>
    environment.gateway.request(createDocument, { actor, body: { title: 'Voice', content: 'Plain.' } });
  for (let n = 0; n < 19; n += 1) await write();
  const holder = new Client({ connectionString: environment.servers.postgres.superuserUrl('generations') });
  await holder.connect();
  await holder.query('BEGIN');
  await holder.query('LOCK TABLE document IN SHARE MODE'); // both count before one is written
  // Past the turns of this instance, as another one writes.
  const text = { documentId: undefined, ifVersion: undefined, title: 'Voice', content: 'Plain.' };
  const elsewhere = app
    .get(Database, { strict: false })
    .forWorkspace(actor.workspaceId, (tx) =>
      app.get(DocumentsService, { strict: false }).write(tx, actor, text),
    );
  const both = [write(), elsewhere].map((one) => one.catch(() => undefined));
  const waits = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = 'generations'`;
  await waitUntil(async () => (await environment.sql(waits)).length === 2);
  await holder.query('ROLLBACK');
  await holder.end();
  await Promise.all(both);
  const written = 'SELECT FROM document WHERE workspace_id = $1';
  expect((await environment.sql(written, [actor.workspaceId])).length).toBeLessThanOrEqual(20);
});

it('the texts of documents have a limit together, and what is there may become shorter', async () => {
  const actor = newActor();
  const write = (bytes: number) =>
    environment.gateway.request(createDocument, {
      actor,
      body: { title: 'Voice', content: 'é'.repeat(bytes / 2) },
    });
  const documents = [];
  for (let n = 0; n < 15; n += 1) documents.push((await write(65_000)).document);
  const { id } = documents[0]!;
  const full = { code: 'QuotaExceeded', target: 'documents' };
  expect(await errorOf(write(65_000))).toMatchObject(full);
  await write(24_000);
  const change = (content: string) =>
    environment.gateway.request(patchDocument, { actor, id, body: { content } });
  await change('é'.repeat(32_000));
  await write(1800);
  expect(await errorOf(change('é'.repeat(32_500)))).toMatchObject(full);
});

function addCases(actor: Actor, count: number) {
  const ids = Array.from({ length: count }, () => productFor(actor).id);
  return environment.gateway.request(createDataset, { actor, body: { name: 'Boards', products: { ids } } });
}

it('the cases of datasets are limited by workspace, and by holder to five times as many', async () => {
  const first = newActor();
  await addCases(first, 2);
  const full = { code: 'QuotaExceeded', target: 'datasets' };
  expect(await errorOf(addCases(first, 2))).toMatchObject(full);
  await addCases(first, 1);
  for (let n = 0; n < 4; n += 1) await addCases({ ...first, workspaceId: newId() }, 3);
  expect(await errorOf(addCases({ ...first, workspaceId: newId() }, 1))).toMatchObject(full);
  await addCases(newActor(), 1);
});

it('the cases of a workspace count whoever held it when they were added, and for who holds it now', async () => {
  const former = newActor();
  await addCases(former, 2);
  const holder = { ...former, holderId: newId() };
  expect(await errorOf(addCases(holder, 2))).toMatchObject({ code: 'QuotaExceeded', target: 'datasets' });
  await addCases(holder, 1);
  for (let n = 0; n < 5; n += 1) await addCases({ ...former, workspaceId: newId() }, 3);
});

it('so are their bytes: what cannot be finished takes no room', async () => {
  await environment.startInstance({ ...PRICED_MODELS, LIMIT_DATASET_BYTES: '1' });
  const actor = newActor();
  const ids = [productFor(actor).id];
  const body = { name: 'Boards', products: { ids } };
  // Two instances answer, one of which has room.
  await waitUntil(async () => {
    const error = await environment.gateway.request(createDataset, { actor, body }).then(
      () => undefined,
      (refusal: AppError) => refusal,
    );
    if (error) expect(error).toMatchObject({ code: 'QuotaExceeded', target: 'datasets' });
    return error?.message.includes('bytes') ?? false;
  });
  const unready = await environment.sql('SELECT FROM dataset WHERE workspace_id = $1 AND NOT ready', [
    actor.workspaceId,
  ]);
  expect(unready).toEqual([]);
});
