// The table of accounts. Defaults, checks and keys of auth's tables are in the migrations.
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Account as AccountView, HolderLimits } from '#contracts';

/** Limits of an account that an operator has set, and of each workspace that it holds. */
export interface AccountLimits extends HolderLimits {
  /** Most workspaces that it holds. */
  workspaces?: number;
  /** Most API keys that it has. */
  apiKeys?: number;
}

/** Limits that an operator changes; null stands for that of the configuration. */
export type LimitChanges = { [Name in keyof AccountLimits]?: number | null };

@Entity('account')
export class Account {
  @PrimaryColumn('uuid') id!: string;
  /** Lower case; unique. */
  @Column('text') email!: string;
  @Column('text') passwordHash!: string;
  @Column('text') name!: string;
  @Column('text') status!: AccountView['status'];
  @Column('text') locale!: AccountView['locale'];
  /** What an operator allows this account instead of what the configuration allows all. */
  @Column('jsonb') limits!: AccountLimits;
  @Column('timestamptz') createdAt!: Date;
  @Column('timestamptz') updatedAt!: Date;
  @Column('timestamptz', { nullable: true }) lastSignInAt!: Date | null;
}
