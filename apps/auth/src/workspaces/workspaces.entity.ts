// Rows of workspace, and of membership: who works in it.
import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { Marketplace, Workspace as WorkspaceView } from '#contracts';

@Entity('workspace')
export class Workspace {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  name!: string;

  @Column('text')
  marketplace!: Marketplace;
}

@Entity('membership')
export class Membership {
  @PrimaryColumn('uuid', { name: 'account_id' })
  accountId!: string;

  @PrimaryColumn('uuid', { name: 'workspace_id' })
  workspaceId!: string;

  @ManyToOne(() => Workspace)
  @JoinColumn({ name: 'workspace_id' })
  workspace!: Relation<Workspace>;

  @Column('text')
  role!: WorkspaceView['role'];

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;
}
