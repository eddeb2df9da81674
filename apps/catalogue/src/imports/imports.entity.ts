// A row of import. Columns that Postgres fills name no default here: TypeORM would then add RETURNING.
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ImportStatus, Marketplace } from '#contracts';

@Entity('import')
export class ImportEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'workspace_id' })
  workspaceId!: string;

  @Column('uuid', { name: 'account_id' })
  accountId!: string;

  @Column('text')
  marketplace!: Marketplace;

  @Column('text')
  status!: ImportStatus;

  /** Items that are still importing then fail with DeadlineExceeded. */
  @Column('timestamptz', { name: 'deadline_at' })
  deadlineAt!: Date;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  /** Null while RUNNING. */
  @Column('timestamptz', { name: 'completed_at', nullable: true })
  completedAt!: Date | null;
}
