// Reads and writes the table generation for the workers; a claim opens its row of the ledger.
import { Injectable } from '@nestjs/common';
import {
  OFFLINE_MODEL,
  withoutNulls,
  type AnswerOf,
  type claimGeneration,
  type GenerationLease,
  type OwnPolicy,
} from '#contracts';
import { CHARACTERS_PER_TOKEN, MAX_PROMPT_BYTES } from '#content';
import { arraysOf, Database, idRangeOf, selectList, type Transaction } from '#platform/database';
import { grouped } from '#platform/resilience';
import {
  customApplicationOf,
  type GenerationEntity,
  IS_HELD,
  IS_LATEST_CLAIM,
  IS_OPEN,
  LEASE_MS,
  type LeaseState,
  LOST_WORKERS,
  MAX_LOST_WORKERS,
  UNCLAIMED_MS,
  usedApplication,
  type UsedVersion,
} from '../generation-record/index.ts';
import { OWN_POLICIES } from '../policies/index.ts';

/** A generation as its worker gets it. */
export type ClaimedGeneration = Omit<
  Extract<AnswerOf<typeof claimGeneration>, { state: 'claimed' }>,
  'state' | 'leaseMs'
>;

const LEASE = `now() + interval '${LEASE_MS} milliseconds'`;
const UNCLAIMED = `now() + interval '${UNCLAIMED_MS} milliseconds'`;
const REMAINING_MS = 'floor(extract(epoch FROM deadline_at - now()) * 1000)::float8 AS "remainingMs"';

const TASK = [
  'applicationId',
  'inputs',
  'environment',
  'marketplace',
  'document',
  'voice',
  'learned',
  'original',
  'product',
] as const;
type TaskRow = Pick<GenerationEntity, (typeof TASK)[number]> & {
  application: UsedVersion;
  policies: OwnPolicy[] | null;
};
const CLAIMED = `epoch, invocation_id AS "invocationId", deadline_at, application_version,
  ${selectList([...TASK, 'batchId', 'holderId'])}`;
type ClaimedRow = TaskRow & Omit<ClaimedGeneration, 'task'> & Pick<GenerationEntity, 'batchId' | 'holderId'>;

/** Estimated size of our own instructions to a model. */
const INSTRUCTIONS_BYTES = 2000;
/**
 * SQL: about how many tokens the prompt of a claimed generation takes, should its worker never tell. What is charged without a
 * report, such as that of a killed worker, is this: nobody knows how far the answer came.
 */
const ESTIMATE = `CASE model WHEN '${OFFLINE_MODEL}' THEN 0
  ELSE least(${INSTRUCTIONS_BYTES} + octet_length(concat(inputs, document, original, voice, learned, product, application)), ${MAX_PROMPT_BYTES}) / ${CHARACTERS_PER_TOKEN}
  END`;

/** A generation as its worker gets it, who holds its workspace, and whether it is a member of a batch. */
interface Claimed {
  answer: ClaimedGeneration;
  holderId: string;
  isMember: boolean;
}

/** A worker that asks for a generation, and the id of its attempt if it gets it. */
interface Claim {
  id: string;
  worker: string;
  invocationId: string;
  /** Time from the first claim to the deadline of a member of a batch, which may wait for hours before. */
  deadlineSeconds: number;
}

const valuesOf = ({ id, worker, invocationId, deadlineSeconds }: Claim): unknown[] => [
  id,
  worker,
  invocationId,
  deadlineSeconds,
];

const CLAIM = `
  WITH claimed AS (
    UPDATE generation SET worker = $2, lease_until = ${LEASE},
      epoch = CASE WHEN ${IS_HELD} THEN epoch ELSE epoch + 1 END,
      invocation_id = CASE WHEN ${IS_HELD} THEN invocation_id ELSE $3 END,
      lost_workers = CASE WHEN ${IS_HELD} THEN lost_workers ELSE ${LOST_WORKERS} END,
      deadline_at = CASE WHEN batch_id IS NOT NULL AND epoch = 0 THEN clock.deadline ELSE deadline_at END
    FROM (SELECT now() AS now, now() + $4 * interval '1 second' AS deadline) AS clock
    WHERE id = $1 AND ${IS_OPEN} AND deadline_at > now()
      AND CASE WHEN ${IS_HELD} THEN worker = $2 ELSE ${LOST_WORKERS} < ${MAX_LOST_WORKERS} END
    RETURNING workspace_id, batch_id, application_id, model, language, voice_id, ${CLAIMED}
  ), task AS (
    SELECT generation.*, ${usedApplication('generation.workspace_id')}, ${OWN_POLICIES} FROM claimed AS generation
  ), opened AS (
    INSERT INTO invocation
      (workspace_id, generation_id, epoch, id, batch_id, application_id, model, language, voice_id, calls, partial, input_tokens)
    SELECT workspace_id, $1, epoch, "invocationId", batch_id, application_id, model, language, voice_id, 1, true, ${ESTIMATE}
    FROM task ON CONFLICT DO NOTHING
  )
  SELECT *, ${REMAINING_MS} FROM task`;

// Statements about leases are SQL: each decides and changes in one step, by the clock of Postgres.
@Injectable()
export class LeasesStore {
  /** Gain: 6 % of a generation. */
  private readonly claimTogether = grouped((claims: readonly Claim[]) => this.claimAll(claims));

  constructor(private readonly database: Database) {}

  /**
   * Gives a generation to a worker if no other worker holds it; otherwise undefined. A worker that holds it and asks
   * again gets the same answer, because the first answer may have been lost.
   */
  async claim(claim: Claim): Promise<Claimed | undefined> {
    const row = await this.claimTogether(claim);
    return row && claimedOf(row);
  }

  /** Locks them in the order of their ids, as wherever several generations are locked. */
  private async claimAll(claims: readonly Claim[]): Promise<(ClaimedRow | undefined)[]> {
    if (claims.length === 1) return this.database.system<ClaimedRow>(CLAIM, valuesOf(claims[0]!));
    const ordered = claims.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const rows = await this.database.asSystem((tx) =>
      Promise.all(ordered.map((claim) => tx.query<ClaimedRow[]>(CLAIM, valuesOf(claim)))),
    );
    const ofClaims = new Map(ordered.map((claim, i) => [claim, rows[i]?.[0]]));
    return claims.map((claim) => ofClaims.get(claim));
  }

  /** Who holds the workspace of a member of a batch that no worker has; undefined for any other generation. */
  async holderOfWaitingMember(id: string): Promise<string | undefined> {
    const [row] = await this.database.system<{ holderId: string }>(
      'SELECT holder_id AS "holderId" FROM generation WHERE id = $1 AND batch_id IS NOT NULL AND worker IS NULL',
      [id],
    );
    return row?.holderId;
  }

  /** Locks a generation and returns its state; undefined when there is no such generation. */
  async lock(tx: Transaction, id: string): Promise<LeaseState | undefined> {
    const [row] = await tx.query<LeaseState[]>(
      `SELECT ${selectList(['status', 'worker'])}, ${LOST_WORKERS} AS "lostWorkers", ${REMAINING_MS},
         floor(extract(epoch FROM lease_until - now()) * 1000)::float8 AS "leaseMs"
       FROM generation WHERE id = $1 FOR UPDATE`,
      [id],
    );
    return row;
  }

  /**
   * Extends leases; false for each lease that is lost. Until the next claim, a worker may renew its claim even after the
   * reconciler has taken it for lost, as in an outage of the bus: its model call still runs. Its name has been removed then,
   * and the id of its claim stands in for it.
   */
  async renew(leases: readonly GenerationLease[]): Promise<boolean[]> {
    const { rows } = await this.database.change<GenerationLease>(
      // In the order of the ids, as in every statement that waits for the locks of several generations: none waits in a circle.
      `WITH held AS MATERIALIZED (
         SELECT one.id FROM unnest($1::uuid[], $2::int[]) AS claim (id, epoch) JOIN generation AS one USING (id, epoch)
         WHERE invocation_id IS NOT NULL AND ${IS_OPEN} AND one.id BETWEEN $3 AND $4 ORDER BY one.id FOR UPDATE OF one
       )
       UPDATE generation AS one SET lease_until = ${LEASE},
         worker = coalesce(worker, invocation_id::text), lost_workers = lost_workers - (worker IS NULL)::int
       FROM held WHERE one.id = held.id AND one.id BETWEEN $3 AND $4
       RETURNING one.id AS "generationId", one.epoch`,
      [
        ...arraysOf(leases, 'generationId', 'epoch'),
        ...idRangeOf(leases.map(({ generationId }) => generationId)),
      ],
    );
    const epochs = new Map(rows.map(({ generationId, epoch }) => [generationId, epoch]));
    return leases.map(({ generationId, epoch }) => epochs.get(generationId) === epoch);
  }

  /** Gives up a lease; false when it was lost. */
  async release(tx: Transaction, { generationId, epoch }: GenerationLease): Promise<boolean> {
    const [, changed] = await tx.query<[unknown[], number]>(
      `UPDATE generation SET worker = NULL, invocation_id = NULL, lease_until = ${UNCLAIMED}
       WHERE id = $1 AND ${IS_LATEST_CLAIM}`,
      [generationId, epoch],
    );
    return changed > 0;
  }
}

function claimedOf(row: ClaimedRow): Claimed {
  const { epoch, invocationId, remainingMs, application, batchId, holderId, policies } = row;
  const given = Object.fromEntries(TASK.map((name) => [name, row[name]])) as Pick<
    ClaimedRow,
    (typeof TASK)[number]
  >;
  const task = { ...withoutNulls({ ...given, policies }), application: customApplicationOf(application) };
  return { answer: { epoch, invocationId, remainingMs, task }, holderId, isMember: batchId !== null };
}
