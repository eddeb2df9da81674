// Reads and writes the table document.
import { Injectable } from '@nestjs/common';
import { isUuid, type Document } from '#contracts';
import { Database, selectListWithout, type Transaction } from '#platform/database';
import { Pages, type PageQuery } from '#platform/paging';
import { DocumentEntity } from './documents.entity.ts';
import { toDocument, type DocumentFields } from './documents.rules.ts';

const COLUMNS = selectListWithout(DocumentEntity, ['workspaceId']);
type DocumentRow = Omit<DocumentEntity, 'workspaceId'>;

@Injectable()
export class DocumentsStore {
  constructor(
    private readonly database: Database,
    private readonly pages: Pages,
  ) {}

  /** One page, newest first, as the JSON of a DocumentList. Errors: InvalidNextToken. */
  page(query: PageQuery): Promise<string> {
    const toJson = (row: DocumentRow) => JSON.stringify(toDocument(row));
    return this.pages.read<DocumentRow>(
      { noun: 'documents', table: 'document', columns: COLUMNS, toJson, filters: {} },
      query,
    );
  }

  /**
   * Finds a document of the workspace; undefined when the id is malformed or unknown there. SQL, because requests for
   * generations read documents: `Database.read` takes one round trip, a transaction with a repository takes three.
   */
  async find(workspaceId: string, id: string): Promise<Document | undefined> {
    if (!isUuid(id)) return undefined;
    const sql = `SELECT ${COLUMNS} FROM document WHERE workspace_id = bound.workspace_id AND id = $2`;
    const [row] = await this.database.read(workspaceId, sql, [id]);
    return row && toDocument(row as DocumentRow);
  }

  /** Adds a document unless there is one with its id. */
  async insert(
    tx: Transaction,
    workspaceId: string,
    document: Pick<DocumentEntity, 'id' | 'title' | 'content'> & Partial<DocumentEntity>,
  ): Promise<void> {
    const row = { ...document, workspaceId };
    await tx.createQueryBuilder().insert().into(DocumentEntity).values(row).orIgnore().execute();
  }

  /** Locks a document of the workspace until the end of the transaction; null when there is none. */
  async lock(tx: Transaction, workspaceId: string, id: string): Promise<DocumentEntity | null> {
    if (!isUuid(id)) return null;
    return tx.findOne(DocumentEntity, { where: { workspaceId, id }, lock: { mode: 'pessimistic_write' } });
  }

  /** Changes a locked document, and returns it as it is then. It is a new version. */
  async update(tx: Transaction, document: DocumentEntity, changes: DocumentFields): Promise<DocumentEntity> {
    const { workspaceId, id, version } = document;
    const changed = { ...changes, version: version + 1, updatedAt: new Date() };
    await tx.update(DocumentEntity, { workspaceId, id }, changed);
    return { ...document, ...changed };
  }

  /** Deletes a locked document. */
  async delete(tx: Transaction, { workspaceId, id }: DocumentEntity): Promise<void> {
    await tx.delete(DocumentEntity, { workspaceId, id });
  }
}
