// Cursors of lists: opaque, tamper-proof, and bound to the workspace and the filters of the list.
import { AppError } from '#contracts';
import { equalInConstantTime, hmac } from '../crypto/hashes.ts';

/** The row after which a page begins. Lists are sorted by createdAt and id, both descending. */
export interface Position {
  /** As Postgres writes it: to the microsecond, which a JavaScript date would lose. */
  createdAt: string;
  id: string;
}

/** The cursor of a position, valid only under the same key and with the same `bound` words (workspace, filters). */
export function sealCursor(key: string, { createdAt, id }: Position, bound: readonly string[]): string {
  return Buffer.from(`${createdAt}|${id}|${hmac(key, createdAt, id, ...bound)}`).toString('base64url');
}

/** The position of a cursor. Error: InvalidNextToken for anything but the very bytes that `sealCursor` returned. */
export function openCursor(key: string, cursor: string, bound: readonly string[]): Position {
  const [createdAt = '', id = ''] = Buffer.from(cursor, 'base64url').toString('latin1').split('|');
  // Sealed once more and compared whole, so that neither another spelling of the bytes nor a part behind them opens.
  if (!equalInConstantTime(cursor, sealCursor(key, { createdAt, id }, bound))) {
    throw new AppError('InvalidNextToken', { target: 'nextToken' });
  }
  return { createdAt, id };
}
