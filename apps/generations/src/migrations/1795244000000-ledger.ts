// The tables of what generations used, and their sums; a part of the migration of generations.
import { isolateWorkspaces } from '#platform/database';

/** The tables invocation, spending, statistic and application_quality, and how objects of counts are added up. */
export function ledgerTables(app: string, system: string): string {
  const tables = [invocations, spending, statistics, qualities].map((table) => table(app, system));
  return [...tables, COUNTS].join('');
}

/** What becomes known of an attempt after its claim. */
const CHARGED =
  'prompt_version, calls, input_tokens, output_tokens, partial, cost_micros, currency, finish_reason, error_code, charged_at, ended_at';

// The ledger: one row for each claim of a generation, made by the claim, so that a killed worker leaves its row too: with an
// estimate, which is charged at the end of the generation. What is charged is in the sums: spending, statistic and batch. It
// has no foreign key, because it is kept longer than the generation, and the month of the generation could not be dropped.
const invocations = (app: string, system: string): string => `
  CREATE TABLE invocation (
    workspace_id uuid,
    generation_id uuid,
    epoch int,
    id uuid NOT NULL,
    batch_id uuid,
    application_id text NOT NULL,
    model text NOT NULL,
    prompt_version text,
    language text NOT NULL DEFAULT '',
    voice_id uuid,
    calls int NOT NULL,
    input_tokens bigint,
    output_tokens bigint,
    partial boolean NOT NULL,
    cost_micros bigint,
    currency text,
    finish_reason text,
    error_code text,
    started_at timestamptz NOT NULL DEFAULT now(),
    charged_at timestamptz,
    ended_at timestamptz,
    CHECK (ended_at IS NULL OR charged_at IS NOT NULL)
  ) PARTITION BY RANGE (generation_id);
  CREATE INDEX invocation_generation ON invocation (generation_id); -- a worker knows no workspace
  ${isolateWorkspaces('invocation', app, system)}
  GRANT SELECT ON invocation TO ${app};
  GRANT SELECT, INSERT, DELETE, UPDATE (${CHARGED}) ON invocation TO ${system};
`;

// The sum of the ledger for each workspace and month: one row is read for each generation instead of a month of the ledger.
const spending = (app: string, system: string): string => `
  CREATE TABLE spending (
    workspace_id uuid,
    month date,
    spent_micros bigint NOT NULL,
    PRIMARY KEY (workspace_id, month)
  );
  ${isolateWorkspaces('spending', app, system)}
  GRANT SELECT ON spending TO ${app};
  GRANT SELECT, INSERT, DELETE, UPDATE (spent_micros) ON spending TO ${system};
`;

// What ended in an hour, and in a day (hours = 24), added up by what statistics tell apart. A chart of a year reads some
// thousand rows of it instead of a million generations, whose rows may be deleted as well. Each connection has its own slot of
// an hour: with one row for all connections, the ends of a workspace waited for each other's commit, and a busy machine made 88
// to 117 ends a second in one workspace but 187 to 369 in many; with slots the two do not differ. What is in slots is not yet
// in the rows of days.
const statistics = (app: string, system: string): string => `
  CREATE TABLE statistic (
    workspace_id uuid,
    hours int DEFAULT 1,
    hour int,
    application_id text,
    model text,
    error_code text,
    prompt_version text DEFAULT '',
    language text DEFAULT '',
    voice text DEFAULT '',
    slot int,
    generations int NOT NULL DEFAULT 0,
    attempts int NOT NULL DEFAULT 0,
    input_tokens bigint NOT NULL DEFAULT 0,
    output_tokens bigint NOT NULL DEFAULT 0,
    cost_micros bigint,
    accepted int NOT NULL DEFAULT 0,
    edited int NOT NULL DEFAULT 0,
    rejected int NOT NULL DEFAULT 0,
    edit_share float8 NOT NULL DEFAULT 0,
    findings jsonb NOT NULL DEFAULT '{}',
    PRIMARY KEY (workspace_id, hours, hour, application_id, model, error_code, prompt_version, language, voice, slot)
  );
  CREATE INDEX statistic_slot ON statistic (workspace_id, hour) WHERE slot <> 0;
  CREATE INDEX statistic_age ON statistic USING brin (hour);
  ${isolateWorkspaces('statistic', app, system)}
  GRANT SELECT, INSERT, UPDATE (
    generations, attempts, input_tokens, output_tokens, cost_micros, accepted, edited, rejected, edit_share, findings
  ) ON statistic TO ${app}, ${system};
  GRANT DELETE ON statistic TO ${system};
`;

// How the accept rate of an application stood to that of the weeks before when that was last noted, so that a change is told once.
const qualities = (app: string, system: string): string => `
  CREATE TABLE application_quality (
    workspace_id uuid,
    application_id text,
    state text NOT NULL CHECK (state IN ('WITHIN', 'BELOW', 'ABOVE')),
    noted_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (workspace_id, application_id)
  );
  ${isolateWorkspaces('application_quality', app, system)}
  GRANT SELECT, INSERT, UPDATE (state, noted_at) ON application_quality TO ${app};
  GRANT SELECT, DELETE ON application_quality TO ${system};
`;

// sum_counts adds up all objects of a group at once: a call of add_counts for each of them was 95 % of the time of a year.
const COUNTS = `
  CREATE FUNCTION total_of_counts(counts jsonb[]) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
    SELECT coalesce(jsonb_object_agg(key, total), '{}') FROM (
      SELECT key, sum(value::int) AS total FROM unnest(counts) AS one, jsonb_each_text(one) GROUP BY key
    ) AS sums
  $$;
  CREATE FUNCTION add_counts(counts jsonb, more jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN more = '{}' THEN counts WHEN counts = '{}' THEN more ELSE total_of_counts(ARRAY[counts, more]) END
  $$;
  CREATE AGGREGATE sum_counts(jsonb) (SFUNC = array_append, STYPE = jsonb[], FINALFUNC = total_of_counts, INITCOND = '{}');
`;
