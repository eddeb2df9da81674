// A row of fetch_batch: one marketplace call, queued or held by a worker.
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Region } from '#contracts';

@Entity('fetch_batch')
export class FetchBatchEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('text') region!: Region;
  /** True when its products were assigned before it was queued: half of a split batch, or a repeated call. */
  @Column('boolean') preassigned!: boolean;
  /** The process that holds the claim; null while the batch is queued. */
  @Column('text', { nullable: true }) worker!: string | null;
  /** Raised by each claim: the fencing token of FetchBatchLease. */
  @Column('int') epoch!: number;
  /** How often the batch was put into its queue. */
  @Column('int') dispatch!: number;
  /** Calls that failed. */
  @Column('int') failures!: number;
  /** Workers that let their lease expire. */
  @Column('int') lostWorkers!: number;
  /** End of the worker's lease; of a queued batch, when the reconciler checks it. */
  @Column('timestamptz') leaseUntil!: Date;
}
