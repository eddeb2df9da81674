// Stores events that a consumer could not process, so that somebody can look at them.
import type { Pool } from 'pg';

/** The dead deadLetters of one consumer. */
export class DeadLetters {
  static readonly TABLES = `
    CREATE TABLE IF NOT EXISTS dead_letter (
      consumer text NOT NULL,
      seq bigint NOT NULL,
      event jsonb NOT NULL,
      reason text NOT NULL,
      buried_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (consumer, seq)
    );
  `;
  readonly #pool: Pool;
  readonly #consumer: string;
  /** Number of events stored since the start. */
  count = 0;

  constructor(pool: Pool, consumer: string) {
    this.#pool = pool;
    this.#consumer = consumer;
  }

  /** Stores an event under its sequence number in the stream. May be repeated. */
  async store(seq: number, event: object, reason: string): Promise<void> {
    const { rowCount } = await this.#pool.query(
      `INSERT INTO dead_letter (consumer, seq, event, reason) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
      [this.#consumer, seq, JSON.stringify(event), reason],
    );
    this.count += rowCount ?? 0;
  }
}
