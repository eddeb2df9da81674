// The tables of the feed.
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { FeedEvent, FeedType } from '#contracts';
import { DERIVED } from '#platform/database';

/** An event of a workspace. */
@Entity('event')
export class FeedEventEntity {
  @PrimaryColumn('uuid') workspaceId!: string;
  /** The id that the event has in the stream of events. */
  @PrimaryColumn('uuid') id!: string;
  /** Grows over all events: what is committed later has a higher one. */
  @Column('bigint', { ...DERIVED }) position!: string;
  @Column('text') type!: FeedType;
  @Column('text') subject!: string;
  @Column('timestamptz') time!: Date;
  @Column('json') data!: FeedEvent['data'];
}

/**
 * The last event of a type in a month. It stays when the month is dropped, so that it is known whether a reader who has
 * read up to here has missed an event. Of the months that were dropped the last one is enough.
 */
@Entity('feed_end')
export class FeedEndEntity {
  @PrimaryColumn('uuid') workspaceId!: string;
  @PrimaryColumn('text') type!: FeedType;
  /** Name of the partition. */
  @PrimaryColumn('text') month!: string;
  @Column('uuid') id!: string;
  @Column('bigint') position!: string;
}

/** A workspace that was erased. */
@Entity('erased_workspace')
export class ErasedWorkspaceEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('timestamptz') erasedAt!: Date;
}
