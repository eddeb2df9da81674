// Reads and writes invitations. Times are those of Postgres, because the clocks of two copies of auth may differ.
import { Injectable } from '@nestjs/common';
import {
  INVITATION_DAYS,
  toUnixSeconds,
  type Invitation,
  type InvitationRequest,
  type Role,
} from '#contracts';
import { Database, purge, selectList, type Transaction } from '#platform/database';
import { Pages, type PageQuery } from '#platform/paging';
import type { InvitationEntity } from '../tables/index.ts';

const SHOWN = ['id', 'email', 'role', 'createdAt', 'expiresAt'] as const;
type InvitationRow = Pick<InvitationEntity, (typeof SHOWN)[number]>;

@Injectable()
export class InvitationsStore {
  constructor(
    private readonly database: Database,
    private readonly pages: Pages,
  ) {}

  /** How many invitations to a workspace can still be accepted. */
  async countOpen(tx: Transaction, workspaceId: string): Promise<number> {
    const [{ count }] = await tx.query<[{ count: number }]>(COUNT_OPEN, [workspaceId]);
    return count;
  }

  /** Adds an invitation. */
  async insert(
    tx: Transaction,
    key: Pick<InvitationEntity, 'id' | 'workspaceId' | 'invitedBy' | 'hash'>,
    { email, role }: InvitationRequest,
  ): Promise<Invitation> {
    const values = [key.id, key.workspaceId, key.invitedBy, email, role, key.hash];
    const [row] = await tx.query<[InvitationRow]>(INSERT, values);
    return invitationOf(row);
  }

  /** One page of the open invitations to a workspace, newest first, as JSON text. Error: InvalidNextToken. */
  page(query: PageQuery): Promise<string> {
    const toJson = (row: InvitationRow): string => JSON.stringify(invitationOf(row));
    const columns = selectList(SHOWN);
    return this.pages.read({ noun: 'invitations', table: OPEN, columns, toJson, filters: {} }, query);
  }

  /** Deletes an invitation. False when the workspace has no such one. */
  async delete(tx: Transaction, { id, workspaceId }: { id: string; workspaceId: string }): Promise<boolean> {
    const [, deleted] = await tx.query<[unknown[], number]>(DELETE, [id, workspaceId]);
    return deleted === 1;
  }

  /** Uses up the invitation with a hash, if it is open and for the e-mail of the account. Undefined when there is none. */
  async take(
    tx: Transaction,
    hash: string,
    accountId: string,
  ): Promise<{ workspaceId: string; role: Role } | undefined> {
    const [rows] = await tx.query<[{ workspaceId: string; role: Role }[], number]>(TAKE, [hash, accountId]);
    return rows[0];
  }

  /** Deletes invitations that have expired. */
  purge(): Promise<void> {
    return purge(this.database, 'invitation', 'expires_at <= now()');
  }
}

function invitationOf({ createdAt, expiresAt, ...row }: InvitationRow): Invitation {
  return { ...row, createdAt: toUnixSeconds(createdAt), expiresAt: toUnixSeconds(expiresAt) };
}

const OPEN = `(
  SELECT id, workspace_id, email, role, created_at, expires_at FROM invitation WHERE expires_at > now()
) AS invitation`;

const COUNT_OPEN = `SELECT count(*)::int AS count FROM ${OPEN} WHERE workspace_id = $1`;

const INSERT = `
  INSERT INTO invitation (id, workspace_id, invited_by, email, role, hash, expires_at)
  VALUES ($1, $2, $3, $4, $5, $6, now() + interval '${INVITATION_DAYS} days') RETURNING ${selectList(SHOWN)}`;

const DELETE = 'DELETE FROM invitation WHERE id = $1 AND workspace_id = $2';

// The workspace is locked first, as by every change of its members, which may delete its invitations: none waits in a circle.
const TAKE = `
  WITH locked AS MATERIALIZED (
    SELECT id FROM workspace WHERE id = (SELECT workspace_id FROM invitation WHERE hash = $1) FOR NO KEY UPDATE
  )
  DELETE FROM invitation USING account, locked
  WHERE hash = $1 AND expires_at > now() AND account.id = $2 AND account.email = invitation.email AND workspace_id = locked.id
  RETURNING workspace_id AS "workspaceId", role`;
