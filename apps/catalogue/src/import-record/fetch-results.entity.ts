// The table of results that are still to be handed out to workspaces.
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { FetchOutcome, Marketplace } from '#contracts';

/** What one report of a marketplace call said, stored once for all workspaces that wait for it. */
@Entity('fetch_result')
export class FetchResultEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('text') marketplace!: Marketplace;
  @Column('json') outcomes!: FetchOutcome[];
  /** The time of the insert, not of the begin of its transaction: only imports that were accepted before get this result. */
  @Column('timestamptz') storedAt!: Date;
}
