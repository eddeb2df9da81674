// Rows of batch and batch_member: what a batch is to do and how far it is, and its products that have no generation yet.
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { BatchStatus, BatchStopReason, GenerationEnvironment, GenerationTask } from '#contracts';
import type { ChosenVoice } from '../voices/index.ts';

@Entity('batch')
export class BatchEntity {
  @PrimaryColumn('uuid') workspaceId!: string;
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') accountId!: string;
  /** Who held the workspace when the batch was accepted; its generations have the same one. */
  @Column('uuid') holderId!: string;
  /** Most RUNNING generations of the workspace, if an operator had set that for the holder; null for what is configured. */
  @Column('int', { nullable: true }) mostRunning!: number | null;
  /** Id of the HTTP request that asked for the batch. Its generations and events carry it too. */
  @Column('text') requestId!: string;
  @Column('text') applicationId!: GenerationTask['applicationId'];
  @Column('text') applicationName!: string;
  /** All generations use this version. */
  @Column('int') applicationVersion!: number;
  /** The inputs of every generation, apart from its product. */
  @Column('json') inputs!: GenerationTask['inputs'];
  /** As it was checked. Without a language in the request, that of each product is used. */
  @Column('json') environment!: Omit<GenerationTask['environment'], 'language'> &
    Pick<GenerationEnvironment, 'language' | 'marketplace' | 'voice' | 'learn'>;
  /** The voice of all its generations, as it was when the batch was accepted. */
  @Column('json', { nullable: true }) voice!: ChosenVoice | null;
  /** Postgres returns a bigint as text. */
  @Column('bigint', { nullable: true }) maxCostMicros!: string | null;
  /**
   * Of a batch of an experiment: the experiment, the arm that it writes for or judges, and the dataset that its products are
   * read from, which a batch of judgements has not. Else all are null.
   */
  @Column('uuid', { nullable: true }) experimentId!: string | null;
  @Column('text', { nullable: true }) arm!: string | null;
  @Column('uuid', { nullable: true }) datasetId!: string | null;
  /** Its products: the five numbers below add up to it. */
  @Column('int') total!: number;
  @Column('int') waiting!: number;
  @Column('int') running!: number;
  @Column('int') success!: number;
  @Column('int') failed!: number;
  @Column('int') cancelled!: number;
  /** Attempts to write its generations that are charged, and what they used; null where that is not known of any attempt. */
  @Column('int') attempts!: number;
  @Column('int') calls!: number;
  /** Postgres returns a bigint as text. */
  @Column('bigint', { nullable: true }) inputTokens!: string | null;
  @Column('bigint', { nullable: true }) outputTokens!: string | null;
  /** Attempts of whose usage a part is an estimate. */
  @Column('int') partialAttempts!: number;
  @Column('bigint', { nullable: true }) costMicros!: string | null;
  @Column('text', { nullable: true }) currency!: string | null;
  @Column('text', { nullable: true }) stopReason!: BatchStopReason | null;
  /** Postgres derives it from the numbers. */
  @Column({ type: 'text', insert: false, update: false }) status!: BatchStatus;
  @Column('timestamptz') createdAt!: Date;
  @Column('timestamptz', { nullable: true }) completedAt!: Date | null;
}

@Entity('batch_member')
export class BatchMemberEntity {
  @PrimaryColumn('uuid') workspaceId!: string;
  @PrimaryColumn('uuid') batchId!: string;
  /** Place in the order in which generations are made. */
  @PrimaryColumn('int') position!: number;
  @Column('uuid') productId!: string;
}
