// The table of sessions. Revoking a session deletes its row.
import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Account } from '../accounts/accounts.entity.ts';

@Entity('session')
export class Session {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'account_id' })
  accountId!: string;

  @ManyToOne(() => Account, { nullable: false, createForeignKeyConstraints: false })
  @JoinColumn({ name: 'account_id' })
  account!: Relation<Account>;

  @Column('uuid', { name: 'workspace_id' })
  workspaceId!: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;
}
