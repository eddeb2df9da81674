// A row of generation: the request as it was accepted, the state of its lease, and its outcome.
import { Column, Entity, getMetadataArgsStorage, PrimaryColumn } from 'typeorm';
import type { Generation, GenerationErrorCode, GenerationOutcome, GenerationTask } from '#contracts';

type Success = Extract<GenerationOutcome, { status: 'SUCCESS' }>;

@Entity('generation')
export class GenerationEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'workspace_id' })
  workspaceId!: string;

  @Column('uuid', { name: 'account_id' })
  accountId!: string;

  /** Id of the HTTP request that asked for the generation. Its jobs and events carry it too. */
  @Column('text', { name: 'request_id' })
  requestId!: string;

  @Column('text', { name: 'application_id' })
  applicationId!: GenerationTask['applicationId'];

  @Column('text', { name: 'application_name' })
  applicationName!: string;

  @Column('text')
  title!: string;

  @Column('json')
  inputs!: GenerationTask['inputs'];

  @Column('json')
  environment!: GenerationTask['environment'];

  /** True when a person waits for the result. */
  @Column('boolean')
  manual!: boolean;

  @Column('uuid', { name: 'document_id', nullable: true })
  documentId!: string | null;

  @Column('text', { name: 'document_title', nullable: true })
  documentTitle!: string | null;

  /** The document as it was when the generation was accepted. */
  @Column('json', { nullable: true })
  document!: NonNullable<GenerationTask['document']> | null;

  @Column('uuid', { name: 'product_id', nullable: true })
  productId!: string | null;

  @Column('text', { name: 'product_title', nullable: true })
  productTitle!: string | null;

  /** The product as it was when the generation was accepted. */
  @Column('json', { nullable: true })
  product!: NonNullable<GenerationTask['product']> | null;

  @Column('text')
  status!: Generation['status'];

  /** Fencing token: the number of claims so far. Only the holder of the latest claim may end the generation. */
  @Column('int')
  epoch!: number;

  /** Number of dispatches to the queue. */
  @Column('int')
  attempt!: number;

  /** Id of the job of the latest dispatch. */
  @Column('text', { name: 'last_job_id' })
  lastJobId!: string;

  /** The worker that holds the lease; null when no worker does. */
  @Column('text', { nullable: true })
  worker!: string | null;

  /** Id of the latest claim, so it is set before the generation ends. */
  @Column('uuid', { name: 'invocation_id', nullable: true })
  invocationId!: string | null;

  /** End of the lease. Without a worker: the time from which the reconciler looks after the generation. */
  @Column('timestamptz', { name: 'lease_until' })
  leaseUntil!: Date;

  @Column('timestamptz', { name: 'deadline_at' })
  deadlineAt!: Date;

  @Column('text', { name: 'result_type', nullable: true })
  resultType!: Success['resultType'] | null;

  @Column('json', { nullable: true })
  result!: Success['result'] | null;

  @Column('json', { nullable: true })
  checks!: Success['checks'] | null;

  @Column('json', { nullable: true })
  usage!: Success['usage'] | null;

  @Column('text', { name: 'error_code', nullable: true })
  errorCode!: GenerationErrorCode | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'completed_at', nullable: true })
  completedAt!: Date | null;
}

/** Column of each property. */
const COLUMNS = new Map(
  getMetadataArgsStorage()
    .filterColumns(GenerationEntity)
    .map(({ propertyName, options }) => [
      propertyName as keyof GenerationEntity,
      options.name ?? propertyName,
    ]),
);

/** Columns under their property names, for SELECT and RETURNING: `account_id AS "accountId", title AS "title"`. */
export function generationColumns(properties: readonly (keyof GenerationEntity)[]): string {
  return properties.map((property) => `${COLUMNS.get(property)} AS "${property}"`).join(', ');
}

/** All columns but those of `properties`, as `generationColumns` gives them. */
export function generationColumnsExcept(properties: readonly (keyof GenerationEntity)[]): string {
  return generationColumns([...COLUMNS.keys()].filter((property) => !properties.includes(property)));
}
