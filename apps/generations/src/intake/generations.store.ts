// Reads and writes the table generation for the people of a workspace.
import { Injectable } from '@nestjs/common';
import { isUuid, QUOTAS_OF_HOLDER } from '#contracts';
import {
  arraysOf,
  columnNames,
  Database,
  idRangeOf,
  madeWithin,
  selectListWithout,
  type Transaction,
} from '#platform/database';
import { THIS_MONTH } from '../budget/index.ts';
import {
  GenerationEntity,
  applicationChanged,
  factsChanged,
  INTERNAL_PROPERTIES,
  IS_STALE,
  lockSourcesShared,
  RUNNING_DAYS,
  usedIn,
  UNCLAIMED_MS,
} from '../generation-record/index.ts';
import { type RunningInWorkspace } from '../queue/index.ts';
import { usageBetween, type UsageSum } from '../usage/index.ts';

const COLUMNS = selectListWithout(GenerationEntity, INTERNAL_PROPERTIES);
const SHOWN = `${selectListWithout(GenerationEntity, [...INTERNAL_PROPERTIES, 'stale'])}, ${IS_STALE} AS stale`;

/** Reads those of the generations $2 that are of the workspace $1; no id is less than $3 or greater than $4. */
const READ_ALL = `SELECT ${SHOWN}, ${usageBetween('$3::uuid', '$4::uuid')} AS usage FROM generation
  WHERE workspace_id = $1 AND id = ANY ($2::uuid[]) AND id BETWEEN $3 AND $4`;
const READ_BOUND = `${READ_ALL} AND workspace_id = bound.workspace_id`;

/** A generation that has just been inserted, as the people of its workspace may see it. */
export type InsertedRow = Omit<GenerationEntity, (typeof INTERNAL_PROPERTIES)[number]>;
/** A generation as the people of its workspace may see it. */
export type GenerationRow = InsertedRow & { usage: UsageSum | null };

/** Properties of a generation to be inserted. */
const INSERTED = [
  'workspaceId',
  'manual',
  'id',
  'accountId',
  'holderId',
  'requestId',
  'lastJobId',
  'applicationId',
  'applicationName',
  'applicationVersion',
  'title',
  'inputs',
  'environment',
  'marketplace',
  'documentId',
  'language',
  'documentTitle',
  'document',
  'voiceId',
  'voiceName',
  'voiceVersion',
  'voice',
  'learnedFrom',
  'learned',
  'category',
  'original',
  'productId',
  'productTitle',
  'product',
  'productVersion',
  'sourceHash',
  'retryOf',
  'model',
  'batchId',
  'experimentId',
  'arm',
  'caseId',
] as const;

/** What only a generation of an experiment has. */
type OfExperiment = 'experimentId' | 'arm' | 'caseId';

/** A generation to be inserted. */
export interface NewGeneration
  extends
    Pick<GenerationEntity, Exclude<(typeof INSERTED)[number], OfExperiment>>,
    Partial<Pick<GenerationEntity, OfExperiment>> {
  /** What its workspace may spend in a month; null where no budget stops it. */
  budgetMicros: number | null;
  /** Seconds from now to its deadline. */
  deadlineSeconds: number;
}

/** What has become of a generation to be inserted. */
export interface Insertion {
  /**
   * True when a generation of its model that would go before this one has waited for half of its time: this one would probably
   * miss its deadline, so it is not inserted.
   */
  isLate: boolean;
  /** True when the workspace has spent its budget, so the generation is not inserted. */
  isSpent: boolean;
  /** True when the workspaces of the holder have as many as all of them may have together. */
  isHolderFull: boolean;
  /** Undefined when a limit is reached, `isLate` or `isSpent`. */
  inserted: InsertedRow | undefined;
}

type InsertionRow = Omit<Insertion, 'inserted'> & { held: readonly RunningInWorkspace[] } & (
    | InsertedRow
    | { id: null }
  );

/** SQL: true of the RUNNING generations. */
const IS_RUNNING = `status = 'RUNNING' AND ${madeWithin(RUNNING_DAYS)}`;
/** SQL that keeps others from adding generations to the workspaces of the holder $1 until the end of the transaction. */
const INTAKE_LOCK = `pg_advisory_xact_lock(hashtextextended('generations-' || $1, 0))`;
/** The RUNNING generations of a holder, as JSON of RunningInWorkspace. */
const HELD = `(SELECT coalesce(json_agg(
  json_build_object('workspaceId', workspace_id, 'running', running, 'single', single, 'manual', manual)
), '[]') FROM held)`;
/**
 * SQL: true for a generation that has waited for half of its time, and no worker has had it. It may wait for a server that has
 * no room or is away, so it speaks for its own model alone. One that was given back says nothing: it has had its turn, and the
 * deadline of a member of a batch counts from its first claim.
 */
const WAITS_LONG = 'epoch = 0 AND now() > created_at + (deadline_at - created_at) / 2';
/** The array types of the properties, where they are not uuid[]. */
const ARRAY_TYPES: Partial<Record<(typeof INSERTED)[number], string>> = {
  manual: 'boolean[]',
  applicationVersion: 'int[]',
  productVersion: 'int[]',
  sourceHash: 'text[]',
  requestId: 'text[]',
  lastJobId: 'text[]',
  applicationId: 'text[]',
  applicationName: 'text[]',
  title: 'text[]',
  inputs: 'json[]',
  environment: 'json[]',
  marketplace: 'text[]',
  documentTitle: 'text[]',
  document: 'json[]',
  language: 'text[]',
  voiceName: 'text[]',
  voiceVersion: 'int[]',
  voice: 'json[]',
  learnedFrom: 'json[]',
  learned: 'json[]',
  category: 'text[]',
  original: 'json[]',
  productTitle: 'text[]',
  product: 'json[]',
  model: 'text[]',
  arm: 'text[]',
};
/** The arrays of the properties as parameters from this one on. */
const arraysFrom = (first: number): string =>
  INSERTED.map((name, i) => `$${first + i}::${ARRAY_TYPES[name] ?? 'uuid[]'}`).join(', ');

/** Inserts rows of a table with the columns of INSERTED, by SQL of their workspace and of the seconds to their deadline. */
const insertFrom = (table: string, workspaceId: string, seconds: string): string => {
  const used = { ...usedIn(table), workspaceId };
  const values = INSERTED.map((name) =>
    name === 'workspaceId' ? workspaceId : `${table}.${columnNames([name])}`,
  );
  return `
  INSERT INTO generation (${columnNames(INSERTED)}, facts_changed, application_changed, lease_until, deadline_at)
  SELECT ${values.join(', ')}, coalesce(${factsChanged(used)}, false), ${applicationChanged(used)},
    now() + interval '${UNCLAIMED_MS} milliseconds', now() + ${seconds} * interval '1 second'`;
};

const SPENT = `coalesce(
  (SELECT spent_micros FROM spending WHERE spending.workspace_id = $3 AND month = ${THIS_MONTH}), 0
)`;

// SQL, because the limit holds only when one statement counts and inserts.
const INSERT_WITHIN = `
  WITH held AS MATERIALIZED (
    SELECT * FROM running_of_holder($4)
  ), own AS (
    SELECT count(*)::int AS of_workspace, coalesce((SELECT sum(running) FROM held), 0) AS of_holder,
      coalesce(array_agg(model) FILTER (WHERE batch_id IS NULL AND manual AND ${WAITS_LONG}), '{}') AS manual_late,
      coalesce(array_agg(model) FILTER (WHERE batch_id IS NULL AND ${WAITS_LONG}), '{}') AS any_late
    FROM generation WHERE workspace_id = $3 AND ${IS_RUNNING}
  ), given AS (
    SELECT one.*, of_workspace, of_holder, model = ANY (CASE WHEN manual THEN manual_late ELSE any_late END) AS is_late,
      budget IS NOT NULL AND ${SPENT} >= budget AS is_spent
    FROM unnest($5::bigint[], ${arraysFrom(6)}) WITH ORDINALITY AS one (budget, ${columnNames(INSERTED)}, nth), own
  ), placed AS MATERIALIZED (
    SELECT *, count(*) FILTER (WHERE NOT is_late AND NOT is_spent) OVER (ORDER BY nth) AS place FROM given
  ), added AS (
    ${insertFrom('placed', '$3::uuid', '$2')}
    FROM placed WHERE NOT is_late AND NOT is_spent
      AND of_workspace + place <= $1 AND of_holder + place <= $1 * ${QUOTAS_OF_HOLDER}
    RETURNING ${COLUMNS}
  )
  SELECT ${HELD} AS held, is_late AS "isLate", is_spent AS "isSpent",
    of_holder + place > $1 * ${QUOTAS_OF_HOLDER} AS "isHolderFull", added.*
  FROM placed LEFT JOIN added ON added.id = placed.id ORDER BY nth`;

const INSERT_MEMBERS = `${insertFrom('member', 'member.workspace_id', '$1')}
  FROM unnest(${arraysFrom(2)}) AS member (${columnNames(INSERTED)})`;

/** The arrays of some properties, and of INSERTED. The driver makes an array of Postgres of a list, and these columns have JSON. */
function columnsOf(
  generations: readonly NewGeneration[],
  ...more: readonly (keyof NewGeneration)[]
): unknown[][] {
  const columns = arraysOf(generations, ...more, ...INSERTED);
  return columns.map((values) =>
    values.map((value) => (Array.isArray(value) ? JSON.stringify(value) : value)),
  );
}

/** What these generations are written from and by. */
function sourcesOf(generations: readonly NewGeneration[]): (string | null)[] {
  return generations.flatMap(({ productId, applicationId }) => [productId, applicationId]);
}

/** The RUNNING generations of a holder. */
export interface RunningGenerations {
  /** By workspace. */
  held: readonly RunningInWorkspace[];
  /** True when one of the workspace and of the model has waited for half of its time: more of them might miss their deadline. */
  isLate: boolean;
}

@Injectable()
export class GenerationsStore {
  constructor(private readonly database: Database) {}

  /**
   * Inserts generations of one workspace, each unless the workspace has `maxRunning` RUNNING ones, all workspaces of its holder have
   * QUOTAS_OF_HOLDER times as many, they wait too long or the budget is spent. The advisory lock makes the requests of a holder
   * count and insert one at a time, so that no two of them take the last place. A change of a product or of an application comes
   * before the insert or after it, and never goes unseen. Gives what was RUNNING before.
   */
  async insertWithin(
    tx: Transaction,
    maxRunning: number,
    generations: readonly [NewGeneration, ...NewGeneration[]],
  ): Promise<{ held: readonly RunningInWorkspace[]; insertions: Insertion[] }> {
    const [{ holderId, workspaceId, deadlineSeconds }] = generations;
    const limits = [maxRunning, deadlineSeconds, workspaceId, holderId];
    const values = [...limits, ...columnsOf(generations, 'budgetMicros')];
    const [, rows] = await Promise.all([
      tx.query(`SELECT ${INTAKE_LOCK}, ${lockSourcesShared('$2')}`, [holderId, sourcesOf(generations)]),
      tx.query<InsertionRow[]>(INSERT_WITHIN, values), // its snapshot is taken after the locks are granted
    ]);
    const insertions = rows.map(({ held: _held, isHolderFull, isLate, isSpent, ...row }) => {
      const inserted = row.id === null ? undefined : row;
      return { isHolderFull, isLate, isSpent, inserted };
    });
    return { held: rows[0]?.held ?? [], insertions };
  }

  /** Keeps others from adding generations to the workspaces of a holder until the end of the transaction. */
  async lockIntake(tx: Transaction, holderId: string): Promise<void> {
    await tx.query(`SELECT ${INTAKE_LOCK}`, [holderId]);
  }

  /** Counts the RUNNING generations of a holder, before more of a model are added to a workspace of it. */
  async countRunning(
    tx: Transaction,
    { holderId, workspaceId }: { holderId: string; workspaceId: string },
    model: string,
  ): Promise<RunningGenerations> {
    const [counted] = await tx.query<[RunningGenerations]>(
      `WITH held AS MATERIALIZED (SELECT * FROM running_of_holder($1))
       SELECT ${HELD} AS held, coalesce(bool_or(model = $3 AND ${WAITS_LONG}), false) AS "isLate"
       FROM generation WHERE workspace_id = $2 AND ${IS_RUNNING}`,
      [holderId, workspaceId, model],
    );
    return counted;
  }

  /** Inserts generations of a batch; the caller holds the lock of the intake and has found room for them. */
  async insertMembers(tx: Transaction, members: readonly NewGeneration[]): Promise<void> {
    const [first] = members;
    if (!first) return;
    await tx.query(`SELECT ${lockSourcesShared('$1')}`, [sourcesOf(members)]);
    await tx.query(INSERT_MEMBERS, [first.deadlineSeconds, ...columnsOf(members)]);
  }

  /** Finds a generation of the workspace. SQL, because this is the hot read: it takes one round trip. */
  async read(workspaceId: string, id: string): Promise<GenerationRow | undefined> {
    if (!isUuid(id)) return undefined;
    return (await this.database.read<GenerationRow>(workspaceId, READ_BOUND, [[id], id, id]))[0];
  }

  /** Several generations of a workspace as a transaction sees them. */
  readAll(tx: Transaction, workspaceId: string, ids: readonly string[]): Promise<GenerationRow[]> {
    return tx.query<GenerationRow[]>(READ_ALL, [workspaceId, ids, ...idRangeOf(ids)]);
  }
}
