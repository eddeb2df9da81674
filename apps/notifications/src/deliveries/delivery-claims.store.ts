// Gives deliveries to workers, and writes down how their tries ended.
import { Injectable } from '@nestjs/common';
import type { DeliveryAttempt } from '#contracts';
import { Database, type Transaction } from '#platform/database';
import { withAttempt, type DeliveryEntity } from './deliveries.entity.ts';
import { FAILURE_GAP_MS } from '../webhooks/index.ts';
import { LEASE_MS, type NextStep } from './deliveries.rules.ts';

/** A delivery as its worker gets it; its secrets are sealed. */
export interface ClaimedDelivery extends Pick<DeliveryEntity, 'url' | 'eventId' | 'body' | 'epoch'> {
  secret: string;
  /** Null unless a rotation lasts. */
  previousSecret: string | null;
}

/** A delivery that was not given to a worker. */
interface UnclaimedDelivery extends Pick<DeliveryEntity, 'status' | 'worker' | 'jobId'> {
  /** Milliseconds until the lease runs out; negative after that. */
  leaseMs: number;
}

/** A delivery whose try has ended. */
export interface TriedDelivery extends Pick<
  DeliveryEntity,
  'workspaceId' | 'webhookId' | 'status' | 'worker' | 'epoch' | 'tries'
> {
  /** True when its last try counts as interrupted, because its worker was lost. */
  isInterrupted: boolean;
  /** True while no try of its webhook has succeeded since one has failed. */
  isFailing: boolean;
  /** For how long that has been so without a gap, in milliseconds; 0 when it has not. */
  failingMs: number;
  /** Of its webhook; null when that has been deleted. */
  places: number | null;
  /** False when its webhook has another URL by now, or is deleted. */
  isCurrent: boolean;
}

// Statements about claims are SQL: each decides and changes in one step, by the clock of Postgres.
@Injectable()
export class DeliveryClaimsStore {
  constructor(private readonly database: Database) {}

  /** Gives a delivery that is in the queue to a worker; the worker that has it gets the same answer again. */
  async claim(id: string, worker: string): Promise<ClaimedDelivery | undefined> {
    const { rows } = await this.database.change<ClaimedDelivery>(
      `UPDATE delivery SET worker = $2, url = webhook.url, host = webhook.host,
         due_at = now() + interval '${LEASE_MS} milliseconds',
         epoch = CASE WHEN worker IS NULL THEN epoch + 1 ELSE epoch END
       FROM webhook
       WHERE delivery.id = $1 AND status = 'PENDING' AND job_id IS NOT NULL AND coalesce(worker, $2) = $2
         AND webhook.workspace_id = delivery.workspace_id AND webhook.id = webhook_id AND (enabled OR manual)
       RETURNING webhook.url, event_id AS "eventId", body, epoch, secret,
         CASE WHEN previous_secret_until > now() THEN previous_secret END AS "previousSecret"`,
      [id, worker],
    );
    return rows[0];
  }

  /** Locks a delivery that was not given to a worker; undefined when there is none. */
  async lockUnclaimed(tx: Transaction, id: string): Promise<UnclaimedDelivery | undefined> {
    const [row] = await tx.query<UnclaimedDelivery[]>(
      `SELECT status, worker, job_id AS "jobId",
         floor(extract(epoch FROM due_at - now()) * 1000)::float8 AS "leaseMs"
       FROM delivery WHERE id = $1 FOR UPDATE`,
      [id],
    );
    return row;
  }

  /** Takes a locked delivery out of the queue, because its webhook wants it no longer. */
  async withdraw(tx: Transaction, id: string): Promise<void> {
    await tx.query('UPDATE delivery SET job_id = NULL, due_at = now() WHERE id = $1', [id]);
  }

  /** Locks a delivery whose try has ended; undefined when there is none. */
  async lockTried(tx: Transaction, id: string): Promise<TriedDelivery | undefined> {
    const [row] = await tx.query<TriedDelivery[]>(
      `SELECT delivery.workspace_id AS "workspaceId", webhook_id AS "webhookId", status, worker, epoch, tries,
         attempts -> -1 ->> 'error' IS NOT DISTINCT FROM 'Interrupted' AS "isInterrupted",
         failing_since IS NOT NULL AS "isFailing", places, delivery.url IS NOT DISTINCT FROM webhook.url AS "isCurrent",
         CASE WHEN last_failure_at > now() - interval '${FAILURE_GAP_MS} milliseconds'
           THEN coalesce(extract(epoch FROM now() - failing_since) * 1000, 0)::float8 ELSE 0 END AS "failingMs"
       FROM delivery
       LEFT JOIN webhook ON webhook.workspace_id = delivery.workspace_id AND webhook.id = webhook_id
       WHERE delivery.id = $1 FOR UPDATE OF delivery`,
      [id],
    );
    return row;
  }

  /** Writes down a try, and what follows. */
  async end(
    tx: Transaction,
    id: string,
    attempt: DeliveryAttempt,
    { status, pauseMs, response }: NextStep & { response: string | undefined },
  ): Promise<void> {
    await tx.query(
      `UPDATE delivery SET status = $2, response = $3, tries = tries + 1, worker = NULL, job_id = NULL,
         due_at = now() + $4::float8 * interval '1 millisecond',
         attempts = ${withAttempt('$5')}
       WHERE id = $1`,
      [id, status, response ?? null, pauseMs, JSON.stringify([attempt])],
    );
  }
}
