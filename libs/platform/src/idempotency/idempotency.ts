// Idempotency keys: repeats of a creating request with the same key run once and get the same answer.
import { AppError } from '#contracts';
import { arraysOf } from '../database/columns.ts';
import type { Database, Transaction } from '../database/database.ts';
import { purge } from '../database/purge.ts';
import { contentHash } from '../crypto/hashes.ts';

/** A request that may be repeated. */
export interface IdempotentRequest {
  workspaceId: string;
  /** The route, because clients may use one key on several. */
  route: string;
  /** Without a key every request is a new one. */
  key: string | undefined;
  body: unknown;
}

/** SQL: true of a key that may be used for another request. */
const IS_OLD = `created_at < now() - interval '24 hours'`;

/** A row as both kinds of reads return it. */
type StoredRow<T> = { request_hash: string; answer: T };

/** Keeps keys with their answers, in one order, so that no two transactions wait for each other in a circle. */
const KEEP = `
  INSERT INTO idempotency AS stored (workspace_id, route, key, request_hash, answer)
  SELECT $1, one.* FROM unnest($2::text[], $3::text[], $4::text[], $5::json[]) AS one (route, key, hash, answer)
  ORDER BY route, key
  ON CONFLICT (workspace_id, route, key) DO UPDATE
    SET request_hash = excluded.request_hash, answer = excluded.answer, created_at = now()
    WHERE stored.${IS_OLD}
  RETURNING route, key`;

/** Postgres' code for a lock time-out: the first request with the key is still running. */
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Runs a request once per key within 24 h, inside the transaction that accepts it: a crash keeps neither the effect nor
 * the key. A repeat waits for the first request to commit, then gets its answer. The answer is stored whole, as JSON,
 * or the part that `partial.store` takes from it and `partial.restore` makes whole again. Errors: IdempotencyKeyReused
 * (another body), IdempotencyInProgress (the first request takes too long).
 */
export async function withIdempotencyKey<T, S = T>(
  tx: Transaction,
  request: IdempotentRequest,
  work: () => Promise<T>,
  partial?: { store: (answer: T) => S; restore: (stored: S) => Promise<T> },
): Promise<{ answer: T; replayed: boolean }> {
  if (request.key === undefined) return { answer: await work(), replayed: false };
  const { workspaceId, route, key, body } = request;
  const at = [workspaceId, route, key];
  const hash = contentHash(body);
  const kept = await keep(tx, workspaceId, [{ route, key, hash, answer: null }]);
  if (kept.size === 0) {
    const stored = await replay<T & S>(tx, at, hash);
    return { answer: partial ? await partial.restore(stored) : stored, replayed: true };
  }
  const answer = await work();
  await tx.query('UPDATE idempotency SET answer = $4 WHERE workspace_id = $1 AND route = $2 AND key = $3', [
    ...at,
    JSON.stringify(partial ? partial.store(answer) : answer),
  ]);
  return { answer, replayed: false };
}

/**
 * The stored answer to an earlier request with the same key, or the stored part of it. Look for it before anything that the
 * request names: what was there when the earlier request was accepted may be gone. Undefined when it is a new request, or the
 * first one has not committed yet. Errors: IdempotencyKeyReused.
 */
export async function storedAnswer<S>(
  database: Database,
  { workspaceId, route, key, body }: IdempotentRequest,
): Promise<{ answer: S } | undefined> {
  if (key === undefined) return undefined;
  const [row] = await database.read<StoredRow<S>>(
    workspaceId,
    `SELECT request_hash, answer FROM idempotency
     WHERE workspace_id = bound.workspace_id AND route = $2 AND key = $3 AND NOT ${IS_OLD}`,
    [route, key],
  );
  return row && { answer: answerIn(row, contentHash(body)) };
}

/**
 * Keeps the keys of several requests of a workspace, with their answers, inside the transaction that accepts them. False for each
 * whose key an earlier request has, also one of these: once the transaction has ended, `storedAnswer` has its answer. A repeat
 * waits for the first request to commit. Errors: IdempotencyInProgress (that takes too long).
 */
export async function keepKeys(
  tx: Transaction,
  workspaceId: string,
  requests: readonly { request: IdempotentRequest; answer: unknown }[],
): Promise<boolean[]> {
  const firsts = new Map(
    requests
      .toReversed()
      .flatMap((one) => (one.request.key === undefined ? [] : [[placeOf(one.request), one]])),
  );
  if (firsts.size === 0) return requests.map(() => true);
  const rows = [...firsts.values()].map(({ request: { route, key, body }, answer }) => ({
    route,
    key,
    hash: contentHash(body),
    answer: JSON.stringify(answer),
  }));
  const kept = await keep(tx, workspaceId, rows);
  return requests.map((one) => {
    const place = placeOf(one.request);
    return one.request.key === undefined || (firsts.get(place) === one && kept.has(place));
  });
}

/** Forgets keys that `keepKeys` has kept in the transaction, because their requests are refused after all. */
export async function forgetKeys(
  tx: Transaction,
  workspaceId: string,
  requests: readonly IdempotentRequest[],
): Promise<void> {
  const keyed = requests.filter(({ key }) => key !== undefined);
  if (keyed.length === 0) return;
  await tx.query(
    `DELETE FROM idempotency AS stored USING unnest($2::text[], $3::text[]) AS one (route, key)
     WHERE stored.workspace_id = $1 AND stored.route = one.route AND stored.key = one.key`,
    [workspaceId, ...arraysOf(keyed, 'route', 'key')],
  );
}

/** Forgets the key with this answer, because what was accepted has been refused after all: a repeat is a new request. */
export async function forgetAnswer(
  tx: Transaction,
  { workspaceId, route }: Pick<IdempotentRequest, 'workspaceId' | 'route'>,
  answer: object,
): Promise<void> {
  await tx.query(
    'DELETE FROM idempotency WHERE workspace_id = $1 AND route = $2 AND answer::jsonb = $3::jsonb',
    [workspaceId, route, JSON.stringify(answer)],
  );
}

/** A key as it is kept; its answer is null until the request has succeeded, where it is not known before. */
interface KeptKey extends Pick<IdempotentRequest, 'route' | 'key'> {
  hash: string;
  /** JSON. */
  answer: string | null;
}

/** Keeps those of the keys that no earlier request has, and gives their places. Errors: IdempotencyInProgress. */
async function keep(tx: Transaction, workspaceId: string, keys: readonly KeptKey[]): Promise<Set<string>> {
  try {
    const values = [workspaceId, ...arraysOf(keys, 'route', 'key', 'hash', 'answer')];
    const kept = await tx.query<Pick<KeptKey, 'route' | 'key'>[]>(KEEP, values);
    return new Set(kept.map(placeOf));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE) {
      throw new AppError('IdempotencyInProgress', { retryAfter: 1, cause: error });
    }
    throw error;
  }
}

/** What a key is unique for, in one workspace. */
function placeOf({ route, key }: Pick<IdempotentRequest, 'route' | 'key'>): string {
  return `${route} ${key}`;
}

async function replay<T>(tx: Transaction, at: string[], hash: string): Promise<T> {
  const [stored] = await tx.query<StoredRow<T>[]>(
    'SELECT request_hash, answer FROM idempotency WHERE workspace_id = $1 AND route = $2 AND key = $3',
    at,
  );
  if (!stored) throw new AppError('IdempotencyInProgress', { retryAfter: 1 });
  return answerIn(stored, hash);
}

function answerIn<T>(stored: StoredRow<T>, hash: string): T {
  if (stored.request_hash !== hash) throw new AppError('IdempotencyKeyReused', { target: 'Idempotency-Key' });
  return stored.answer;
}

/** Deletes keys older than a day: up to 1000 of them, and more until `endsAt`. */
export function purgeIdempotency(database: Database, endsAt: number): Promise<void> {
  return purge(database, 'idempotency', IS_OLD, endsAt);
}
