// Reads the plans of the list of generations on skewed tables: a page reads its own rows and one more, whatever the filter.
// Statistics read the sums of their days or hours. It also reads what a claim costs the indexes that the filters need.
import { mock } from 'node:test';
import type { INestMicroservice } from '@nestjs/common';
import {
  getGeneration,
  JUDGEMENT,
  listApplications,
  listApplicationVersions,
  listDocuments,
  listGenerations,
  listGenerationStatistics,
  type Actor,
  type GenerationList,
  type GenerationPoint,
  type InputOf,
} from '#contracts';
import { newId } from '#platform/context';
import { Database } from '#platform/database';
import { blocksRead, plansOf, rowsRead, type Plan } from '#testing/plans';
import { sized } from '#testing/size';
import { JudgementsStore } from '../src/judging/judgements.store.ts';
import { GenerationStatisticsService } from '../src/statistics/generation-statistics.service.ts';
import { GenerationsEnvironment, newActor, PRICED_MODELS } from './generations-environment.ts';
import { addGenerations } from './skewed-rows.ts';
import { productFor } from './stand-in-catalogue.ts';

type Query = Omit<InputOf<typeof listGenerations>, 'actor' | 'limit'>;

let environment: GenerationsEnvironment;
let app: INestMicroservice;
beforeAll(async () => {
  environment = await GenerationsEnvironment.start();
  app = await environment.startInstance(PRICED_MODELS);
});
afterAll(() => environment?.stop());

describe('what is read', () => {
  const LIMIT = 10;
  const PAGE = LIMIT + 1;
  /** Blocks in which a place is found in the indexes of all months; a walk through a workspace reads more. */
  const MOST_BLOCKS = 12;
  const LINKED = newId();
  const add = (count: number, nth: number, ...actors: Actor[]) =>
    addGenerations(environment, LINKED, { count, nth }, actors);

  const page = (actor: Actor, query: Query): Promise<GenerationList> =>
    environment.gateway.request(listGenerations, { actor, limit: LIMIT, ...query });

  /** The plans of the first two pages of a list. */
  const pagePlans = (actor: Actor, filters: Query): Promise<Plan[]> =>
    plansOf(environment.servers.database.appUrl, /"cursorId"/, async () => {
      const { nextToken } = await page(actor, filters);
      if (nextToken) await page(actor, { ...filters, nextToken });
    });

  /** Rows that each statement that fits reads. */
  const rowsReadBy = async (pattern: RegExp, read: () => Promise<unknown>): Promise<number[]> =>
    (await plansOf(environment.servers.database.appUrl, pattern, read)).map(rowsRead);

  const FILTERS = {
    all: {},
    success: { status: 'SUCCESS' },
    failed: { status: 'FAILED' },
    running: { status: 'RUNNING' },
    application: { applicationId: 'bullet-points' },
    product: { productId: LINKED },
    document: { documentId: LINKED },
    acceptedInto: { acceptedInto: LINKED },
    batch: { batchId: LINKED },
    manual: { manual: true },
    stale: { stale: true },
    review: { review: 'PENDING' },
    rejected: { review: 'REJECTED' },
    automatic: { manual: false },
  } satisfies Record<string, Query>;

  /** What `of` says of the plans of the list, for each filter. */
  async function byFilter(actor: Actor, times: Query, of: (plan: Plan) => unknown): Promise<object> {
    const found: Record<string, unknown[]> = {};
    for (const [name, filter] of Object.entries(FILTERS))
      found[name] = (await pagePlans(actor, { ...filter, ...times })).map(of);
    return found;
  }

  it.each([10, 1000])(
    'for a page are its own rows and one more, whatever the filter, with each %s. generation another one',
    async (nth) => {
      await environment.sql('TRUNCATE generation');
      const [big, ...others] = [newActor(), newActor(), newActor(), newActor()];
      await add(20_000, nth, big);
      await add(2000, 3, ...others);
      await environment.sql('ANALYZE generation');
      const rare = 20_000 / nth;
      const few = rare > 2 * LIMIT ? [PAGE, PAGE] : [PAGE, rare - LIMIT];
      const expected = {
        all: [PAGE, PAGE],
        success: [PAGE, PAGE],
        failed: few,
        running: [0],
        application: few,
        product: few,
        document: few,
        acceptedInto: few,
        batch: few,
        manual: few,
        stale: few,
        review: [PAGE, PAGE],
        rejected: [0],
        automatic: [PAGE, PAGE],
      };
      expect(await byFilter(big, {}, rowsRead)).toEqual(expected);
      const { id } = (await page(big, {})).generations[0]!;
      const read = () => environment.gateway.request(getGeneration, { actor: big, id });
      expect(await rowsReadBy(/AS usage FROM generation/, read)).toEqual([1]);
      const now = Math.floor(Date.now() / 1000);
      const before = now - 100_000;
      const later = now + 3600;
      expect(await byFilter(big, { createdAfter: before, createdBefore: later }, rowsRead)).toEqual(expected);
      const short = Object.fromEntries(Object.keys(FILTERS).map((name) => [name, [true]]));
      const isShort = (plan: Plan): boolean => blocksRead(plan) <= MOST_BLOCKS;
      expect(await byFilter(big, { createdAfter: later }, isShort)).toEqual(short);
      expect(await byFilter(big, { createdBefore: before }, isShort)).toEqual(short);
    },
  );

  it('for any two filters are no more rows on the shared connections, which reads of all workspaces use', async () => {
    await environment.sql('TRUNCATE generation');
    const big = newActor();
    await add(20_000, 10, big);
    await add(2000, 3, newActor(), newActor());
    await environment.sql('ANALYZE generation');
    const more = { common: { applicationId: 'product-title' }, fresh: { stale: false } };
    const singles: [string, Query][] = Object.entries({ ...FILTERS, ...more });
    const pairs = singles.flatMap((one, i) => singles.slice(i).map((other) => [one, other] as const));
    const alone = mock.method(app.get(Database, { strict: false }), 'readAlone').mock;
    const shared: Record<string, number> = {};
    for (const [[name, filter], [otherName, other]] of pairs) {
      const before = alone.callCount();
      const rows = (await pagePlans(big, { ...filter, ...other })).map(rowsRead);
      if (alone.callCount() === before) shared[`${name} and ${otherName}`] = Math.max(...rows);
    }
    alone.restore();
    expect(Object.entries(shared).filter((one) => one[1] > PAGE)).toEqual([]);
    expect(shared).toHaveProperty('review and common'); // as the page of reviews asks
  });

  it('for a page of applications, of their versions and of documents are its own rows and one more', async () => {
    const [big, ...others] = [newActor(), newActor(), newActor()];
    const workspaces = [big, ...others].map(({ workspaceId }) => workspaceId);
    const some = `unnest($1::uuid[]) AS workspace_id, generate_series(1, 3000) AS n`;
    const moment = `now() - n * interval '1 second'`;
    await environment.sql(
      `WITH added AS (
         INSERT INTO application (workspace_id, id, version, created_at, archived_at)
         SELECT workspace_id, gen_random_uuid(), CASE WHEN n = 1 THEN 1000 ELSE 2 END, ${moment},
           CASE WHEN n % 3 > 0 AND n > 1 THEN now() END FROM ${some} RETURNING *
       )
       INSERT INTO application_version (workspace_id, id, version, name, instructions, input_schema, result_type)
       SELECT workspace_id, id, one, 'Label', 'Write.', '{}', 'TEXT' FROM added, generate_series(1, version) AS one`,
      [workspaces],
    );
    await environment.sql(
      `INSERT INTO document (workspace_id, id, title, content, created_at)
       SELECT workspace_id, gen_random_uuid(), 'Notes', 'Text', ${moment} FROM ${some}`,
      [workspaces],
    );
    await environment.sql('ANALYZE application, application_version, document');
    const { gateway } = environment;
    const query = { actor: big, limit: LIMIT };
    const twoPages = async (read: (nextToken?: string) => Promise<{ nextToken?: string }>): Promise<void> => {
      const { nextToken } = await read();
      await read(nextToken);
    };
    const paged = (nextToken?: string) => (nextToken === undefined ? query : { ...query, nextToken });
    let id = '';
    const applications = await rowsReadBy(/FROM application JOIN/, () =>
      twoPages(async (nextToken) => {
        const page = await gateway.request(listApplications, paged(nextToken));
        id ||= page.applications.find((one) => !one.builtIn)?.id ?? '';
        return page;
      }),
    );
    expect(applications).toEqual([2 * PAGE, 2 * PAGE]); // each with its version
    const versions = await rowsReadBy(/one\.version < /, () =>
      twoPages((nextToken) => gateway.request(listApplicationVersions, { ...paged(nextToken), id })),
    );
    expect(versions).toEqual([2 * PAGE, 2 * PAGE]); // each with its application
    const documents = await rowsReadBy(/FROM document/, () =>
      twoPages((nextToken) => gateway.request(listDocuments, paged(nextToken))),
    );
    expect(documents).toEqual([PAGE, PAGE]);
  });

  it('for what a text learns from are a few rows of each category above it, however many texts there are', async () => {
    const [big, ...others] = [newActor(), newActor()];
    const texts = sized(20_000, 100_000);
    await environment.sql('TRUNCATE generation');
    for (const actor of [big, ...others])
      await environment.sql(
        `INSERT INTO generation (workspace_id, id, account_id, holder_id, request_id, application_id, application_name, title,
           inputs, environment, language, category, model, manual, product_id, status, result, result_type, review, last_job_id,
           lease_until, deadline_at, created_at, completed_at)
         SELECT $1, (lpad(to_hex((extract(epoch FROM now() - n * interval '1 second') * 1000)::bigint), 12, '0')
             || '7' || substr(md5(n::text), 1, 3) || '8' || substr(md5(n::text), 4, 15))::uuid, $1, $1, 'r', 'product-title', 'Title',
           'Title', '{}', '{}', 'de', 'home>c' || n % 20 || '>d' || n % 400 || '>', 'm', false, gen_random_uuid(),
           'SUCCESS', json_build_array(json_build_object('text', repeat('Fenwick ', 100))), 'RESULTS',
           jsonb_build_object('state', 'ACCEPTED', 'to', 'product', 'id', $1::uuid) || CASE WHEN n % 3 = 0
             THEN jsonb_build_object('result', jsonb_build_array(jsonb_build_object('text', 'Fenwick'))) ELSE '{}' END,
           'j', now(), now(), now(), now()
         FROM generate_series(1, $2::int) AS n`,
        [actor.workspaceId, texts],
      );
    await environment.sql('ANALYZE generation');
    const product = productFor(big, { tags: ['Home', 'c7', 'd27'] });
    const request = {
      inputs: { productId: product.id },
      environment: { model: 'acme:large', language: 'de' },
    };
    const found: Plan[] = [];
    const read = async (): Promise<void> => {
      const plans = await plansOf(environment.servers.database.appUrl, /distinct_products/, async () => {
        const { generation } = await environment.create(big, request);
        expect(generation.learnedFrom).toHaveLength(3);
      });
      found.push(...plans);
    };
    await read();
    // Four levels, edited and not, eight texts of each; and of six of them the texts.
    for (const plan of found) expect(rowsRead(plan)).toBeLessThanOrEqual(4 * 2 * 8 + 6);
  });

  it('for what the judge says of a text are its judgements, however many the experiment has', async () => {
    const { workspaceId } = newActor();
    const experimentId = newId();
    const batchId = newId();
    const caseId = newId();
    await environment.sql(
      `INSERT INTO batch (workspace_id, id, account_id, holder_id, request_id, application_id, application_name,
         application_version, inputs, environment, experiment_id, total, waiting, success, completed_at)
       VALUES ($1, $2, $1, $1, 'r', $4, 'Judgement', 1, '{}', '{}', $3, 3000, 0, 3000, now())`,
      [workspaceId, batchId, experimentId, JUDGEMENT],
    );
    await environment.sql(
      `INSERT INTO generation (workspace_id, id, account_id, holder_id, request_id, application_id, application_name, title, inputs,
         environment, model, manual, batch_id, experiment_id, arm, case_id, status, result, result_type, last_job_id, lease_until,
         deadline_at, completed_at)
       SELECT $1, overlay($2::text placing lpad(to_hex(n), 12, '0') from 25)::uuid, $1, $1, 'r', $5, 'Judgement', 'Judgement', '{}', '{}', 'm',
         false, $2::uuid, $3, 'B', CASE WHEN n <= 2 THEN $4::uuid ELSE gen_random_uuid() END, 'SUCCESS', '[]', 'RESULTS',
         'j', now(), now(), now() FROM generate_series(1, 3000) AS n`,
      [workspaceId, batchId, experimentId, caseId, JUDGEMENT],
    );
    await environment.sql('ANALYZE generation, batch');
    const store = app.get(JudgementsStore, { strict: false });
    const rows = await rowsReadBy(/case_id = /, async () => {
      expect(await store.ofCase(workspaceId, experimentId, caseId)).toHaveLength(2);
    });
    expect(rows).toEqual([1 + 2]); // the batch, and a judgement for each order
  });

  it('for statistics are the sums of their days, or of their hours, and what is not yet in them', async () => {
    const [big, ...others] = [newActor(), newActor(), newActor()];
    const add = (actors: Actor[], from: number, to: number): Promise<unknown> =>
      environment.sql(
        `INSERT INTO statistic (workspace_id, hour, application_id, model, error_code, slot, generations, findings)
         SELECT workspace_id, n, 'product-title', 'm' || model, '', 1, 1, '{"DUPLICATE":2}'
         FROM unnest($1::uuid[]) AS workspace_id, generate_series($2::int, $3::int) AS n, generate_series(1, 4) AS model`,
        [actors.map(({ workspaceId }) => workspaceId), from, to],
      );
    await add([big, ...others], 1, 5000);
    await app.get(GenerationStatisticsService, { strict: false }).addUpSlots();
    await environment.sql('ANALYZE statistic');
    const input = { actor: big, from: 3600 * 240, to: 3600 * 288, by: 'model' } as const;
    const found: GenerationPoint[] = [];
    const read = (interval: 'day' | 'hour') => async (): Promise<void> => {
      const { points } = await environment.gateway.request(listGenerationStatistics, { ...input, interval });
      found.splice(0, Infinity, ...points);
    };
    expect(await rowsReadBy(/FROM statistic/, read('day'))).toEqual([2 * 4]);
    expect(found).toHaveLength(2 * 4);
    expect(found[0]).toMatchObject({ key: 'm1', success: 24, findings: { DUPLICATE: 48 } });
    expect(await rowsReadBy(/FROM statistic/, read('hour'))).toEqual([48 * 4]);
    expect(found).toHaveLength(48 * 4);
    expect(found[0]).toMatchObject({ key: 'm1', success: 1, findings: { DUPLICATE: 2 } });
    await add([big, ...others], 250, 250); // a decision is taken back long after
    expect(await rowsReadBy(/FROM statistic/, read('day'))).toEqual([2 * 4 + 4]);
    expect(found[0]).toMatchObject({ key: 'm1', success: 25, findings: { DUPLICATE: 50 } });
  });
});

it('a claim changes no column of an index, so it writes none', async () => {
  const covered = await environment.sql(
    `SELECT DISTINCT attname FROM pg_index JOIN pg_attribute ON attrelid = indrelid
     WHERE indrelid = 'generation'::regclass AND attname = ANY ($1)
       AND pg_get_indexdef(indexrelid) ~ ('\\y' || attname || '\\y')`,
    [['worker', 'lease_until', 'epoch', 'invocation_id', 'lost_workers']],
  );
  expect(covered).toEqual([]);
});
