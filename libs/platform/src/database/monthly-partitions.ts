// SQL for migrations: divides a table by month, so that old rows leave it without being deleted one by one; and conditions
// that keep statements to some of the months.

/** A table with PARTITION BY RANGE of a UUIDv7. Rows of a month stand in the partition `<name>_<year>_<month>`. */
export interface MonthlyTable {
  name: string;
  /** Columns of its primary key, which it has not yet. */
  key: readonly string[];
  /** Condition of the rows that somebody still works on. A month with such a row is not dropped, however old it is. */
  unfinished?: string;
  /** Percentage of a page that new rows fill; the rest is for their changes. All of it by default. */
  fillfactor?: number;
}

/** Months that exist ahead of the present one. */
const AHEAD = 2;
/** Days between the moment at which a month is found to be old enough and its end, in which a wrong clock can be noticed. */
const NOTICE_DAYS = 7;
/** Beginnings of the comments that tell when: of a month, that it is old enough; of the table, that it lost a month. */
const OLD_SINCE = 'Old enough since ';
const LOST_AT = 'Lost a month at ';

/** SQL of the least UUIDv7 of a moment: its first 48 bits are the Unix milliseconds. A moment without time zone is in UTC. */
export const leastIdAt = (moment: string): string =>
  `(lpad(to_hex((extract(epoch FROM ${moment}) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid`;

/**
 * The least and the greatest of some UUIDv7s; null without any. With the condition that an id is between them, Postgres opens the
 * months in which they are. A statement that finds rows by a list or by a join opens all months of the table otherwise, even
 * if it reads one.
 */
export function idRangeOf(ids: readonly string[]): [least: string | null, greatest: string | null] {
  const sorted = ids.toSorted();
  return [sorted[0] ?? null, sorted.at(-1) ?? null];
}

/**
 * SQL that is true of UUIDv7s of the last days, and of a day ahead, as the clocks of our processes may differ: of a table divided by
 * `id`, a statement then opens no months but those.
 */
export function madeWithin(days: number): string {
  return `id BETWEEN ${leastIdAt(`now() - interval '${days} days'`)} AND ${leastIdAt(`now() + interval '1 day'`)}`;
}

/** Name of the function that maintains the months of a table. */
export function maintenanceOf(table: string): string {
  return `maintain_${table}`;
}

/**
 * Creates the function `maintain_<table>(keep_days)` and the first months; `system` is the role that may call it. A call
 * adds one missing month, or marks, detaches or drops an old one, and says which; it returns null when there is nothing to
 * do, or when another instance does it. All times are those of Postgres, whose clock may be wrong: a month stays for a week
 * after it was found to be old enough, and a table loses at most one a day. The function fails (55P03) rather than wait long
 * for a lock, because all others wait behind it. It runs with the rights of the tables' owner, because the roles of the
 * service may change no tables.
 *
 * The primary key is made here, after all other indexes: of indexes that cost the same, as all of them do in a month that has no
 * statistics yet, the planner takes the newest, and by another one it would walk through a workspace to find a row by its key.
 *
 * The first partition that is ever made takes older rows too, such as those of a restored backup; once it is dropped, no
 * partition does, and an older row is an error.
 */
export function monthlyPartitions(table: MonthlyTable, system: string): string {
  const { name, key, unfinished = 'false', fillfactor = 100 } = table;
  const maintain = maintenanceOf(name);
  return `
    ALTER TABLE ${name} ADD PRIMARY KEY (${key.join(', ')});
    CREATE FUNCTION ${maintain}(keep_days int) RETURNS text
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '200ms' AS $$
    DECLARE
      present timestamp := date_trunc('month', now() AT TIME ZONE 'UTC');
      oldest timestamp := now() AT TIME ZONE 'UTC' - keep_days * interval '1 day';
      month timestamp;
      part text;
      is_attached boolean;
      old_since timestamptz;
      lost_at timestamptz := ${timeIn(LOST_AT, `'${name}'::regclass`)};
      is_unfinished boolean;
    BEGIN
      IF NOT pg_try_advisory_xact_lock(hashtextextended('${maintain}', 0)) THEN
        RETURN NULL;
      END IF;
      ${addMonth(name, fillfactor)}
      ${dropMonth(name, unfinished)}
      RETURN NULL;
    END $$;
    REVOKE ALL ON FUNCTION ${maintain} FROM PUBLIC;
    GRANT EXECUTE ON FUNCTION ${maintain} TO ${system};
    DO $$ BEGIN WHILE ${maintain}(0) IS NOT NULL LOOP END LOOP; END $$;
  `;
}

/** Adds the first missing month of those from the present one on. */
function addMonth(name: string, fillfactor: number): string {
  return `
    FOR month IN SELECT generate_series(present, present + interval '${AHEAD} months', interval '1 month') LOOP
      part := '${name}_' || to_char(month, 'YYYY_MM');
      CONTINUE WHEN to_regclass(part) IS NOT NULL;
      EXECUTE format('CREATE TABLE %I PARTITION OF ${name} FOR VALUES FROM (%s) TO (%L) WITH (fillfactor = ${fillfactor})', part,
        CASE WHEN EXISTS (SELECT FROM pg_inherits WHERE inhparent = '${name}'::regclass)
          THEN quote_literal(${leastIdAt('month')}) ELSE 'MINVALUE' END,
        ${leastIdAt("month + interval '1 month'")});
      RETURN 'added ' || part;
    END LOOP;`;
}

/** The time in the comment of a table; null without one, and for one that is yet to come, because the clock was put back. */
function timeIn(beginning: string, table: string): string {
  const text = `substring(obj_description(${table}, 'pg_class') FROM '^${beginning}(.*)$')::timestamptz`;
  return `(SELECT at FROM (SELECT ${text} AS at) AS told WHERE at <= now())`;
}

/**
 * Marks each month that is old enough. Detaches the first one that is finished and was marked long ago, and drops it in the
 * next call: removing its files may take seconds, and others may use the table meanwhile. Until then it stays attached, so
 * that its rows can be seen and erased.
 */
function dropMonth(name: string, unfinished: string): string {
  return `
    IF keep_days > 0 THEN
      FOR part, is_attached, old_since IN SELECT relname, relispartition, ${timeIn(OLD_SINCE, 'pg_class.oid')} FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND CASE
          WHEN relname ~ '^${name}_[0-9]{4}_[0-9]{2}$'
          THEN to_date(right(relname, 7), 'YYYY_MM') + interval '1 month' <= oldest END
        ORDER BY relispartition, relname LOOP
        IF NOT is_attached THEN
          EXECUTE format('DROP TABLE %I', part);
          RETURN 'dropped ' || part;
        END IF;
        IF old_since IS NULL THEN
          EXECUTE format('COMMENT ON TABLE %I IS %L', part, '${OLD_SINCE}' || now());
          RETURN 'marked ' || part;
        END IF;
        CONTINUE WHEN old_since > now() - interval '${NOTICE_DAYS} days' OR lost_at > now() - interval '1 day';
        EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE ${unfinished.replaceAll("'", "''")})', part) INTO is_unfinished;
        CONTINUE WHEN is_unfinished;
        EXECUTE format('ALTER TABLE ${name} DETACH PARTITION %I', part);
        EXECUTE format('COMMENT ON TABLE ${name} IS %L', '${LOST_AT}' || now());
        RETURN 'detached ' || part;
      END LOOP;
    END IF;`;
}
