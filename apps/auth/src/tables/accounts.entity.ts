// The table of accounts. Defaults, checks and keys of auth's tables are in the migrations.
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Account as AccountView } from '#contracts';

@Entity('account')
export class Account {
  @PrimaryColumn('uuid') id!: string;
  /** Lower case; unique. */
  @Column('text') email!: string;
  @Column('text') passwordHash!: string;
  @Column('text') name!: string;
  @Column('text') status!: AccountView['status'];
  @Column('text') locale!: AccountView['locale'];
  @Column('timestamptz') createdAt!: Date;
  @Column('timestamptz') updatedAt!: Date;
  @Column('timestamptz', { nullable: true }) lastSignInAt!: Date | null;
}
