// The tables of workspaces and of memberships, which join accounts to workspaces.
import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { Marketplace, Workspace as WorkspaceView } from '#contracts';
import { Account } from '../accounts/accounts.entity.ts';

@Entity('workspace')
export class Workspace {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  name!: string;

  /** The marketplace of imports that name none. */
  @Column('text')
  marketplace!: Marketplace;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'updated_at' })
  updatedAt!: Date;
}

@Entity('membership')
export class Membership {
  @PrimaryColumn('uuid', { name: 'account_id' })
  accountId!: string;

  @ManyToOne(() => Account, { nullable: false, createForeignKeyConstraints: false })
  @JoinColumn({ name: 'account_id' })
  account!: Relation<Account>;

  @PrimaryColumn('uuid', { name: 'workspace_id' })
  workspaceId!: string;

  @ManyToOne(() => Workspace, { nullable: false, createForeignKeyConstraints: false })
  @JoinColumn({ name: 'workspace_id' })
  workspace!: Relation<Workspace>;

  @Column('text')
  role!: WorkspaceView['role'];

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;
}
