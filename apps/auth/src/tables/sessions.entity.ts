// The tables of sessions, of revocations and of the key of refresh tokens. Deleting a session that has not expired
// revokes it.
import { Column, Entity, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Account } from './accounts.entity.ts';

@Entity('session')
export class Session {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') accountId!: string;
  @ManyToOne(() => Account, { nullable: false, createForeignKeyConstraints: false })
  account!: Relation<Account>;
  /** Where it was last; null when that workspace is gone. */
  @Column('uuid', { nullable: true }) workspaceId!: string | null;
  @Column('timestamptz') createdAt!: Date;
  /** When the present refresh token expires. */
  @Column('timestamptz') expiresAt!: Date;
  /** When the present refresh token was made. */
  @Column('timestamptz') refreshedAt!: Date;
  /** Hash of what all refresh tokens of the session have in common; unique. */
  @Column('text') refreshFamily!: string;
  /** Hash of the present refresh token. */
  @Column('text') refreshHash!: string;
  /** Hash of the refresh token before it. */
  @Column('text', { nullable: true }) parentHash!: string | null;
  @Column('text', { nullable: true }) userAgent!: string | null;
  /** IP address of the sign-in. */
  @Column('text', { nullable: true }) address!: string | null;
}

/** The one row of the key that derives refresh tokens. */
@Entity('refresh_key')
export class RefreshKey {
  @PrimaryColumn('boolean') onlyRow!: boolean;
  @Column('text') key!: string;
}

/** A session that was revoked while an access token of it may still be valid; a trigger adds it. */
@Entity('revocation')
export class Revocation {
  @PrimaryColumn('uuid') sessionId!: string;
  /** The cell whose gateways must know. */
  @PrimaryColumn('text') cell!: string;
  @Column('timestamptz') revokedAt!: Date;
  /** True once the gateways of the cell were notified. */
  @Column('boolean') isAnnounced!: boolean;
}
