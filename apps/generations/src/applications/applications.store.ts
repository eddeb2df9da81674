// Reads and writes the tables application and application_version.
import { Injectable } from '@nestjs/common';
import { isUuid, type ApplicationDefinition, type ApplicationRecord } from '#contracts';
import { Database, selectListWithout, type Transaction } from '#platform/database';
import { fittingRows, POSITION_COLUMNS, type Position, type RowPosition } from '#platform/paging';
import { ApplicationEntity, ApplicationVersionEntity, type ApplicationRow } from './applications.entity.ts';
import { toApplication } from './applications.rules.ts';

const VERSION_COLUMNS = selectListWithout(ApplicationVersionEntity, [
  'workspaceId',
  'id',
  'version',
  'bytes',
]);
const COLUMNS = `id, version, created_at AS "createdAt", archived_at AS "archivedAt", ${VERSION_COLUMNS}`;

/** Versions of the application $2, with what all of them share. */
const VERSIONS = `application JOIN application_version AS one USING (workspace_id, id)
  WHERE workspace_id = bound.workspace_id AND workspace_id = $1 AND id = $2`;

// SQL, because each list and each read joins two tables and takes one round trip.
@Injectable()
export class ApplicationsStore {
  constructor(private readonly database: Database) {}

  /** Applications of a workspace that are not archived, the newest first, after a position: those that surely go on the next page are not read. */
  async list(
    workspaceId: string,
    after: Position | undefined,
    count: number,
  ): Promise<(ApplicationRow & RowPosition)[]> {
    const rest = after ? 'AND (created_at, id) < ($3::timestamptz, $4::uuid)' : '';
    const order = 'created_at DESC, id DESC';
    const found = `SELECT * FROM application JOIN application_version USING (workspace_id, id, version)
      WHERE workspace_id = bound.workspace_id AND workspace_id = $1 AND archived_at IS NULL ${rest}
      ORDER BY ${order} LIMIT $2`;
    const sql = `SELECT ${POSITION_COLUMNS}, ${COLUMNS} FROM ${fittingRows(found, order, 'bytes')}`;
    const values = [count, ...(after ? [after.createdAt, after.id] : [])];
    return this.database.read<ApplicationRow & RowPosition>(workspaceId, sql, values);
  }

  /** The same of the versions of an application, the latest first, below a version. */
  async versions(workspaceId: string, id: string, below: number, count: number): Promise<ApplicationRow[]> {
    const found = `SELECT created_at, archived_at, one.* FROM ${VERSIONS} AND one.version < $3
      ORDER BY one.version DESC LIMIT $4`;
    const sql = `SELECT ${COLUMNS} FROM ${fittingRows(found, 'version DESC', 'bytes')}`;
    return this.database.read<ApplicationRow>(workspaceId, sql, [id, below, count]);
  }

  /** An application at a version, by default the latest; undefined when the id is malformed or unknown there. */
  async find(workspaceId: string, id: string, version?: number): Promise<ApplicationRecord | undefined> {
    if (!isUuid(id)) return undefined;
    const sql = `SELECT id, one.version, created_at AS "createdAt", archived_at AS "archivedAt", ${VERSION_COLUMNS}
      FROM ${VERSIONS} AND one.version = coalesce($3::int, application.version)`;
    const [row] = await this.database.read<ApplicationRow>(workspaceId, sql, [id, version ?? null]);
    return row && toApplication(row);
  }

  /** Locks an application of the workspace until the end of the transaction; null when there is none or it is archived. */
  async lock(tx: Transaction, workspaceId: string, id: string): Promise<ApplicationEntity | null> {
    if (!isUuid(id)) return null;
    const lock = { mode: 'pessimistic_write' } as const;
    const found = await tx.findOne(ApplicationEntity, { where: { workspaceId, id }, lock });
    return found?.archivedAt === null ? found : null;
  }

  /** How many applications a workspace has, archived ones included. Until the end of the transaction nobody adds one. */
  async lockAndCount(tx: Transaction, workspaceId: string): Promise<number> {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('applications-' || $1, 0))`, [workspaceId]);
    return tx.countBy(ApplicationEntity, { workspaceId });
  }

  /** Adds an application and its first version. */
  async insert(
    tx: Transaction,
    application: Pick<ApplicationEntity, 'workspaceId' | 'id' | 'createdAt'>,
    definition: ApplicationDefinition,
  ): Promise<void> {
    const { workspaceId, id, createdAt } = application;
    await tx.insert(ApplicationEntity, { workspaceId, id, version: 1, createdAt });
    await this.addVersion(tx, { workspaceId, id, version: 1 }, createdAt, definition);
  }

  /** Makes the next version of a locked application the latest. */
  async replace(
    tx: Transaction,
    { workspaceId, id, version }: ApplicationEntity,
    definition: ApplicationDefinition,
  ): Promise<ApplicationRow> {
    const next = version + 1;
    await tx.update(ApplicationEntity, { workspaceId, id }, { version: next });
    await this.addVersion(tx, { workspaceId, id, version: next }, new Date(), definition);
    const sql = `SELECT ${COLUMNS} FROM application JOIN application_version USING (workspace_id, id, version)
      WHERE workspace_id = $1 AND id = $2`;
    const [row] = await tx.query<[ApplicationRow]>(sql, [workspaceId, id]);
    return row;
  }

  /** Archives a locked application. */
  async archive(tx: Transaction, { workspaceId, id }: ApplicationEntity): Promise<void> {
    await tx.update(ApplicationEntity, { workspaceId, id }, { archivedAt: new Date() });
  }

  private async addVersion(
    tx: Transaction,
    { workspaceId, id, version }: Pick<ApplicationVersionEntity, 'workspaceId' | 'id' | 'version'>,
    versionedAt: Date,
    {
      name,
      description,
      instructions,
      inputSchema,
      resultType,
      resultSchema,
      environment,
    }: ApplicationDefinition,
  ): Promise<void> {
    const json = (value: object | undefined) => value && JSON.stringify(value);
    await tx.query(
      `INSERT INTO application_version (workspace_id, id, version, versioned_at, name, description, instructions,
         input_schema, result_type, result_schema, environment)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
      [
        workspaceId,
        id,
        version,
        versionedAt,
        name,
        description,
        instructions,
        json(inputSchema),
        resultType,
        json(resultSchema),
        json(environment),
      ],
    );
  }
}
