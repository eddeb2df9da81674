// Idempotency keys: a creating request with the same key is carried out once and answered alike each time.
import { AppError } from '#contracts';
import type { Database, Transaction } from '../database/database.ts';
import { isolateWorkspaces } from '../database/row-level-security.ts';
import { contentHash } from '../crypto/crypto.ts';

/** Table of the keys, for an owner's first migration; `app` and `system` are the two roles. */
export function idempotencyTable(app: string, system: string): string {
  return `
    CREATE TABLE idempotency (
      workspace_id uuid NOT NULL,
      route text NOT NULL,
      key text NOT NULL,
      request_hash text NOT NULL,
      answer jsonb,
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (workspace_id, route, key)
    );
    CREATE INDEX idempotency_age ON idempotency (created_at);
    ${isolateWorkspaces('idempotency', app, system)}
    GRANT SELECT, INSERT, UPDATE, DELETE ON idempotency TO ${app};
    GRANT SELECT, DELETE ON idempotency TO ${system};
  `;
}

/** A request that may come twice. */
export interface IdempotentRequest {
  workspaceId: string;
  /** The route, so that one key may serve several. */
  route: string;
  /** Absent: every request counts. */
  key: string | undefined;
  body: unknown;
}

/** Postgres: the lock was not to be had in time, so the first request is still at it. */
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Carries a request out, once per key within 24 h, inside the transaction that accepts it. A second request
 * with the key waits for the first to commit, then gets its answer. Errors: IdempotencyKeyReused (another
 * body), IdempotencyInProgress (the first takes too long).
 */
export async function withIdempotencyKey<T>(
  tx: Transaction,
  request: IdempotentRequest,
  work: () => Promise<T>,
): Promise<{ answer: T; replayed: boolean }> {
  if (request.key === undefined) return { answer: await work(), replayed: false };
  const at = [request.workspaceId, request.route, request.key];
  const hash = contentHash(request.body);
  if (!(await reserve(tx, at, hash))) return { answer: await replay<T>(tx, at, hash), replayed: true };
  const answer = await work();
  await tx.query('UPDATE idempotency SET answer = $4 WHERE workspace_id = $1 AND route = $2 AND key = $3', [
    ...at,
    JSON.stringify(answer),
  ]);
  return { answer, replayed: false };
}

/** True when the key of a request was used and its answer is kept: it is to be answered alike, come what may. */
export async function isReplay(
  database: Database,
  { workspaceId, route, key }: IdempotentRequest,
): Promise<boolean> {
  if (key === undefined) return false;
  const rows = await database.read(
    workspaceId,
    'SELECT 1 FROM idempotency WHERE workspace_id = bound.workspace_id AND route = $2 AND key = $3',
    [route, key],
  );
  return rows.length > 0;
}

async function reserve(tx: Transaction, at: string[], hash: string): Promise<boolean> {
  try {
    const rows = await tx.query<unknown[]>(
      `INSERT INTO idempotency AS kept (workspace_id, route, key, request_hash) VALUES ($1, $2, $3, $4)
       ON CONFLICT (workspace_id, route, key) DO UPDATE
         SET request_hash = excluded.request_hash, answer = NULL, created_at = now()
         WHERE kept.created_at < now() - interval '24 hours'
       RETURNING 1`,
      [...at, hash],
    );
    return rows.length > 0;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE) {
      throw new AppError('IdempotencyInProgress', { retryAfter: 1, cause: error });
    }
    throw error;
  }
}

async function replay<T>(tx: Transaction, at: string[], hash: string): Promise<T> {
  const [kept] = await tx.query<{ request_hash: string; answer: T }[]>(
    'SELECT request_hash, answer FROM idempotency WHERE workspace_id = $1 AND route = $2 AND key = $3',
    at,
  );
  if (!kept) throw new AppError('IdempotencyInProgress', { retryAfter: 1 });
  if (kept.request_hash !== hash) throw new AppError('IdempotencyKeyReused', { target: 'Idempotency-Key' });
  return kept.answer;
}

/** Forgets keys older than a day, some at a time. */
export async function purgeIdempotency(tx: Transaction): Promise<void> {
  await tx.query(
    `DELETE FROM idempotency WHERE ctid = ANY (ARRAY(
       SELECT ctid FROM idempotency WHERE created_at < now() - interval '24 hours' LIMIT 1000))`,
  );
}
