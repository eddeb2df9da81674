// The table of generations, as it serves the people of a workspace.
import { Injectable } from '@nestjs/common';
import { uuid, type GenerationTask } from '#contracts';
import { Database, type Transaction } from '#platform/database';
import { UNCLAIMED_MS } from '../leases/leases.rules.ts';
import type { GenerationRow } from './generations.rules.ts';

/** A generation to be kept: what is known when it is accepted. */
export interface NewGeneration
  extends
    Pick<GenerationRow, 'id' | 'accountId' | 'workspaceId' | 'applicationName' | 'title' | 'manual'>,
    GenerationTask {
  requestId: string;
  jobId: string;
  documentId: string | undefined;
  productTitle: string | undefined;
  deadlineSeconds: number;
}

const COLUMNS = `id, account_id AS "accountId", workspace_id AS "workspaceId", application_id AS "applicationId",
  application_name AS "applicationName", document_id AS "documentId", document_title AS "documentTitle",
  product_id AS "productId", product_title AS "productTitle", title, inputs, environment, manual, status,
  invocation_id AS "invocationId", result_type AS "resultType", result, checks, usage,
  error_code AS "errorCode", created_at AS "createdAt", deadline_at AS "deadlineAt",
  completed_at AS "completedAt"`;

/** `workspace` is where the statement finds the workspace; `$2` is the generation. */
const findIn = (workspace: string): string =>
  `SELECT ${COLUMNS} FROM generation WHERE workspace_id = ${workspace} AND id = $2`;

/** What a workspace had RUNNING when a generation was to be added. */
export interface Own {
  running: number;
  /** Of these the ones that persons wait for. */
  awaited: number;
  /**
   * True when one that goes before it has waited for half its time: it would not end in time, and is not added.
   */
  isLate: boolean;
  /** What was added; undefined when nothing was. */
  added: GenerationRow | undefined;
}

type OwnRow = Omit<Own, 'added'> & (GenerationRow | { id: null });

/** Tells what the workspace has, and adds to it only where that allows it. */
const INSERT = `
  WITH own AS (
    SELECT count(*)::int AS running, count(*) FILTER (WHERE manual)::int AS awaited,
      coalesce(bool_or(
        worker IS NULL AND (manual OR NOT $10) AND now() > created_at + (deadline_at - created_at) / 2
      ), false) AS "isLate"
    FROM generation WHERE workspace_id = $2 AND status = 'RUNNING'
  ), added AS (
    INSERT INTO generation (
      id, workspace_id, account_id, request_id, application_id, application_name, title, inputs, environment,
      manual, document_id, document_title, document, product_id, product_title, product, last_job_id,
      lease_until, deadline_at
    )
    SELECT $1, $2, $3, $4, $5, $6, $7, $8::json, $9::json, $10, $11, $12, $13::json, $14, $15, $16::json, $17,
      now() + interval '${UNCLAIMED_MS} milliseconds', now() + $18 * interval '1 second'
    FROM own WHERE running < $19 AND NOT "isLate"
    RETURNING ${COLUMNS}
  )
  SELECT * FROM own LEFT JOIN added ON true`;

/** The table of generations. */
@Injectable()
export class GenerationsStore {
  constructor(private readonly database: Database) {}

  /**
   * Adds a generation unless the workspace has so many RUNNING, or they wait too long. One request of a
   * workspace at a time counts and adds, so that no two of them take the last place.
   */
  async insertWithin(tx: Transaction, most: number, made: NewGeneration): Promise<Own> {
    const [, [{ running, awaited, isLate, ...row }]] = await Promise.all([
      tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('generations-' || $1, 0))`, [made.workspaceId]),
      tx.query<[OwnRow]>(INSERT, [...valuesOf(made), most]), // it sees what was there when it got the lock
    ]);
    return { running, awaited, isLate, added: row.id === null ? undefined : row };
  }

  /** A generation of the workspace, inside a transaction. */
  async find(tx: Transaction, workspaceId: string, id: string): Promise<GenerationRow | undefined> {
    const [row] = await tx.query<GenerationRow[]>(findIn('$1'), [workspaceId, id]);
    return row;
  }

  /** A generation of the workspace, in one round trip. */
  async read(workspaceId: string, id: string): Promise<GenerationRow | undefined> {
    if (!uuid.safeParse(id).success) return undefined;
    const [row] = await this.database.read(workspaceId, findIn('bound.workspace_id'), [id]);
    return row as GenerationRow | undefined;
  }
}

function valuesOf(made: NewGeneration): unknown[] {
  const { document, product } = made;
  return [
    made.id,
    made.workspaceId,
    made.accountId,
    made.requestId,
    made.applicationId,
    made.applicationName,
    made.title,
    JSON.stringify(made.inputs),
    JSON.stringify(made.environment),
    made.manual,
    made.documentId,
    document?.title,
    document && JSON.stringify(document),
    product?.id,
    made.productTitle,
    product && JSON.stringify(product),
    made.jobId,
    made.deadlineSeconds,
  ];
}
