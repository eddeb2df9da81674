// Finds the workspace in which a session of an account goes on, and makes one for an account without any.
import { Injectable } from '@nestjs/common';
import { newId } from '#platform/context';
import type { Transaction } from '#platform/database';
import type { Account } from '../tables/index.ts';
import { firstWorkspaceOf } from './first-workspace.rules.ts';

@Injectable()
export class HomesStore {
  /**
   * The preferred workspace if the account is a member of it, else the one that it joined first, else a new one of its own,
   * as a registration makes: who has left or lost the last workspace can still sign in.
   */
  async find(tx: Transaction, accountId: string, preferred: string | null): Promise<string> {
    return (await this.joined(tx, accountId, preferred)) ?? this.make(tx, accountId);
  }

  private async joined(
    tx: Transaction,
    accountId: string,
    preferred: string | null,
  ): Promise<string | undefined> {
    const [found] = await tx.query<[{ workspaceId: string }?]>(JOINED, [accountId, preferred]);
    return found?.workspaceId;
  }

  /** The lock makes simultaneous sign-ins of the account end up in one workspace. */
  private async make(tx: Transaction, accountId: string): Promise<string> {
    const [account] = await tx.query<[Pick<Account, 'name' | 'email'>]>(LOCK, [accountId]);
    const meanwhile = await this.joined(tx, accountId, null);
    if (meanwhile !== undefined) return meanwhile;
    const workspaceId = newId();
    const { name, marketplace } = firstWorkspaceOf(account);
    await tx.query(MAKE, [workspaceId, accountId, name, marketplace]);
    await tx.query(OWN, [accountId, workspaceId]);
    return workspaceId;
  }
}

const JOINED = `
  SELECT workspace_id AS "workspaceId" FROM membership WHERE account_id = $1
  ORDER BY workspace_id IS NOT DISTINCT FROM $2::uuid DESC, created_at, workspace_id LIMIT 1`;

const LOCK = 'SELECT name, email FROM account WHERE id = $1 FOR NO KEY UPDATE';

const MAKE = 'INSERT INTO workspace (id, held_by, name, marketplace) VALUES ($1, $2, $3, $4)';

const OWN = `INSERT INTO membership (account_id, workspace_id, role) VALUES ($1, $2, 'owner')`;
