// Reads and writes the tables batch and batch_member.
import { Injectable } from '@nestjs/common';
import { isUuid } from '#contracts';
import { arraysOf, Database, selectList, type Transaction } from '#platform/database';
import { Pages, type PageQuery } from '#platform/paging';
import { USAGE_OF_BATCH } from '../usage/index.ts';
import { BatchEntity, type BatchMemberEntity } from './batches.entity.ts';
import { COSTS, WITH_SHARED_COST, type BatchCosts } from './batch-costs.rules.ts';
import { toBatch, type BatchRow } from './batches.rules.ts';

const COUNTS = ['total', 'waiting', 'running', 'success', 'failed', 'cancelled'] as const;
const SHOWN = `${selectList([
  'id',
  'applicationId',
  'status',
  'maxCostMicros',
  'stopReason',
  'experimentId',
  'createdAt',
  'completedAt',
  ...COUNTS,
])}, ${USAGE_OF_BATCH} AS usage`;

/** SQL: the batches of a row of `experiment` of the workspace $1, those of its arms and of its judge, as JSON. */
export const BATCHES_OF_EXPERIMENT = `(
  SELECT coalesce(json_agg(part), '[]') FROM (
    SELECT ${SHOWN} FROM batch
    WHERE batch.workspace_id = $1 AND batch.experiment_id = experiment.id
  ) AS part
)`;

/** Most batches of one workspace that are looked at in one round: those of which the fewest generations run. */
const TAKING_TURNS = 10;

const TASK = [
  'workspaceId',
  'id',
  'accountId',
  'holderId',
  'mostRunning',
  'requestId',
  'applicationId',
  'applicationName',
  'applicationVersion',
  'inputs',
  'environment',
  'voice',
  'maxCostMicros',
  'experimentId',
  'arm',
  'datasetId',
] as const;
/** A batch to be inserted, or to make generations for. */
export type BatchTask = Pick<BatchEntity, (typeof TASK)[number]>;

const WAITING = ['holderId', 'mostRunning', 'workspaceId', 'id', 'running', 'waiting'] as const;
/** A batch with products that wait, in a workspace that had room for so many generations. */
export interface WaitingBatch extends Pick<BatchEntity, (typeof WAITING)[number]> {
  room: number;
}

/** A batch to make generations for, and how far it is. */
export type BatchInWork = BatchTask & BatchCosts;

/** A product that has no generation yet. */
export type Member = Pick<BatchMemberEntity, 'position' | 'productId'>;

/** The counts of a batch after they have changed. */
export type ChangedBatch = Pick<
  BatchEntity,
  'workspaceId' | 'id' | 'requestId' | 'status' | 'experimentId' | (typeof COUNTS)[number]
>;
const CHANGED = selectList(['id', 'requestId', 'status', 'experimentId', ...COUNTS]);

// SQL, because the statements work on sets, and change counts by what they were.
@Injectable()
export class BatchesStore {
  constructor(
    private readonly database: Database,
    private readonly pages: Pages,
  ) {}

  /** Adds a batch with its products, unless there is one with its id. */
  async insert(tx: Transaction, batch: BatchTask, productIds: readonly string[]): Promise<void> {
    const { inputs, environment, voice, maxCostMicros, ...plain } = batch;
    await tx.query(
      `WITH added AS (
         INSERT INTO batch (workspace_id, id, account_id, request_id, application_id, application_name,
           application_version, inputs, environment, max_cost_micros, holder_id, voice, experiment_id, arm, dataset_id, most_running,
           total, waiting)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $12, $13, $14, $15, $16, $17, cardinality($11::uuid[]), cardinality($11::uuid[]))
         ON CONFLICT DO NOTHING RETURNING workspace_id, id
       )
       INSERT INTO batch_member (workspace_id, batch_id, position, product_id)
       SELECT workspace_id, id, position, product_id
       FROM added, unnest($11::uuid[]) WITH ORDINALITY AS member (product_id, position)`,
      [
        plain.workspaceId,
        plain.id,
        plain.accountId,
        plain.requestId,
        plain.applicationId,
        plain.applicationName,
        plain.applicationVersion,
        JSON.stringify(inputs),
        JSON.stringify(environment),
        maxCostMicros,
        productIds,
        plain.holderId,
        voice && JSON.stringify(voice),
        plain.experimentId,
        plain.arm,
        plain.datasetId,
        plain.mostRunning,
      ],
    );
  }

  /**
   * Counts the batches that are RUNNING, those of a workspace and those of all workspaces of its holder. Until the end of the
   * transaction nobody else begins one for the holder.
   */
  async countRunning(
    tx: Transaction,
    { workspaceId, holderId }: Pick<BatchEntity, 'workspaceId' | 'holderId'>,
  ): Promise<{ ofWorkspace: number; ofHolder: number }> {
    const [, [counts]] = await Promise.all([
      tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('batches-' || $1, 0))`, [holderId]),
      tx.query<[{ ofWorkspace: number; ofHolder: number }]>(
        `SELECT coalesce(sum(running), 0)::int AS "ofHolder",
           coalesce(sum(running) FILTER (WHERE workspace_id = $2), 0)::int AS "ofWorkspace"
         FROM running_batches_of_holder($1)`,
        [holderId, workspaceId],
      ),
    ]);
    return counts;
  }

  /** Finds a batch of the workspace inside a transaction. */
  async get(tx: Transaction, workspaceId: string, id: string): Promise<BatchRow | undefined> {
    const sql = `SELECT ${SHOWN} FROM batch WHERE workspace_id = $1 AND id = $2`;
    const [row] = await tx.query<BatchRow[]>(sql, [workspaceId, id]);
    return row;
  }

  /** Finds a batch of the workspace; undefined when the id is malformed or unknown there. */
  async read(workspaceId: string, id: string): Promise<BatchRow | undefined> {
    if (!isUuid(id)) return undefined;
    const sql = `SELECT ${SHOWN} FROM batch WHERE workspace_id = bound.workspace_id AND workspace_id = $1 AND id = $2`;
    const [row] = await this.database.read(workspaceId, sql, [id]);
    return row as BatchRow | undefined;
  }

  /** One page, newest first, as the JSON of a BatchList. Errors: InvalidNextToken. */
  page(query: PageQuery): Promise<string> {
    const toJson = (row: BatchRow): string => JSON.stringify(toBatch(row));
    const source = { noun: 'batches', table: 'batch', columns: SHOWN, toJson, filters: {} };
    return this.pages.read<BatchRow>(source, query);
  }

  /**
   * At most `limit` batches with products that wait, of workspaces that have fewer than `share` generations RUNNING. One batch
   * of each holder comes before the second one of any, so that the many batches of one holder leave nobody out; of one
   * workspace those come first of which the fewest generations run. Those that rest are none of them.
   */
  findWaiting(share: number, limit: number, resting: readonly string[]): Promise<WaitingBatch[]> {
    return this.database.system<WaitingBatch>(
      `WITH open AS (
         SELECT holder_id, most_running, workspace_id, id, running, waiting,
           row_number() OVER (PARTITION BY workspace_id ORDER BY running, id) AS turn
         FROM batch WHERE completed_at IS NULL AND waiting > 0 AND id <> ALL ($3)
       ), place AS (
         SELECT *, row_number() OVER (PARTITION BY holder_id ORDER BY turn, random()) AS place FROM (
           SELECT open.*, greatest(1, coalesce(most_running / 2, $1)) - (
             SELECT count(*)::int FROM generation
             WHERE generation.workspace_id = open.workspace_id AND generation.status = 'RUNNING'
           ) AS room FROM open WHERE turn <= ${TAKING_TURNS}
         ) AS roomy WHERE room > 0
       )
       SELECT ${selectList(WAITING)}, room FROM place ORDER BY place, random() LIMIT $2`,
      [share, limit, resting],
    );
  }

  /** A batch as it stands now, with the cost that it shares; undefined when it is gone. */
  async task({ workspaceId, id }: Pick<BatchEntity, 'workspaceId' | 'id'>): Promise<BatchInWork | undefined> {
    const sql = `SELECT ${selectList(TASK)}, ${COSTS} FROM ${WITH_SHARED_COST} WHERE workspace_id = $1 AND id = $2`;
    const [row] = await this.database.system<BatchInWork>(sql, [workspaceId, id]);
    return row;
  }

  /** What a batch has cost that is there. */
  async costs(
    tx: Transaction,
    { workspaceId, id }: Pick<BatchEntity, 'workspaceId' | 'id'>,
  ): Promise<BatchCosts> {
    const sql = `SELECT ${COSTS} FROM ${WITH_SHARED_COST} WHERE workspace_id = $1 AND id = $2`;
    const [row] = await tx.query<[BatchCosts]>(sql, [workspaceId, id]);
    return row;
  }

  /** Who held the workspace of a batch when it was accepted; undefined when there is no such batch. */
  async holderOf(tx: Transaction, workspaceId: string, id: string): Promise<string | undefined> {
    return (await tx.findOne(BatchEntity, { select: { holderId: true }, where: { workspaceId, id } }))
      ?.holderId;
  }

  /** The next products of a batch, at most `limit`. */
  async nextMembers(
    { workspaceId, id }: Pick<BatchEntity, 'workspaceId' | 'id'>,
    limit: number,
  ): Promise<Member[]> {
    const sql = `SELECT ${selectList(['position', 'productId'])} FROM batch_member
      WHERE workspace_id = bound.workspace_id AND workspace_id = $1 AND batch_id = $2 ORDER BY position LIMIT $3`;
    return this.database.read<Member>(workspaceId, sql, [id, limit]);
  }

  /** Takes products from those that wait, and counts them as running; returns those that still waited. */
  async take(tx: Transaction, { workspaceId, id }: BatchTask, members: readonly Member[]): Promise<Member[]> {
    const rows = await tx.query<{ position: number }[]>(
      `WITH taken AS (
         DELETE FROM batch_member WHERE workspace_id = $1 AND batch_id = $2 AND position = ANY ($3) RETURNING position
       ), counted AS (
         UPDATE batch SET waiting = waiting - n, running = running + n
         FROM (SELECT count(*)::int AS n FROM taken) AS taken WHERE workspace_id = $1 AND id = $2
       )
       SELECT position FROM taken`,
      [workspaceId, id, ...arraysOf(members, 'position')],
    );
    const taken = new Set(rows.map(({ position }) => position));
    return members.filter(({ position }) => taken.has(position));
  }

  /**
   * Locks the generations of a batch that are RUNNING, or those that no worker has, until the end of the transaction, and
   * returns their ids.
   */
  async lockRunning(
    tx: Transaction,
    workspaceId: string,
    id: string,
    which: 'all' | 'queued',
  ): Promise<string[]> {
    const rows = await tx.query<{ id: string }[]>(
      `SELECT id FROM generation WHERE workspace_id = $1 AND status = 'RUNNING' AND batch_id = $2
         ${which === 'queued' ? 'AND worker IS NULL' : ''} ORDER BY id FOR UPDATE`,
      [workspaceId, id],
    );
    return rows.map((row) => row.id);
  }

  /** Stops a batch: its waiting products are cancelled. Undefined when it has ended or was stopped before. */
  async stop(
    tx: Transaction,
    workspaceId: string,
    id: string,
    reason: BatchEntity['stopReason'],
  ): Promise<ChangedBatch | undefined> {
    const [[stopped]] = await tx.query<[[ChangedBatch?], number]>(
      `WITH dropped AS (DELETE FROM batch_member WHERE workspace_id = $1 AND batch_id = $2)
       UPDATE batch SET stop_reason = $3, waiting = 0, cancelled = cancelled + waiting,
         completed_at = CASE WHEN running = 0 THEN now() END
       WHERE workspace_id = $1 AND id = $2 AND completed_at IS NULL AND stop_reason IS NULL
       RETURNING workspace_id AS "workspaceId", ${CHANGED}`,
      [workspaceId, id, reason],
    );
    return stopped;
  }

  /** Counts generations that have ended, in the batches of their workspaces; returns these. */
  async noteEnds(
    tx: Transaction,
    ended: readonly { workspaceId: string; batchId: string | null }[],
    outcome: 'success' | 'failed',
  ): Promise<ChangedBatch[]> {
    // The batches are locked in the order of their ids, so that two transactions do not wait for each other.
    const [rows] = await tx.query<[ChangedBatch[], number]>(
      `WITH ended AS (
         SELECT workspace_id, batch_id, count(*)::int AS n
         FROM unnest($1::uuid[], $2::uuid[]) AS one (workspace_id, batch_id) GROUP BY workspace_id, batch_id
       ), locked AS (
         SELECT ended.* FROM batch JOIN ended ON batch.workspace_id = ended.workspace_id AND batch.id = batch_id
         ORDER BY batch_id FOR UPDATE OF batch
       )
       UPDATE batch SET ${outcome} = ${outcome} + n, running = running - n,
         completed_at = CASE WHEN waiting = 0 AND running = n THEN now() END
       FROM locked WHERE batch.workspace_id = locked.workspace_id AND batch.id = batch_id
       RETURNING batch.workspace_id AS "workspaceId", ${CHANGED}`,
      arraysOf(ended, 'workspaceId', 'batchId'),
    );
    return rows;
  }
}
