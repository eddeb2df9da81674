// Reads and writes the table document.
import { Inject, Injectable } from '@nestjs/common';
import { AppError, isUuid, limitOf, type Document, type LimitedWorkspace } from '#contracts';
import { CONFIG } from '#platform/config';
import { Database, selectListWithout, type Transaction } from '#platform/database';
import { Pages, type PageQuery } from '#platform/paging';
import type { Config } from '../config.ts';
import { DocumentEntity } from './documents.entity.ts';
import { toDocument, type DocumentFields } from './documents.rules.ts';

const COLUMNS = selectListWithout(DocumentEntity, ['workspaceId']);
/** Postgres knows the length of a stored text without reading the text. */
const BYTES = 'octet_length(content)';
type DocumentRow = Omit<DocumentEntity, 'workspaceId'>;

@Injectable()
export class DocumentsStore {
  constructor(
    private readonly database: Database,
    private readonly pages: Pages,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** One page, newest first, as the JSON of a DocumentList. Errors: InvalidNextToken. */
  page(query: PageQuery): Promise<string> {
    const toJson = (row: DocumentRow) => JSON.stringify(toDocument(row));
    return this.pages.read<DocumentRow>(
      { noun: 'documents', table: 'document', columns: COLUMNS, bytes: BYTES, toJson, filters: {} },
      query,
    );
  }

  /**
   * Finds a document of the workspace; undefined when the id is malformed or unknown there. SQL, because requests for
   * generations read documents: `Database.read` takes one round trip, a transaction with a repository takes three.
   */
  async find(workspaceId: string, id: string): Promise<Document | undefined> {
    if (!isUuid(id)) return undefined;
    const sql = `SELECT ${COLUMNS} FROM document WHERE workspace_id = bound.workspace_id AND workspace_id = $1 AND id = $2`;
    const [row] = await this.database.read(workspaceId, sql, [id]);
    return row && toDocument(row as DocumentRow);
  }

  /** Adds a document unless there is one with its id. Errors: QuotaExceeded when the workspace has no room for it. */
  async insert(
    tx: Transaction,
    limited: LimitedWorkspace,
    document: Pick<DocumentEntity, 'id' | 'title' | 'content'> & Partial<DocumentEntity>,
  ): Promise<void> {
    await this.assertRoom(tx, limited, 1, Buffer.byteLength(document.content));
    const row = { ...document, workspaceId: limited.workspaceId };
    await tx.createQueryBuilder().insert().into(DocumentEntity).values(row).orIgnore().execute();
  }

  /** Locks a document of the workspace until the end of the transaction; null when there is none. */
  async lock(tx: Transaction, workspaceId: string, id: string): Promise<DocumentEntity | null> {
    if (!isUuid(id)) return null;
    return tx.findOne(DocumentEntity, { where: { workspaceId, id }, lock: { mode: 'pessimistic_write' } });
  }

  /**
   * Makes a locked document a new version, and returns it. Errors: QuotaExceeded when the workspace has no room for a longer
   * text.
   */
  async update(
    tx: Transaction,
    { limits }: Pick<LimitedWorkspace, 'limits'>,
    document: DocumentEntity,
    changes: DocumentFields,
  ): Promise<DocumentEntity> {
    const { workspaceId, id, version } = document;
    const longer = Buffer.byteLength(changes.content) - Buffer.byteLength(document.content);
    if (longer > 0) await this.assertRoom(tx, { workspaceId, limits }, 0, longer);
    const changed = { ...changes, version: version + 1, updatedAt: new Date() };
    await tx.update(DocumentEntity, { workspaceId, id }, changed);
    return { ...document, ...changed };
  }

  /** Refuses more than a workspace may have. Errors: QuotaExceeded. */
  private async assertRoom(
    tx: Transaction,
    limited: LimitedWorkspace,
    added: number,
    addedBytes: number,
  ): Promise<void> {
    const { workspaceId } = limited;
    // One after the other: each would else count what was there before all of them.
    await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('documents-' || $1, 0))`, [workspaceId]);
    const [held] = await tx.query<[{ documents: number; bytes: number }]>(
      `SELECT count(*)::int AS documents, coalesce(sum(${BYTES}), 0)::float8 AS bytes
       FROM document WHERE workspace_id = $1`,
      [workspaceId],
    );
    const most = limitOf(limited, 'documents', this.config.LIMIT_DOCUMENTS);
    const mostMb = limitOf(limited, 'documentsMb', this.config.LIMIT_DOCUMENTS_MB);
    if (held.documents + added > most) throw isFull(`${most} documents`);
    if (held.bytes + addedBytes > mostMb * 1_000_000) throw isFull(`${mostMb} MB of documents`);
  }

  /** Deletes a locked document. */
  async delete(tx: Transaction, { workspaceId, id }: DocumentEntity): Promise<void> {
    await tx.delete(DocumentEntity, { workspaceId, id });
  }
}

function isFull(most: string): AppError {
  const message = `A workspace has at most ${most}. Delete one that is not needed.`;
  return new AppError('QuotaExceeded', { target: 'documents', message });
}
