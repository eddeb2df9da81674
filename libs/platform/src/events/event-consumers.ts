// What the consumers of events need of their owner's database: its migrations, and the table that counts refusals of events.
import { Inject, Injectable } from '@nestjs/common';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Database } from '../database/database.ts';
import { Health } from '../observability/health.ts';
import { EVENT_SOURCE } from './event-stream.ts';

/** The table of refused events, for an owner's first migration; `system` is its role. */
export function refusedEventTable(system: string): string {
  return `
    CREATE TABLE refused_event (
      consumer text,
      sequence bigint,
      refusals int NOT NULL,
      refused_at timestamptz NOT NULL,
      PRIMARY KEY (consumer, sequence)
    );
    GRANT SELECT, INSERT, UPDATE, DELETE ON refused_event TO ${system};
  `;
}

/**
 * An event that a handler has refused and that comes again. The count is shared, because an event comes to whichever
 * process asks, and outlives a restart. The stream's own count of deliveries has those of outages in it, too.
 */
@Entity('refused_event')
export class RefusedEventEntity {
  @PrimaryColumn('text') consumer!: string;
  /** Its place in the stream. */
  @PrimaryColumn('bigint') sequence!: string;
  @Column('int') refusals!: number;
  @Column('timestamptz') refusedAt!: Date;
}

@Injectable()
export class EventConsumers {
  constructor(
    private readonly database: Database,
    @Inject(EVENT_SOURCE) readonly owner: string,
    private readonly health: Health,
  ) {}

  /** Throws while a migration that this release expects has not run. */
  assertMigrated(): Promise<void> {
    return this.health.assertReady('schema');
  }

  /**
   * Counts a refusal, and returns how many there were. A count that is older than a day is of an earlier stream, whose
   * sequence numbers have begun anew: the count begins anew, too.
   */
  async noteRefusal(consumer: string, sequence: number): Promise<number> {
    const [row] = await this.database.system<{ refusals: number }>(
      `INSERT INTO refused_event AS known (consumer, sequence, refusals, refused_at) VALUES ($1, $2, 1, now())
       ON CONFLICT (consumer, sequence) DO UPDATE SET refused_at = now(), refusals =
         CASE WHEN known.refused_at < now() - interval '1 day' THEN 1 ELSE known.refusals + 1 END
       RETURNING refusals`,
      [consumer, sequence],
    );
    return row?.refusals ?? 1;
  }

  /** Forgets the refusals of events that are over. */
  async forgetRefusals(consumer: string, sequences: readonly number[]): Promise<void> {
    const text = 'DELETE FROM refused_event WHERE consumer = $1 AND sequence = ANY ($2)';
    await this.database.change(text, [consumer, sequences]);
  }
}
