// The table of results that are still to be handed out to workspaces.
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { FetchOutcome, Marketplace } from '#contracts';

/** What one report of a marketplace call said, stored once for all workspaces that wait for it. */
@Entity('fetch_result')
export class FetchResultEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('text') marketplace!: Marketplace;
  @Column('json') outcomes!: FetchOutcome[];
  /** On the clock, not at the begin of its transaction: every import that may rely on this result was accepted before. */
  @Column('timestamptz') storedAt!: Date;
}
