// Defines the table of the outbox, which holds the messages that are still to be sent.
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { refusedEventTable } from '../events/event-consumers.ts';

/** Tables of the outbox and of the consumers of events, for an owner's first migration; `app` and `system` are the two roles. */
export function outboxTables(app: string, system: string): string {
  return `
    CREATE TABLE outbox (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      kind text NOT NULL CHECK (kind IN ('job', 'event')),
      topic text NOT NULL,
      dedup_key text NOT NULL UNIQUE,
      payload jsonb NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      failures int NOT NULL DEFAULT 0,
      due_at timestamptz NOT NULL DEFAULT now()
    );
    -- The relay of one kind never reads the rows of the other, however many wait.
    CREATE INDEX outbox_due ON outbox (kind, due_at, id);
    GRANT INSERT ON outbox TO ${app};
    GRANT SELECT, INSERT, UPDATE, DELETE ON outbox TO ${system};
    ${refusedEventTable(system)}
  `;
}

/** A message that must leave the owner. */
@Entity('outbox')
export class OutboxEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id!: string;
  @Column('text') kind!: 'job' | 'event';
  /** Queue of a job, type of an event. */
  @Column('text') topic!: string;
  /** Id of the job or event: the receiver drops a repeat. */
  @Column('text', { unique: true }) dedupKey!: string;
  @Column('jsonb') payload!: object;
  @Column('timestamptz') createdAt!: Date;
  /** How often it could not be sent although others could. */
  @Column('int') failures!: number;
  /** When it is sent next; infinity once it is parked. */
  @Column('timestamptz') dueAt!: Date;
}
