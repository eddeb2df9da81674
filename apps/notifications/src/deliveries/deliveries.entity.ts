// The table of deliveries.
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { DeliveryAttempt, DeliveryStatus } from '#contracts';

/** Most tries that are kept of a delivery. */
const MAX_ATTEMPTS = 50;

/** SQL of the tries of a delivery with one more, which is a list in a parameter: the oldest one goes where there are too many. */
export const withAttempt = (parameter: string): string =>
  `CASE WHEN jsonb_array_length(attempts) < ${MAX_ATTEMPTS} THEN attempts ELSE attempts - 0 END || ${parameter}::jsonb`;

/**
 * An event on its way to a webhook. While it is PENDING it waits until `dueAt` for its next try (no job), or its job is in
 * the queue (a job, no worker), or a worker sends it (a worker).
 */
@Entity('delivery')
export class DeliveryEntity {
  @PrimaryColumn('uuid') workspaceId!: string;
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid') webhookId!: string;
  @Column('uuid') eventId!: string;
  @Column('text') type!: string;
  /** What is sent. */
  @Column('text') body!: string;
  /** Where the last try went, or the first one will go. */
  @Column('text') url!: string;
  /** True when a person asked for it: it goes first, also to a webhook that is disabled. */
  @Column('boolean') manual!: boolean;
  @Column('text') status!: DeliveryStatus;
  /** Its last tries, oldest first. */
  @Column('jsonb') attempts!: DeliveryAttempt[];
  @Column('text', { nullable: true }) response!: string | null;
  /** Tries since the delivery was made, or asked for again. */
  @Column('int') tries!: number;
  /** When it is tried next, or when its job or its worker counts as lost. */
  @Column('timestamptz') dueAt!: Date;
  /** How often it was put into the queue. */
  @Column('int') dispatches!: number;
  @Column('text', { nullable: true }) jobId!: string | null;
  /** Whose place it takes while it has a job, also when its webhook has been deleted. */
  @Column('uuid', { nullable: true }) holderId!: string | null;
  /** Where it takes a place. */
  @Column('text', { nullable: true }) host!: string | null;
  @Column('text', { nullable: true }) worker!: string | null;
  /** Fencing token: grows with each claim. */
  @Column('int') epoch!: number;
  @Column('timestamptz') createdAt!: Date;
}
