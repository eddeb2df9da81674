// The table of documents: texts of a workspace that guide the writing.
import { Injectable } from '@nestjs/common';
import { uuid } from '#contracts';
import { Database } from '#platform/database';

/** A document as it is kept. */
export interface Document {
  id: string;
  title: string;
  content: string;
}

/** The table of documents. */
@Injectable()
export class DocumentsStore {
  constructor(private readonly database: Database) {}

  /** A document of the workspace; undefined when it has none by that id. */
  async find(workspaceId: string, id: string): Promise<Document | undefined> {
    if (!uuid.safeParse(id).success) return undefined;
    const sql = 'SELECT id, title, content FROM document WHERE workspace_id = bound.workspace_id AND id = $2';
    const [row] = await this.database.read(workspaceId, sql, [id]);
    return row as Document | undefined;
  }

  /** Adds a document unless it is there. */
  async insert(workspaceId: string, { id, title, content }: Document): Promise<void> {
    await this.database.forWorkspace(workspaceId, (tx) =>
      tx.query(
        `INSERT INTO document (id, workspace_id, title, content) VALUES ($1, $2, $3, $4)
         ON CONFLICT (id) DO NOTHING`,
        [id, workspaceId, title, content],
      ),
    );
  }
}
