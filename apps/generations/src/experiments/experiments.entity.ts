// Rows of experiment (what its arms have in common, and what it has shown) and of experiment_pair.
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Experiment, ExperimentResults, GenerationEnvironment } from '#contracts';
import type { BatchTask } from '../batch-record/index.ts';
import type { JudgedPair } from '../judging/index.ts';

/** What the judge has said of a pair, as it is compared with the votes of people. */
export type JudgedOutcome = Pick<JudgedPair, 'arm' | 'caseId' | 'outcome'>;

@Entity('experiment')
export class ExperimentEntity {
  @PrimaryColumn('uuid') workspaceId!: string;
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') datasetId!: string;
  @Column('text') applicationId!: string;
  /** In the order of the request. How far an arm is stands in its batch. */
  @Column('json') arms!: {
    name: string;
    environment: GenerationEnvironment;
    applicationVersion: number;
    batchId: string;
  }[];
  @Column('int') repeats!: number;
  /** Postgres returns a bigint as text. */
  @Column('bigint', { nullable: true }) maxCostMicros!: string | null;
  @Column('json', { nullable: true }) minimum!: NonNullable<Experiment['minimum']> | null;
  /** What its judge is asked, and the settings of its calls; null without one. */
  @Column('json', { nullable: true }) judge!: {
    questions: string[];
    environment: BatchTask['environment'];
  } | null;
  /** Whether the judge waits for the arms, has its batches, or was cancelled before it had any. */
  @Column('text', { nullable: true }) judging!: 'WAITING' | 'BEGUN' | 'CANCELLED' | null;
  /**
   * Null until the experiment is first asked for after its end. Votes are added whenever it is read, so they are not in here.
   */
  @Column('json', { nullable: true }) results!: ExperimentResults | null;
  /** What the judge has said of each pair, kept with the results. */
  @Column('json', { nullable: true }) judged!: JudgedOutcome[] | null;
  @Column('timestamptz') createdAt!: Date;
}

/** Two texts of one case that somebody was shown, and how they voted. */
@Entity('experiment_pair')
export class ExperimentPairEntity {
  @PrimaryColumn('uuid') workspaceId!: string;
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') experimentId!: string;
  @Column('uuid') accountId!: string;
  @Column('uuid') caseId!: string;
  /** The arm that is compared with the first. */
  @Column('text') arm!: string;
  @Column('uuid') firstGenerationId!: string;
  @Column('uuid') generationId!: string;
  /** True when the text of the first arm was shown as `a`. */
  @Column('boolean') firstIsA!: boolean;
  /** Null until the person has voted. */
  @Column('text', { nullable: true }) winner!: 'a' | 'b' | 'tie' | null;
  @Column('json', { nullable: true }) reasons!: string[] | null;
  @Column('timestamptz') createdAt!: Date;
}
