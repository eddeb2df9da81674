// The audit log of the generations database: triggers record every claim, end and message of the outbox.
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
    IF (OLD.status <> 'RUNNING' AND (NEW.stale, NEW.review) IS NOT DISTINCT FROM (OLD.stale, OLD.review)) OR (NEW.status, NEW.epoch) IS DISTINCT FROM (OLD.status, OLD.epoch) THEN
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

/** A generation that a worker held at the moment of a fault. */
interface Interrupted {
  id: string;
  /** Time from the fault to the next claim or to the end, in milliseconds; null when there was neither. */
  resumedMs: number | null;
}

/** Reads the audit log. */
export class AuditLog {
  readonly sql: Sql;

  private constructor(sql: Sql) {
    this.sql = sql;
  }

  /** Starts the audit log; earlier changes are not in it. */
  static async open({ servers }: Environment): Promise<AuditLog> {
    const sql = new Sql(servers.postgres.superuserUrl('generations'));
    await sql.rows(AUDIT);
    return new AuditLog(sql);
  }

  /** Id of the process that holds a generation; undefined while none does. */
  async holder(id: string): Promise<number | undefined> {
    const [row] = await this.sql.rows<{ worker: string | null }>(
      `SELECT worker FROM generation WHERE id = $1 AND status = 'RUNNING' AND lease_until > now()`,
      [id],
    );
    return row?.worker ? Number(row.worker.split('/')[1]) : undefined; // host/pid/token/try
  }

  /** Generations that a process held at a moment, with the time until each continued. */
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

  /** Number of times that the reconciler queued a generation again. */
  redispatches(): Promise<number> {
    return this.sql.number('SELECT coalesce(sum(attempt - 1), 0) FROM generation');
  }

  /** Claims beyond the first of each generation. */
  repeatedClaims(): Promise<number> {
    return this.sql.number(
      `SELECT count(*) FROM audit.change WHERE new_status = 'RUNNING' AND new_epoch > 1`,
    );
  }
}
