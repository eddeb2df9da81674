// A row of usage_ledger: what a successful generation used. A failed generation has no row.
import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('usage_ledger')
export class UsageLedgerEntity {
  @PrimaryColumn('uuid', { name: 'generation_id' })
  generationId!: string;

  @Column('uuid', { name: 'workspace_id' })
  workspaceId!: string;

  @Column('text')
  model!: string;

  /** Calls of the model. */
  @Column('int')
  calls!: number;

  /** Null when the model did not report it. */
  @Column('int', { name: 'input_tokens', nullable: true })
  inputTokens!: number | null;

  /** Null when the model did not report it. */
  @Column('int', { name: 'output_tokens', nullable: true })
  outputTokens!: number | null;

  // No default in this class: TypeORM would add RETURNING, and the system role may only INSERT.
  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;
}
