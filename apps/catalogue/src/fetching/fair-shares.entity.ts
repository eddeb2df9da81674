// A row of fair_share: when a workspace was last served at a marketplace.
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Marketplace, Region } from '#contracts';

@Entity('fair_share')
export class FairShareEntity {
  @PrimaryColumn('text')
  marketplace!: Marketplace;

  @PrimaryColumn('uuid', { name: 'workspace_id' })
  workspaceId!: string;

  @Column('text')
  region!: Region;

  /** -infinity until it is served for the first time; the driver gives that as the number -Infinity. */
  @Column('timestamptz', { name: 'served_at' })
  servedAt!: Date;

  /** When the workspace last asked for a product there. */
  @Column('timestamptz', { name: 'asked_at' })
  askedAt!: Date;
}
