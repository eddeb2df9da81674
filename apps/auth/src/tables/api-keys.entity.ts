// The table of API keys. Only the hash of a key is stored.
import { Column, Entity, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { AccessStep } from '#contracts';
import { Account } from './accounts.entity.ts';

@Entity('api_key')
export class ApiKeyEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') workspaceId!: string;
  @Column('uuid') accountId!: string;
  @ManyToOne(() => Account, { nullable: false, createForeignKeyConstraints: false })
  account!: Relation<Account>;
  @Column('text') name!: string;
  /** How the key begins. */
  @Column('text') prefix!: string;
  /** Of the whole key; unique. */
  @Column('text') hash!: string;
  @Column('text', { array: true }) scopes!: AccessStep[];
  @Column('timestamptz') createdAt!: Date;
  @Column('timestamptz', { nullable: true }) expiresAt!: Date | null;
  /** When it was last used; up to a minute late. */
  @Column('timestamptz', { nullable: true }) lastUsedAt!: Date | null;
}
