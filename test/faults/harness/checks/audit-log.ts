// What the database of the generations service went through: every claim, end and event, written down by triggers.
import type { Environment } from '#testing/environment';
import { Sql } from '../environment/database.ts';

const AUDIT = `
  CREATE SCHEMA audit;
  CREATE TABLE audit.change (
    n bigint GENERATED ALWAYS AS IDENTITY,
    at timestamptz NOT NULL DEFAULT clock_timestamp(),
    id uuid NOT NULL,
    worker text,
    old_epoch int NOT NULL,
    new_epoch int NOT NULL,
    old_status text NOT NULL,
    new_status text NOT NULL
  );
  CREATE TABLE audit.sent (kind text NOT NULL, topic text NOT NULL, dedup_key text NOT NULL, subject text);
  CREATE FUNCTION audit.note_change() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
  BEGIN
    IF OLD.status <> 'RUNNING' OR (NEW.status, NEW.epoch) IS DISTINCT FROM (OLD.status, OLD.epoch) THEN
      INSERT INTO audit.change (id, worker, old_epoch, new_epoch, old_status, new_status)
      VALUES (NEW.id, NEW.worker, OLD.epoch, NEW.epoch, OLD.status, NEW.status);
    END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER audit_change AFTER UPDATE ON generation FOR EACH ROW EXECUTE FUNCTION audit.note_change();
  CREATE FUNCTION audit.note_sent() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
  BEGIN
    INSERT INTO audit.sent (kind, topic, dedup_key, subject)
    VALUES (NEW.kind, NEW.topic, NEW.dedup_key, NEW.payload->>'subject');
    RETURN NULL;
  END $$;
  CREATE TRIGGER audit_sent AFTER INSERT ON outbox FOR EACH ROW EXECUTE FUNCTION audit.note_sent();
`;

/** A generation that a worker held when it was hit. */
interface Interrupted {
  id: string;
  /** Milliseconds from the fault to the next claim or to the end; null when there was neither. */
  resumedMs: number | null;
}

/** The books of the generations service. */
export class Audit {
  readonly sql: Sql;

  private constructor(sql: Sql) {
    this.sql = sql;
  }

  /** Opens the books; what happened before is not in them. */
  static async open(stack: Environment): Promise<Audit> {
    const sql = new Sql(stack.servers.postgres.superuserUrl('generations'));
    await sql.rows(AUDIT);
    return new Audit(sql);
  }

  /** The process that holds a generation, once one does. */
  async holder(id: string): Promise<number | undefined> {
    const [row] = await this.sql.rows<{ worker: string | null }>(
      `SELECT worker FROM generation WHERE id = $1 AND status = 'RUNNING' AND lease_until > now()`,
      [id],
    );
    return row?.worker ? pidOf(row.worker) : undefined;
  }

  /** Generations that a process held at a moment, and when each went on. */
  async interrupted(pid: number, at: Date): Promise<Interrupted[]> {
    return this.sql.rows<{ id: string; resumedMs: number | null }>(
      `SELECT claim.id, (
         SELECT (extract(epoch FROM min(later.at) - $2::timestamptz) * 1000)::float8
         FROM audit.change later WHERE later.id = claim.id AND later.n > claim.n AND later.at >= $2
       ) AS "resumedMs"
       FROM audit.change claim
       WHERE claim.new_status = 'RUNNING' AND claim.new_epoch > claim.old_epoch AND claim.at < $2
         AND split_part(claim.worker, '/', 2) = $1
         AND NOT EXISTS (
           SELECT 1 FROM audit.change next WHERE next.id = claim.id AND next.n > claim.n AND next.at < $2)`,
      [String(pid), at],
    );
  }

  /** Times that the reconciler put a generation into its queue once more. */
  async redispatches(): Promise<number> {
    const { again } = await this.sql.row<{ again: number }>(
      'SELECT coalesce(sum(attempt - 1), 0)::int AS again FROM generation',
    );
    return again;
  }

  /** Claims beyond the first of each generation. */
  async repeatedClaims(): Promise<number> {
    const { claims } = await this.sql.row<{ claims: number }>(
      `SELECT count(*)::int AS claims FROM audit.change WHERE new_status = 'RUNNING' AND new_epoch > 1`,
    );
    return claims;
  }
}

/** The process in a worker's name: host/pid/token/try. */
function pidOf(worker: string): number {
  return Number(worker.split('/')[1]);
}
