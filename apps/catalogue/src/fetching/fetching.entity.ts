// The tables of pending fetches, of the marketplace calls for them, and of the order in which workspaces are served.
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Marketplace, Region } from '#contracts';

/** One product that at least one import waits for, whichever workspace asked. */
@Entity('pending_fetch')
export class PendingFetchEntity {
  @PrimaryColumn('text') marketplace!: Marketplace;
  @PrimaryColumn('text') asin!: string;
  @Column('text') region!: Region;
  /** The fetch counts against its fair share: it asked first, or later while fewer products waited in its share. */
  @Column('uuid') workspaceId!: string;
  /** The batch that fetches it; null while no worker has claimed one for it. */
  @Column('uuid', { nullable: true }) batchId!: string | null;
  @Column('timestamptz') requestedAt!: Date;
}

/** When a workspace was last served at a marketplace. */
@Entity('fair_share')
export class FairShareEntity {
  @PrimaryColumn('text') marketplace!: Marketplace;
  @PrimaryColumn('uuid') workspaceId!: string;
  /** The account that held it when it last asked; the workspace itself where that is not known. */
  @Column('uuid') holderId!: string;
  @Column('text') region!: Region;
  /** -infinity until it is served for the first time; the driver gives that as the number -Infinity. */
  @Column('timestamptz') servedAt!: Date;
  /** When a call was last made there in the turn of its holder, and served it; -infinity likewise. */
  @Column('timestamptz') turnAt!: Date;
  /** When the workspace last asked for a product there. */
  @Column('timestamptz') askedAt!: Date;
}

/** One marketplace call, queued or held by a worker. */
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
  /** Calls that were made for its products and had no result; of a half, also those for the whole. */
  @Column('int') tries!: number;
  /** Those of them that count as failures of its products. */
  @Column('int') failures!: number;
  /** Workers that let their lease expire. */
  @Column('int') lostWorkers!: number;
  /** End of the worker's lease; of a queued batch, when the reconciler checks it. */
  @Column('timestamptz') leaseUntil!: Date;
}
