// The table of webhooks.
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { DisabledReason, FeedType } from '#contracts';

@Entity('webhook')
export class WebhookEntity {
  @PrimaryColumn('uuid') workspaceId!: string;
  @PrimaryColumn('uuid') id!: string;
  @Column('text') url!: string;
  @Column('text', { array: true }) types!: FeedType[];
  @Column('text', { nullable: true }) description!: string | null;
  @Column('boolean') enabled!: boolean;
  @Column('text', { nullable: true }) disabledReason!: DisabledReason | null;
  /** Since when tries have failed and none has succeeded; null after a success. */
  @Column('timestamptz', { nullable: true }) failingSince!: Date | null;
  @Column('timestamptz', { nullable: true }) lastFailureAt!: Date | null;
  /** The account that held the workspace at the last change of one of its webhooks. Holders share the places of the workers alike. */
  @Column('uuid') holderId!: string;
  /** Host of the URL. */
  @Column('text') host!: string;
  /** Deliveries that may be in the queue or with workers; fewer while the receiver answers slowly. */
  @Column('int') places!: number;
  /** Sealed. */
  @Column('text') secret!: string;
  /** Sealed; null where there is none. */
  @Column('text', { nullable: true }) previousSecret!: string | null;
  @Column('timestamptz', { nullable: true }) previousSecretUntil!: Date | null;
  @Column('timestamptz') createdAt!: Date;
  @Column('timestamptz') updatedAt!: Date;
}
