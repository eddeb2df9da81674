// Deletes workspaces, and keeps which erased ones still have rows somewhere.
import { Inject, Injectable } from '@nestjs/common';
import type { MembershipKey } from '#contracts';
import { CONFIG } from '#platform/config';
import { Database, type Transaction } from '#platform/database';
import type { Config } from '../config.ts';
import { type ErasedWorkspace, Workspace } from '../tables/index.ts';

/** A workspace of which rows are left in this cell. */
type LeftWorkspace = Pick<ErasedWorkspace, 'id' | 'isMoved'>;

@Injectable()
export class WorkspaceErasureStore {
  constructor(
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: Pick<Config, 'CELL'>,
  ) {}

  /** Makes erasures by one account follow each other, until the end of the transaction. */
  async lockErasures(tx: Transaction, accountId: string): Promise<void> {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtext('erasure of workspaces'), hashtext($1))`, [
      accountId,
    ]);
  }

  /** True when the account is a member of another workspace too. */
  async isElsewhere(tx: Transaction, { accountId, workspaceId }: MembershipKey): Promise<boolean> {
    const text = 'SELECT FROM membership WHERE account_id = $1 AND workspace_id <> $2 LIMIT 1';
    return (await tx.query<unknown[]>(text, [accountId, workspaceId])).length > 0;
  }

  /** A workspace; null when there is none. */
  find(tx: Transaction, id: string): Promise<Workspace | null> {
    return tx.getRepository(Workspace).findOneBy({ id });
  }

  /**
   * Deletes a workspace; foreign keys delete its members, sessions and API keys. Every cell must delete what it has of it: one
   * that has nothing cannot know that another one has. Returns when that was.
   */
  async erase(tx: Transaction, id: string): Promise<Date> {
    await tx.getRepository(Workspace).delete({ id });
    const [{ erasedAt }] = await tx.query<[{ erasedAt: Date }]>(IN_EVERY_CELL, [id, this.config.CELL]);
    return erasedAt;
  }

  /** The workspace, erased or moved, whose turn it is to lose rows in this cell; undefined when nothing is left here of any. */
  async next(): Promise<LeftWorkspace | undefined> {
    const { rows } = await this.database.change<LeftWorkspace>(NEXT, [this.config.CELL]);
    return rows[0];
  }

  /** Notes that nothing of a workspace is left in this cell. */
  async noteGone(id: string): Promise<void> {
    await this.database.system(GONE, [id, this.config.CELL]);
  }
}

const IN_EVERY_CELL = `
  INSERT INTO erased_workspace (id, cell) SELECT $1::uuid, name FROM cell UNION SELECT $1::uuid, $2
  ON CONFLICT (id, cell) DO UPDATE SET is_moved = false, erased_at = now(), gone_at = NULL RETURNING erased_at AS "erasedAt"`;

const GONE = 'UPDATE erased_workspace SET gone_at = now() WHERE id = $1 AND cell = $2';

// A minute later than the erasure: until then requests that were under way may still write. The workspaces take turns, so
// that one that cannot be erased holds up no other.
const NEXT = `
  UPDATE erased_workspace SET tried_at = now() WHERE cell = $1 AND id = (
    SELECT id FROM erased_workspace WHERE cell = $1 AND gone_at IS NULL AND erased_at < now() - interval '1 minute'
    ORDER BY tried_at NULLS FIRST LIMIT 1 FOR UPDATE SKIP LOCKED
  ) RETURNING id, is_moved AS "isMoved"`;
