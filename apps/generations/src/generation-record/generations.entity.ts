// A row of generation: the request as it was accepted, the state of its lease, and its outcome.
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type {
  Generation,
  GenerationErrorCode,
  GenerationReview,
  GenerationOutcome,
  GenerationTask,
  WrittenScores,
} from '#contracts';
import { DERIVED } from '#platform/database';

type Success = Extract<GenerationOutcome, { status: 'SUCCESS' }>;
type Failure = Extract<GenerationOutcome, { status: 'FAILED' }>;

@Entity('generation')
export class GenerationEntity {
  @PrimaryColumn('uuid') workspaceId!: string;
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') accountId!: string;
  /** Who held the workspace when the generation was accepted: whose share of the queue and of the quota it takes. */
  @Column('uuid') holderId!: string;
  /** Id of the HTTP request that asked for the generation. Its jobs and events carry it too. */
  @Column('text') requestId!: string;
  @Column('text') applicationId!: GenerationTask['applicationId'];
  @Column('text') applicationName!: string;
  /** The version of the application that is used; a built-in one has no other than 1. */
  @Column('int') applicationVersion!: number;
  @Column('text') title!: string;
  @Column('json') inputs!: GenerationTask['inputs'];
  @Column('json') environment!: GenerationTask['environment'];
  /** As in the environment. */
  @Column('text') language!: string;
  /** Where the text is for; null when nothing tells it. */
  @Column('text', { nullable: true }) marketplace!: NonNullable<GenerationTask['marketplace']> | null;
  /** True when a person waits for the result. */
  @Column('boolean') manual!: boolean;
  @Column('uuid', { nullable: true }) documentId!: string | null;
  @Column('text', { nullable: true }) documentTitle!: string | null;
  /** The document as it was when the generation was accepted. */
  @Column('json', { nullable: true }) document!: NonNullable<GenerationTask['document']> | null;
  @Column('uuid', { nullable: true }) voiceId!: string | null;
  @Column('text', { nullable: true }) voiceName!: string | null;
  @Column('int', { nullable: true }) voiceVersion!: number | null;
  /** The voice as it was when the generation was accepted. */
  @Column('json', { nullable: true }) voice!: NonNullable<GenerationTask['voice']> | null;
  /** Generations whose accepted texts its model is shown, and these texts; null where its settings leave out learned texts. */
  @Column('json', { nullable: true }) learnedFrom!: string[] | null;
  @Column('json', { nullable: true }) learned!: string[] | null;
  /** Path of the product's category; see categoryOf. */
  @Column('text') category!: string;
  /** The text of another generation, as it was when this one was accepted. */
  @Column('json', { nullable: true }) original!: NonNullable<GenerationTask['original']> | null;
  @Column('uuid', { nullable: true }) productId!: string | null;
  @Column('text', { nullable: true }) productTitle!: string | null;
  /** The product as it was when the generation was accepted. */
  @Column('json', { nullable: true }) product!: NonNullable<GenerationTask['product']> | null;
  /** The version of that product. */
  @Column('int', { nullable: true }) productVersion!: number | null;
  /** Equal for equal facts of a product, without what accepted texts wrote. */
  @Column('text', { nullable: true }) sourceHash!: string | null;
  /** True while the product has other facts than when the generation was accepted. */
  @Column('boolean') factsChanged!: boolean;
  /** True when the application has a newer version. */
  @Column('boolean') applicationChanged!: boolean;
  /** True when factsChanged or applicationChanged is, except in an experiment; Postgres derives it. */
  @Column({ type: 'boolean', insert: false, update: false }) stale!: boolean;
  /** The generation that this one repeats. */
  @Column('uuid', { nullable: true }) retryOf!: string | null;
  /** The batch that made this generation. */
  @Column('uuid', { nullable: true }) batchId!: string | null;
  /**
   * The experiment that it is written for, its arm, and its case. Such a generation is linked to no product: its facts are
   * those of a dataset.
   */
  @Column('uuid', { nullable: true }) experimentId!: string | null;
  @Column('text', { nullable: true }) arm!: string | null;
  @Column('uuid', { nullable: true }) caseId!: string | null;
  /** As in the environment; Postgres cannot look into JSON with NUL or half a surrogate pair. */
  @Column('text') model!: string;
  @Column('text') status!: Generation['status'];
  /**
   * Fencing token: grows with each claim, and once more when the generation ends without an outcome of a worker. Only the
   * holder of the latest claim may end the generation.
   */
  @Column('int') epoch!: number;
  /** Number of dispatches to the queue. */
  @Column('int') attempt!: number;
  /** Id of the job of the latest dispatch. */
  @Column('text') lastJobId!: string;
  /** Workers that fell silent while they held the lease. The present worker is not counted. */
  @Column('int') lostWorkers!: number;
  /** The worker of the latest claim, until it releases its lease or the reconciler takes it for lost; null without one. */
  @Column('text', { nullable: true }) worker!: string | null;
  /** Id of the latest claim; null before the first one and after the worker has released it. */
  @Column('uuid', { nullable: true }) invocationId!: string | null;
  /** End of the lease. Without a worker: the time from which the reconciler looks after the generation. */
  @Column('timestamptz') leaseUntil!: Date;
  @Column('timestamptz') deadlineAt!: Date;
  @Column('text', { nullable: true }) resultType!: Success['resultType'] | null;
  @Column('json', { nullable: true }) result!: Success['result'] | null;
  /** Beginning of the result's text. JSON, because it may hold what the text type of Postgres refuses. */
  @Column('json', { nullable: true }) preview!: string | null;
  @Column('json', { nullable: true }) checks!: Success['checks'] | null;
  /** What the quality check has refused, for a person who puts it right. */
  @Column('json', { nullable: true }) draft!: NonNullable<Failure['draft']> | null;
  /** The model that has answered, where its server named another one than was asked. */
  @Column('text', { nullable: true }) answeredBy!: string | null;
  /** What each sentence of the result rests on; null where the model cannot tell it. */
  @Column('json', { nullable: true }) claims!: NonNullable<Success['claims']> | null;
  @Column('json', { nullable: true }) coverage!: NonNullable<Success['coverage']> | null;
  /** What only its worker knows of a result. The other scores follow from other columns. */
  @Column('json', { nullable: true }) scores!: WrittenScores | null;
  /** Version of what its model was told; null where no prompt was made. */
  @Column('text', { nullable: true }) promptVersion!: string | null;
  @Column('text', { nullable: true }) policyVersion!: string | null;
  @Column('text', { nullable: true }) errorCode!: GenerationErrorCode | null;
  /** More about the failure than its code says, such as which limit has cut the answer. Never words of a model server. */
  @Column('text', { nullable: true }) errorDetail!: string | null;
  /** What a person decided about the result; null until then. */
  @Column('jsonb', { nullable: true }) review!: GenerationReview | null;
  /** Version of the product or document to which the accepted text was written. */
  @Column('int', { nullable: true }) reviewVersion!: number | null;
  /** PENDING, or as the review; null without a result, unless a person has accepted a draft. Postgres derives it. */
  @Column('text', { nullable: true, ...DERIVED }) reviewState!: GenerationReview['state'] | null;
  /** True when the accepted text is a person's own version. Postgres derives it. */
  @Column('boolean', { ...DERIVED }) edited!: boolean;
  /** The latest document into which the result, or a part of it, was accepted. Postgres derives it. */
  @Column('uuid', { nullable: true, ...DERIVED }) acceptedDocumentId!: string | null;
  @Column('timestamptz') createdAt!: Date;
  @Column('timestamptz', { nullable: true }) completedAt!: Date | null;
}

/** Properties that only workers, the reconciler and lists need. */
export const INTERNAL_PROPERTIES = [
  'holderId',
  'requestId',
  'caseId',
  'document',
  'language',
  'voice',
  'learned',
  'category',
  'original',
  'product',
  'sourceHash',
  'factsChanged',
  'applicationChanged',
  'model',
  'epoch',
  'attempt',
  'lastJobId',
  'lostWorkers',
  'worker',
  'leaseUntil',
  'preview',
  'scores',
  'reviewVersion',
  'reviewState',
  'edited',
  'acceptedDocumentId',
] as const;
