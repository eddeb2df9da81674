// A row of invocation, the ledger: what one attempt to write a generation used. Deleting the generation leaves it.
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { GenerationErrorCode } from '#contracts';

@Entity('invocation')
export class InvocationEntity {
  @PrimaryColumn('uuid') workspaceId!: string;
  @PrimaryColumn('uuid') generationId!: string;
  /** Number of the claim. */
  @PrimaryColumn('int') epoch!: number;
  /** `invocationId` of the generation, if this attempt produced its result. */
  @Column('uuid') id!: string;
  /** The batch of the generation, and its application. */
  @Column('uuid', { nullable: true }) batchId!: string | null;
  @Column('text') applicationId!: string;
  @Column('text') model!: string;
  /** Version of what the model was told; null until the worker tells it, and where no prompt was made. */
  @Column('text', { nullable: true }) promptVersion!: string | null;
  /** Those of the generation. */
  @Column('text') language!: string;
  @Column('uuid', { nullable: true }) voiceId!: string | null;
  /** Calls of the model. Until the worker reports, and if it never does, this and the numbers below are an estimate. */
  @Column('int') calls!: number;
  /** Null when it is not known. Postgres returns a bigint as text. */
  @Column('bigint', { nullable: true }) inputTokens!: string | null;
  @Column('bigint', { nullable: true }) outputTokens!: string | null;
  /** True when a part of it is an estimate. */
  @Column('boolean') partial!: boolean;
  /** Null when the price or the tokens are not known. */
  @Column('bigint', { nullable: true }) costMicros!: string | null;
  @Column('text', { nullable: true }) currency!: string | null;
  /** Of the last call, as the model reported it. */
  @Column('text', { nullable: true }) finishReason!: string | null;
  /** Why the attempt failed, if it did. */
  @Column('text', { nullable: true }) errorCode!: GenerationErrorCode | null;
  @Column('timestamptz') startedAt!: Date;
  /**
   * When what it used was added to the sums: with the report of the worker, or at the latest with the end of the generation.
   */
  @Column('timestamptz', { nullable: true }) chargedAt!: Date | null;
  /** When the worker reported the usage; null until then. */
  @Column('timestamptz', { nullable: true }) endedAt!: Date | null;
}
