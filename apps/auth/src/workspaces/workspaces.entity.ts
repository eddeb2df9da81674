// The tables of workspaces and of memberships, which join accounts to workspaces.
import { Column, Entity, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { Marketplace, Workspace as WorkspaceView } from '#contracts';
import { Account } from '../accounts/accounts.entity.ts';

@Entity('workspace')
export class Workspace {
  @PrimaryColumn('uuid') id!: string;
  @Column('text') name!: string;
  /** The marketplace of imports that name none. */
  @Column('text') marketplace!: Marketplace;
  @Column('timestamptz') createdAt!: Date;
  @Column('timestamptz') updatedAt!: Date;
}

@Entity('membership')
export class Membership {
  @PrimaryColumn('uuid') accountId!: string;
  @ManyToOne(() => Account, { nullable: false, createForeignKeyConstraints: false })
  account!: Relation<Account>;
  @PrimaryColumn('uuid') workspaceId!: string;
  @ManyToOne(() => Workspace, { nullable: false, createForeignKeyConstraints: false })
  workspace!: Relation<Workspace>;
  @Column('text') role!: WorkspaceView['role'];
  @Column('timestamptz') createdAt!: Date;
}
