// A row of spending: what the attempts of a workspace that ended in a month have cost, the sum of their rows in the ledger.
import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('spending')
export class SpendingEntity {
  @PrimaryColumn('uuid') workspaceId!: string;
  /** First day of the month, in UTC. */
  @PrimaryColumn('date') month!: string;
  /** Postgres returns a bigint as text. */
  @Column('bigint') spentMicros!: string;
}
