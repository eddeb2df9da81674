// Reads and writes the table document.
import { Injectable } from '@nestjs/common';
import { isUuid } from '#contracts';
import { Database, type Transaction } from '#platform/database';
import { DocumentEntity } from './documents.entity.ts';

/** A document of a workspace. */
export type Document = Pick<DocumentEntity, 'id' | 'title' | 'content'>;

@Injectable()
export class DocumentsStore {
  constructor(private readonly database: Database) {}

  /**
   * Finds a document of the workspace; undefined when the id is malformed or unknown there. SQL, because requests for
   * generations read documents: `Database.read` takes one round trip, a transaction with a repository takes three.
   */
  async find(workspaceId: string, id: string): Promise<Document | undefined> {
    if (!isUuid(id)) return undefined;
    const sql = 'SELECT id, title, content FROM document WHERE workspace_id = bound.workspace_id AND id = $2';
    const [row] = await this.database.read(workspaceId, sql, [id]);
    return row as Document | undefined;
  }

  /** Adds a document unless there is one with its id. */
  async insert(tx: Transaction, workspaceId: string, document: Document): Promise<void> {
    const row = { workspaceId, ...document };
    await tx.createQueryBuilder().insert().into(DocumentEntity).values(row).orIgnore().execute();
  }

  /** Locks a document of the workspace until the end of the transaction; null when there is none. */
  async lock(tx: Transaction, workspaceId: string, id: string): Promise<DocumentEntity | null> {
    if (!isUuid(id)) return null;
    return tx.findOne(DocumentEntity, { where: { workspaceId, id }, lock: { mode: 'pessimistic_write' } });
  }

  /** Gives a locked document another content. It is a new version then. */
  async setContent(
    tx: Transaction,
    { workspaceId, id, version }: DocumentEntity,
    content: string,
  ): Promise<void> {
    const changed = { content, version: version + 1, updatedAt: () => 'now()' };
    await tx.update(DocumentEntity, { workspaceId, id }, changed);
  }
}
