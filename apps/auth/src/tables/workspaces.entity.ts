// The tables of workspaces, of erased ones, of memberships, which join accounts to workspaces, and of their changes.
import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import type { Marketplace, Role } from '#contracts';

@Entity('workspace')
export class Workspace {
  @PrimaryColumn('uuid') id!: string;
  /** The account whose shares and quotas it uses. */
  @Column('uuid') heldBy!: string;
  /** The cell that has it. */
  @Column('text') cell!: string;
  @Column('text') name!: string;
  /** The marketplace of imports that name none. */
  @Column('text') marketplace!: Marketplace;
  /** What priced models may cost in a month, in millionths of the currency of the prices; null without a budget. */
  @Column('bigint', { nullable: true }) monthlyBudgetMicros!: string | null;
  @Column('timestamptz') createdAt!: Date;
  @Column('timestamptz') updatedAt!: Date;
}

/**
 * SQL of the cell that has a row of `workspace`, as the JSON of an Elsewhere; null when that is the cell of the parameter, such
 * as `$2`. Only for another cell is anything read.
 */
export function elsewhereFrom(own: string): string {
  return `CASE WHEN workspace.cell <> ${own} THEN json_strip_nulls(json_build_object('cell', workspace.cell,
    'url', (SELECT url FROM cell WHERE name = workspace.cell))) END`;
}

/** A workspace that an owner has erased, in one cell. Only its id and these times are kept. */
@Entity('erased_workspace')
export class ErasedWorkspace {
  @PrimaryColumn('uuid') id!: string;
  @PrimaryColumn('text') cell!: string;
  /** From when it could not be reached any more. */
  @Column('timestamptz') erasedAt!: Date;
  /** When the owners of the cell were last asked to delete rows of it; null before the first time. */
  @Column('timestamptz', { nullable: true }) triedAt!: Date | null;
  /** When nothing of it was left in the cell; null until then. */
  @Column('timestamptz', { nullable: true }) goneAt!: Date | null;
}

@Entity('membership')
export class Membership {
  @PrimaryColumn('uuid') accountId!: string;
  @PrimaryColumn('uuid') workspaceId!: string;
  @Column('text') role!: Role;
  @Column('timestamptz') createdAt!: Date;
}

/** A membership that was added, changed or removed, of which the gateways of a cell are not notified yet; a trigger adds it. */
@Entity('membership_change')
export class MembershipChange {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id!: string;
  @Column('text') cell!: string;
  @Column('uuid') accountId!: string;
  @Column('uuid') workspaceId!: string;
}
