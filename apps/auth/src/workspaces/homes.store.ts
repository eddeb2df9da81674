// Finds the workspace in which a session of an account goes on, and makes one for an account without any.
import { Inject, Injectable } from '@nestjs/common';
import type { Elsewhere } from '#contracts';
import { CONFIG } from '#platform/config';
import { newId } from '#platform/context';
import type { Transaction } from '#platform/database';
import type { Config } from '../config.ts';
import { elsewhereFrom, type Account } from '../tables/index.ts';
import { firstWorkspaceOf } from './first-workspace.rules.ts';

/** Where a session goes on. */
export interface Home {
  workspaceId: string;
  /** The cell that has the workspace; null when it is this one. */
  elsewhere: Elsewhere | null;
}

@Injectable()
export class HomesStore {
  constructor(@Inject(CONFIG) private readonly config: Pick<Config, 'CELL'>) {}

  /**
   * The preferred workspace if the account is a member of it, else the one of this cell that it joined first, else the one of
   * any cell, else a new one of its own, as a registration makes: who has left or lost the last workspace can still sign in.
   */
  async find(tx: Transaction, accountId: string, preferred: string | null): Promise<Home> {
    return (await this.joined(tx, accountId, preferred)) ?? this.make(tx, accountId);
  }

  private async joined(
    tx: Transaction,
    accountId: string,
    preferred: string | null,
  ): Promise<Home | undefined> {
    const [found] = await tx.query<[Home?]>(JOINED, [accountId, preferred, this.config.CELL]);
    return found;
  }

  /** The lock makes simultaneous sign-ins of the account end up in one workspace. */
  private async make(tx: Transaction, accountId: string): Promise<Home> {
    const [account] = await tx.query<[Pick<Account, 'name' | 'email'>]>(LOCK, [accountId]);
    const meanwhile = await this.joined(tx, accountId, null);
    if (meanwhile !== undefined) return meanwhile;
    const workspaceId = newId();
    const { name, marketplace } = firstWorkspaceOf(account);
    await tx.query(MAKE, [workspaceId, accountId, name, marketplace, this.config.CELL]);
    await tx.query(OWN, [accountId, workspaceId]);
    return { workspaceId, elsewhere: null };
  }
}

// The lock is the one that the foreign key of the session takes, so that the workspace found is there until the end of the
// transaction. One that is being erased is skipped: who waited for it would find nothing, and a session that waits while it is
// locked itself would hold up the erasure, which changes it.
const JOINED = `
  SELECT workspace_id AS "workspaceId", ${elsewhereFrom('$3')} AS elsewhere
  FROM membership JOIN workspace ON workspace.id = workspace_id WHERE account_id = $1
  ORDER BY workspace_id IS NOT DISTINCT FROM $2::uuid DESC, cell = $3 DESC, membership.created_at, workspace_id LIMIT 1
  FOR KEY SHARE OF workspace SKIP LOCKED`;

const LOCK = 'SELECT name, email FROM account WHERE id = $1 FOR NO KEY UPDATE';

const MAKE = 'INSERT INTO workspace (id, held_by, name, marketplace, cell) VALUES ($1, $2, $3, $4, $5)';

const OWN = `INSERT INTO membership (account_id, workspace_id, role) VALUES ($1, $2, 'owner')`;
