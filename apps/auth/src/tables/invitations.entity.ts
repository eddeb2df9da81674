// The table of invitations that nobody has accepted yet.
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Role } from '#contracts';

@Entity('invitation')
export class InvitationEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') workspaceId!: string;
  /** The account that made it, an owner of the workspace. */
  @Column('uuid') invitedBy!: string;
  /** Lower case. */
  @Column('text') email!: string;
  @Column('text') role!: Role;
  /** Hash of its code; unique. */
  @Column('text') hash!: string;
  @Column('timestamptz') createdAt!: Date;
  @Column('timestamptz') expiresAt!: Date;
}
