// The table of accounts. Defaults, checks and keys of auth's tables are in the migrations.
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Account as AccountView } from '#contracts';

@Entity('account')
export class Account {
  @PrimaryColumn('uuid')
  id!: string;

  /** Lower case; unique. */
  @Column('text')
  email!: string;

  @Column('text', { name: 'password_hash' })
  passwordHash!: string;

  @Column('text')
  name!: string;

  @Column('text')
  status!: AccountView['status'];

  @Column('text')
  locale!: AccountView['locale'];

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'updated_at' })
  updatedAt!: Date;

  @Column('timestamptz', { name: 'last_sign_in_at', nullable: true })
  lastSignInAt!: Date | null;
}
