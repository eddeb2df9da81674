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
  /** Since when no try has succeeded; null after a success. */
  @Column('timestamptz', { nullable: true }) failingSince!: Date | null;
  /** Sealed. */
  @Column('text') secret!: string;
  /** Sealed; null where there is none. */
  @Column('text', { nullable: true }) previousSecret!: string | null;
  @Column('timestamptz', { nullable: true }) previousSecretUntil!: Date | null;
  @Column('timestamptz') createdAt!: Date;
  @Column('timestamptz') updatedAt!: Date;
}
