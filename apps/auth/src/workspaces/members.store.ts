// Reads and writes memberships, and passes on which of them have changed.
import { Inject, Injectable } from '@nestjs/common';
import {
  toUnixSeconds,
  withoutNulls,
  type Elsewhere,
  type Member,
  type MembershipKey,
  type Role,
} from '#contracts';
import { CONFIG } from '#platform/config';
import { Database, type Transaction } from '#platform/database';
import { Pages, type PageQuery } from '#platform/paging';
import type { Config } from '../config.ts';
import { elsewhereFrom, Membership, Workspace, type AccountLimits } from '../tables/index.ts';

/** Maximum memberships of one announcement. */
const ANNOUNCED = 1000;

interface MemberRow {
  accountId: string;
  email: string;
  /** Null where the account has no name. */
  name: string | null;
  role: Role;
  createdAt: Date;
}

@Injectable()
export class MembersStore {
  constructor(
    private readonly database: Database,
    private readonly pages: Pages,
    @Inject(CONFIG) private readonly config: Pick<Config, 'CELL'>,
  ) {}

  /** The role of an account in a workspace; undefined when it is no member. */
  async findRole(key: MembershipKey): Promise<Role | undefined> {
    return (await this.findKnown(key))?.role;
  }

  /** The role of an account in a workspace, and what a gateway must know of that; undefined when it is no member. */
  async findKnown({ accountId, workspaceId }: MembershipKey): Promise<KnownMembership | undefined> {
    const [row] = await this.database.read<KnownMembership>(workspaceId, KNOWN, [
      accountId,
      this.config.CELL,
    ]);
    return row;
  }

  /**
   * One page of members, the last joined first, as JSON text; only with the e-mails that `maySee` allows. Error:
   * InvalidNextToken.
   */
  page(query: PageQuery, maySee: (accountId: string) => boolean): Promise<string> {
    const toJson = (row: MemberRow): string => {
      const { email, ...member } = memberOf(row);
      return JSON.stringify(maySee(row.accountId) ? { ...member, email } : member);
    };
    return this.pages.read({ noun: 'members', table: MEMBERS, columns: MEMBER, toJson, filters: {} }, query);
  }

  /** Locks a workspace until the end of the transaction, so that changes of its members follow each other. */
  async lock(tx: Transaction, workspaceId: string): Promise<void> {
    await tx.query('SELECT FROM workspace WHERE id = $1 FOR NO KEY UPDATE', [workspaceId]);
  }

  /** Keeps a membership from removal until the end of the transaction. Returns it; undefined when there is none. */
  async keep(
    tx: Transaction,
    { accountId, workspaceId }: MembershipKey,
  ): Promise<KeptMembership | undefined> {
    const [kept] = await tx.query<[KeptMembership?]>(KEEP, [accountId, workspaceId, this.config.CELL]);
    return kept;
  }

  /** A member of a workspace; undefined when there is none. */
  async find(tx: Transaction, { accountId, workspaceId }: MembershipKey): Promise<FullMember | undefined> {
    const text = `SELECT ${MEMBER} FROM ${MEMBERS} WHERE workspace_id = $1 AND id = $2`;
    const [row] = await tx.query<MemberRow[]>(text, [workspaceId, accountId]);
    return row && memberOf(row);
  }

  /** True when another active account owns the workspace too. */
  async hasOtherOwner(tx: Transaction, { accountId, workspaceId }: MembershipKey): Promise<boolean> {
    const owners = await tx.query<unknown[]>(OTHER_OWNER, [workspaceId, accountId]);
    return owners.length > 0;
  }

  /** Adds a member. An account that is one already keeps its role. */
  async insert(tx: Transaction, key: MembershipKey, role: Role): Promise<void> {
    const row = { ...key, role };
    await tx.createQueryBuilder().insert().into(Membership).values(row).orIgnore().execute();
  }

  /** Name and holder of a workspace. */
  async workspaceOf(tx: Transaction, workspaceId: string): Promise<{ name: string; heldBy: string }> {
    return tx.getRepository(Workspace).findOneByOrFail({ id: workspaceId });
  }

  /** Makes another account hold a workspace. */
  async setHolder(tx: Transaction, workspaceId: string, heldBy: string): Promise<void> {
    await tx.getRepository(Workspace).update({ id: workspaceId }, { heldBy });
  }

  /** Changes the role of a member; a trigger ends the open invitations of one who is no owner any more. */
  async setRole(tx: Transaction, key: MembershipKey, role: Role): Promise<void> {
    await tx.getRepository(Membership).update({ ...key }, { role });
  }

  /** Removes a member; foreign keys remove its API keys there, and the open invitations that it has made. */
  async remove(tx: Transaction, key: MembershipKey): Promise<void> {
    await tx.getRepository(Membership).delete({ ...key });
  }

  /**
   * Passes the next changed memberships that this cell must hear of to `announce` and forgets them; copies of auth share the work. A crash between
   * the two announces them twice. Returns false when there was none.
   */
  async announceNext(announce: (memberships: MembershipKey[]) => Promise<void>): Promise<boolean> {
    const { CELL } = this.config;
    if ((await this.database.system(ANY_CHANGE, [CELL])).length === 0) return false; // cheaper than a transaction, and the usual case
    return this.database.asSystem(async (tx) => {
      const memberships = await tx.query<MembershipKey[]>(TAKE_CHANGES, [CELL, ANNOUNCED]);
      if (memberships.length === 0) return false;
      await announce(memberships);
      await tx.query(TOLD_OF_MOVES, [memberships.map(({ workspaceId }) => workspaceId)]);
      return true;
    });
  }
}

/** A membership that stays until the end of the transaction. */
export interface KeptMembership {
  role: Role;
  /** The cell that has the workspace; null when it is this one. */
  elsewhere: Elsewhere | null;
}

/** What a gateway knows of a membership. */
type KnownMembership = KeptMembership & {
  /** The account that holds the workspace. */
  holderId: string;
  /** What an operator has set for that account; null when it is nothing. */
  limits: AccountLimits | null;
  /** True while the workspace is moved to another cell; null otherwise. */
  isMoving: true | null;
};

/** A member with its e-mail, which only owners and the member itself see. */
export type FullMember = Member & { email: string };

function memberOf({ createdAt, ...row }: MemberRow): FullMember {
  return { ...withoutNulls(row), createdAt: toUnixSeconds(createdAt) };
}

const MEMBERS = `(
  SELECT membership.workspace_id, membership.account_id AS id, membership.role, membership.created_at,
    account.email, account.name
  FROM membership JOIN account ON account.id = membership.account_id
) AS member`;

const MEMBER = `id AS "accountId", email, nullif(name, '') AS name, role, created_at AS "createdAt"`;

const KNOWN = `
  SELECT role, held_by AS "holderId",
    (SELECT nullif(limits, '{}') FROM account WHERE account.id = held_by) AS limits,
    ${elsewhereFrom('$3')} AS elsewhere,
    CASE WHEN moving_to IS NOT NULL THEN true END AS "isMoving" FROM membership JOIN workspace ON workspace.id = workspace_id
  WHERE account_id = $2 AND workspace_id = bound.workspace_id`;

const KEEP = `
  SELECT role, ${elsewhereFrom('$3')} AS elsewhere FROM membership JOIN workspace ON workspace.id = workspace_id
  WHERE account_id = $1 AND workspace_id = $2 FOR KEY SHARE OF membership`;

const OTHER_OWNER = `
  SELECT FROM membership JOIN account ON account.id = membership.account_id
  WHERE workspace_id = $1 AND role = 'owner' AND account_id <> $2 AND account.status = 'ACTIVE' LIMIT 1`;

const ANY_CHANGE = 'SELECT FROM membership_change WHERE cell = $1 LIMIT 1';

/**
 * SQL: from now on the gateways of its cell take no more changes of each workspace $1 that is moved, so its minute of waiting begins;
 * unless something is untold yet, such as the beginning of a move that came while something earlier was announced.
 */
export const TOLD_OF_MOVES = `
  UPDATE workspace SET moving_since = clock_timestamp() WHERE id = ANY ($1) AND moving_since = 'infinity' AND NOT EXISTS (
    SELECT FROM membership_change AS untold WHERE untold.cell = workspace.cell AND untold.workspace_id = workspace.id)`;

// It skips rows that another copy of auth is announcing.
const TAKE_CHANGES = `
  WITH taken AS (
    DELETE FROM membership_change WHERE id = ANY (ARRAY(
      SELECT id FROM membership_change WHERE cell = $1 ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED
    )) RETURNING account_id, workspace_id
  ) SELECT DISTINCT account_id AS "accountId", workspace_id AS "workspaceId" FROM taken`;
