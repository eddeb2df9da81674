// A row of usage_ledger: what a successful generation used. A failed generation has no row.
import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('usage_ledger')
export class UsageLedgerEntity {
  @PrimaryColumn('uuid') workspaceId!: string;
  @PrimaryColumn('uuid') generationId!: string;
  @Column('text') model!: string;
  /** Calls of the model. */
  @Column('int') calls!: number;
  /** Numbers of tokens are null when the model did not report them. */
  @Column('int', { nullable: true }) inputTokens!: number | null;
  @Column('int', { nullable: true }) outputTokens!: number | null;
  // No default in this class: TypeORM would add RETURNING, and the system role may only INSERT.
  @Column('timestamptz') createdAt!: Date;
}
