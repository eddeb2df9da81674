// Finds deliveries that are due, that were lost, and that nobody will try again.
import { Injectable } from '@nestjs/common';
import type { DeliveryAttempt } from '#contracts';
import { arraysOf, Database, selectList, type Transaction } from '#platform/database';
import { PLACES_WHILE_FAILING } from '../webhooks/index.ts';
import { withAttempt, type DeliveryEntity } from './deliveries.entity.ts';
import { MAX_WAIT_MS, UNCLAIMED_MS } from './deliveries.rules.ts';
import type { Place } from './fair-share.rules.ts';

/** A delivery that may go into the queue. */
type DueDelivery = Place & Pick<DeliveryEntity, 'id' | 'dispatches'>;

/** The place of a delivery that is in the queue, or with a worker. */
type TakenPlace = Place & { isWaiting: boolean };

/** A delivery whose job or worker may be lost. */
type OverdueDelivery = Pick<DeliveryEntity, 'id' | 'tries' | 'jobId' | 'worker'>;

/** Most deliveries among which one round chooses. */
const CANDIDATES = 1000;

const WAITS = `status = 'PENDING' AND job_id IS NULL`;
// The first line tells of each webhook at once whether its deliveries are looked at.
const IS_UNWANTED = `(webhook.id IS NULL OR NOT webhook.enabled)
  AND (webhook.id IS NULL OR NOT manual)`;
// Both values are named for the index, in which manual comes before due_at: else it would be read whatever is due.
const EACH_MANUAL = 'manual IN (true, false)';
const IS_EXPIRED = `${EACH_MANUAL} AND due_at < now() - interval '${MAX_WAIT_MS} milliseconds'`;
const IS_OVERDUE = `job_id IS NOT NULL AND due_at < now()`;

// The webhooks with a delivery that waits, one step of the index for each.
const WITH_WAITING = `
  WITH RECURSIVE one AS (
    (SELECT webhook_id, workspace_id FROM delivery WHERE ${WAITS} ORDER BY webhook_id LIMIT 1)
    UNION ALL
    SELECT next.* FROM one CROSS JOIN LATERAL (
      SELECT webhook_id, workspace_id FROM delivery WHERE ${WAITS} AND webhook_id > one.webhook_id
      ORDER BY webhook_id LIMIT 1
    ) AS next
  )`;

// All of it is SQL: the statements work on sets and compare with the clock of Postgres.
@Injectable()
export class DeliveryDispatchStore {
  constructor(private readonly database: Database) {}

  /** Lets one instance dispatch at a time until the end of the transaction, so that no place is given twice. */
  async lock(tx: Transaction): Promise<void> {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtext('dispatch of deliveries'))`);
  }

  /** The places of the deliveries that are in the queue or with workers. */
  findTaken(tx: Transaction): Promise<TakenPlace[]> {
    return tx.query(
      `SELECT ${selectList(['holderId', 'workspaceId', 'webhookId', 'host'])}, worker IS NULL AS "isWaiting"
       FROM delivery WHERE job_id IS NOT NULL`,
    );
  }

  /**
   * The first deliveries that are due: of each webhook as many as it has places left, the first ones of all holders before
   * the second ones, and within a holder so those of all its webhooks: a few holders with many webhooks leave candidates
   * to everybody else. So does a host to which many holders send: `share` of its deliveries are candidates. Those of the holders and
   * hosts that have no place left are none.
   */
  findDue(
    tx: Transaction,
    full: { holderIds: string[]; hosts: string[] },
    share: number,
  ): Promise<DueDelivery[]> {
    return tx.query(
      `${WITH_WAITING}, due AS (
         SELECT due.id, dispatches, due_at, webhook.holder_id AS "holderId", webhook.workspace_id AS "workspaceId",
           webhook.id AS "webhookId", webhook.host,
           row_number() OVER (PARTITION BY webhook.holder_id ORDER BY place, due_at) AS turn
         FROM one
         JOIN webhook ON webhook.workspace_id = one.workspace_id AND webhook.id = one.webhook_id
         CROSS JOIN LATERAL (
           SELECT delivery.id, dispatches, due_at, row_number() OVER (ORDER BY manual DESC, due_at) AS place
           FROM delivery
           WHERE ${WAITS} AND webhook_id = one.webhook_id AND ${EACH_MANUAL} AND due_at <= now()
             AND (webhook.enabled OR manual)
           ORDER BY manual DESC, due_at
           LIMIT greatest(0,
             CASE WHEN failing_since IS NULL THEN places ELSE least(places, ${PLACES_WHILE_FAILING}) END
             - (SELECT count(*) FROM delivery WHERE webhook_id = one.webhook_id AND job_id IS NOT NULL))
         ) AS due
         WHERE webhook.holder_id <> ALL ($1::uuid[]) AND webhook.host <> ALL ($2::text[])
       )
       SELECT id, dispatches, "holderId", "workspaceId", "webhookId", host
       FROM (SELECT *, row_number() OVER (PARTITION BY host ORDER BY turn, due_at) AS of_host FROM due) AS due
       WHERE of_host <= $3 ORDER BY turn, due_at LIMIT ${CANDIDATES}`,
      [full.holderIds, full.hosts, share],
    );
  }

  /**
   * Notes that deliveries go into the queue, and whose places they take there. Returns which still wait: a late report, or the
   * end of what was due for too long, may have ended one meanwhile.
   */
  async noteDispatch(
    tx: Transaction,
    jobs: readonly (Place & { id: string; jobId: string })[],
  ): Promise<Set<string>> {
    const [rows] = await tx.query<[{ id: string }[], number]>(
      `UPDATE delivery SET job_id = job.job_id, dispatches = dispatches + 1, holder_id = job.holder_id, host = job.host,
         due_at = now() + interval '${UNCLAIMED_MS} milliseconds'
       FROM unnest($1::uuid[], $2::text[], $3::uuid[], $4::text[]) AS job (id, job_id, holder_id, host)
       WHERE delivery.id = job.id AND status = 'PENDING' AND delivery.job_id IS NULL RETURNING delivery.id`,
      arraysOf(jobs, 'id', 'jobId', 'holderId', 'host'),
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** Ends deliveries to webhooks that are disabled or deleted. Returns how many. */
  closeUnwanted(attempt: DeliveryAttempt, limit: number): Promise<number> {
    return this.close(IS_UNWANTED, attempt, limit);
  }

  /** Ends deliveries that have been due for too long without a turn. Returns how many. */
  closeExpired(attempt: DeliveryAttempt, limit: number): Promise<number> {
    return this.close(IS_EXPIRED, attempt, limit);
  }

  private async close(condition: string, attempt: DeliveryAttempt, limit: number): Promise<number> {
    const { count } = await this.database.change(
      `UPDATE delivery SET status = 'DEAD', attempts = ${withAttempt('$1')} WHERE id IN (
         ${WITH_WAITING}
         SELECT ended.id FROM one
         LEFT JOIN webhook ON webhook.workspace_id = one.workspace_id AND webhook.id = one.webhook_id
         CROSS JOIN LATERAL (
           SELECT delivery.id FROM delivery WHERE ${WAITS} AND webhook_id = one.webhook_id AND ${condition} LIMIT $2
         ) AS ended LIMIT $2
       ) AND ${WAITS}`,
      [JSON.stringify([attempt]), limit],
    );
    return count;
  }

  /** Finds deliveries whose job should have been taken, or whose worker should have reported. */
  findOverdue(limit: number): Promise<OverdueDelivery[]> {
    return this.database.system(
      `SELECT id, tries, job_id AS "jobId", worker FROM delivery
       WHERE ${IS_OVERDUE} ORDER BY due_at LIMIT $1`,
      [limit],
    );
  }

  /** Waits longer for the jobs of deliveries that are still in the queue. */
  async wait(ids: readonly string[]): Promise<void> {
    await this.database.system(
      `UPDATE delivery SET due_at = now() + interval '${UNCLAIMED_MS} milliseconds'
       WHERE id = ANY ($1) AND worker IS NULL AND ${IS_OVERDUE}`,
      [ids],
    );
  }

  /** Makes deliveries due whose jobs the queue has lost. */
  async requeue(ids: readonly string[]): Promise<void> {
    await this.database.system(
      `UPDATE delivery SET job_id = NULL, due_at = now()
       WHERE id = ANY ($1) AND worker IS NULL AND ${IS_OVERDUE}`,
      [ids],
    );
  }

  /** Ends the tries of workers that are lost; each has its next step. Returns how many are dead. */
  async interrupt(
    attempt: DeliveryAttempt,
    steps: readonly { id: string; status: string; pauseMs: number }[],
  ): Promise<number> {
    const { rows } = await this.database.change<{ status: string }>(
      `UPDATE delivery SET status = step.status, tries = tries + 1, worker = NULL, job_id = NULL,
         attempts = ${withAttempt('$1')}, due_at = now() + step.pause_ms * interval '1 millisecond'
       FROM unnest($2::uuid[], $3::text[], $4::float8[]) AS step (id, status, pause_ms)
       WHERE delivery.id = step.id AND worker IS NOT NULL AND ${IS_OVERDUE} RETURNING delivery.status`,
      [JSON.stringify([attempt]), ...arraysOf(steps, 'id', 'status', 'pauseMs')],
    );
    return rows.filter(({ status }) => status === 'DEAD').length;
  }
}
