// Reads and writes workspaces, for their members and for other services.
import { Inject, Injectable } from '@nestjs/common';
import { escapeLiteral } from 'pg';
import {
  toUnixSeconds,
  withoutNulls,
  type Actor,
  type Elsewhere,
  type MembershipKey,
  type WorkspaceDetails,
  type WorkspacePatch,
  type WorkspaceRequest,
} from '#contracts';
import { CONFIG } from '#platform/config';
import { Database, type Transaction } from '#platform/database';
import { Pages, type PageQuery } from '#platform/paging';
import type { Config } from '../config.ts';
import { elsewhereFrom, Membership, Workspace } from '../tables/index.ts';

type WorkspaceRow = Pick<Workspace, 'id' | 'heldBy' | 'name' | 'marketplace' | 'createdAt' | 'updatedAt'> &
  Pick<Membership, 'role'> & { monthlyBudgetMicros: string | null; elsewhere: Elsewhere | null };

@Injectable()
export class WorkspacesStore {
  /** SELECT list of a workspace as its members see it. */
  private readonly details: string;

  constructor(
    private readonly database: Database,
    private readonly pages: Pages,
    @Inject(CONFIG) private readonly config: Pick<Config, 'CELL'>,
  ) {
    this.details = `${DETAILS}, ${elsewhereFrom(escapeLiteral(config.CELL))} AS elsewhere`;
  }

  /** What other services may know of a workspace; undefined when there is none. */
  async find(id: string): Promise<Pick<WorkspaceRow, 'marketplace' | 'monthlyBudgetMicros'> | undefined> {
    const [row] = await this.database.read<WorkspaceRow>(id, FOUND, []);
    return row;
  }

  /** One page of the workspaces of an account, the last joined first, as JSON text. Error: InvalidNextToken. */
  page({ accountId, workspaceId }: Actor, query: Omit<PageQuery, 'workspaceId'>): Promise<string> {
    const toJson = (row: WorkspaceRow): string => JSON.stringify(detailsOf(row));
    const list = { noun: 'workspaces', table: JOINED, columns: this.details, accountId, toJson, filters: {} };
    return this.pages.read(list, { workspaceId, ...query });
  }

  /** A workspace as a member sees it; undefined when the account is no member. */
  async findDetails({ accountId, workspaceId }: MembershipKey): Promise<WorkspaceDetails | undefined> {
    const text = `SELECT ${this.details} FROM ${JOINED} WHERE id = bound.workspace_id AND account_id = $2`;
    const [row] = await this.database.read<WorkspaceRow>(workspaceId, text, [accountId]);
    return row && detailsOf(row);
  }

  /**
   * How many workspaces an account holds, and the limit that an operator has set for it, if any. Its lock makes those who
   * count for the same account follow each other until the end of the transaction.
   */
  async countHeld(tx: Transaction, accountId: string): Promise<{ held: number; limit: number | null }> {
    const text = `SELECT (limits->>'workspaces')::int AS limit FROM account WHERE id = $1 FOR NO KEY UPDATE`;
    const [{ limit }] = await tx.query<[{ limit: number | null }]>(text, [accountId]);
    return { held: await tx.getRepository(Workspace).countBy({ heldBy: accountId }), limit };
  }

  /** Adds a workspace of this cell that an account holds and owns. */
  async insert(
    tx: Transaction,
    { accountId, workspaceId }: MembershipKey,
    { monthlyBudgetMicros: budget, ...workspace }: WorkspaceRequest,
  ): Promise<WorkspaceDetails> {
    const monthlyBudgetMicros = budget === undefined ? null : String(budget);
    await tx.getRepository(Workspace).insert({
      id: workspaceId,
      heldBy: accountId,
      cell: this.config.CELL,
      ...workspace,
      monthlyBudgetMicros,
    });
    await tx.getRepository(Membership).insert({ accountId, workspaceId, role: 'owner' });
    const text = `SELECT ${this.details} FROM ${JOINED} WHERE id = $1 AND account_id = $2`;
    const [row] = await tx.query<[WorkspaceRow]>(text, [workspaceId, accountId]);
    return detailsOf(row);
  }

  /** Changes a workspace. */
  async update(id: string, { monthlyBudgetMicros: budget, ...settings }: WorkspacePatch): Promise<void> {
    const monthlyBudgetMicros = typeof budget === 'number' ? String(budget) : budget;
    const change = { ...settings, monthlyBudgetMicros, updatedAt: () => 'now()' };
    await this.database.forWorkspace(id, (tx) => tx.getRepository(Workspace).update({ id }, change));
  }
}

function detailsOf({
  createdAt,
  updatedAt,
  monthlyBudgetMicros: budget,
  ...row
}: WorkspaceRow): WorkspaceDetails {
  return withoutNulls({
    id: row.id,
    name: row.name,
    marketplace: row.marketplace,
    role: row.role,
    heldBy: row.heldBy,
    monthlyBudgetMicros: budget === null ? null : Number(budget),
    createdAt: toUnixSeconds(createdAt),
    updatedAt: toUnixSeconds(updatedAt),
    elsewhere: row.elsewhere,
  });
}

// created_at is that of the membership: by it the list is sorted, through the index membership_of_account.
const JOINED = `(
  SELECT membership.account_id, membership.workspace_id AS id, membership.created_at, membership.role,
    workspace.held_by, workspace.name, workspace.marketplace, workspace.monthly_budget_micros, workspace.updated_at,
    workspace.created_at AS founded_at, workspace.cell
  FROM membership JOIN workspace ON workspace.id = membership.workspace_id
) AS workspace`;

const FOUND = `
  SELECT marketplace, monthly_budget_micros AS "monthlyBudgetMicros" FROM workspace WHERE id = bound.workspace_id`;

const DETAILS = `id, held_by AS "heldBy", name, marketplace, role, monthly_budget_micros AS "monthlyBudgetMicros",
  founded_at AS "createdAt", updated_at AS "updatedAt"`;
