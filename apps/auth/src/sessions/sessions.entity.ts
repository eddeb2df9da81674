// The table of sessions. Revoking a session deletes its row.
import { Column, Entity, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Account } from '../accounts/accounts.entity.ts';

@Entity('session')
export class Session {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') accountId!: string;
  @ManyToOne(() => Account, { nullable: false, createForeignKeyConstraints: false })
  account!: Relation<Account>;
  @Column('uuid') workspaceId!: string;
  @Column('timestamptz') createdAt!: Date;
  @Column('timestamptz') expiresAt!: Date;
}
