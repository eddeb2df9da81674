// A row of pending_fetch: one product that at least one import waits for, whichever workspace asked.
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Marketplace, Region } from '#contracts';

@Entity('pending_fetch')
export class PendingFetchEntity {
  @PrimaryColumn('text')
  marketplace!: Marketplace;

  @PrimaryColumn('text')
  asin!: string;

  @Column('text')
  region!: Region;

  /** The workspace that asked first: the fetch counts against its fair share. */
  @Column('uuid', { name: 'workspace_id' })
  workspaceId!: string;

  /** The batch that fetches it; null while no worker has claimed one for it. */
  @Column('uuid', { name: 'batch_id', nullable: true })
  batchId!: string | null;

  @Column('timestamptz', { name: 'requested_at' })
  requestedAt!: Date;
}
