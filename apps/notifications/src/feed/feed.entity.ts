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
  @Column('bigint', DERIVED) position!: string;
  @Column('text') type!: FeedType;
  @Column('text') subject!: string;
  @Column('timestamptz') time!: Date;
  @Column('json') data!: FeedEvent['data'];
}

/** A workspace that was erased. */
@Entity('erased_workspace')
export class ErasedWorkspaceEntity {
  @PrimaryColumn('uuid') id!: string;
  @Column('timestamptz') erasedAt!: Date;
}
