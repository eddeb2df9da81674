// The tables of sessions and of revocations. Deleting a session that has not expired revokes it.
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

/** A session that was revoked while an access token of it may still be valid; a trigger adds it. */
@Entity('revocation')
export class Revocation {
  @PrimaryColumn('uuid') sessionId!: string;
  @Column('timestamptz') revokedAt!: Date;
  /** True once the gateways were notified. */
  @Column('boolean') isAnnounced!: boolean;
}
