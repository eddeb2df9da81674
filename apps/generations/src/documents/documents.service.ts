// Reads the documents of a workspace, and writes accepted texts into them.
import { Injectable } from '@nestjs/common';
import { AppError, type Document, type LimitedWorkspace } from '#contracts';
import { newId } from '#platform/context';
import { Database, type Transaction } from '#platform/database';
import { versionMismatch } from '#platform/errors';
import { LockBulkhead, type WorkspaceRequest } from '#platform/idempotency';
import type { PageQuery } from '#platform/paging';
import { changesOf } from './documents.rules.ts';
import { DocumentsStore } from './documents.store.ts';

/** A text, and the document that takes it. */
export interface DocumentText {
  /** The document whose content the text becomes; undefined for a new one. */
  documentId: string | undefined;
  /** The write is refused unless this is the present version. */
  ifVersion: number | undefined;
  /** Title of a new document, at most 200 code points. */
  title: string;
  content: string;
}

@Injectable()
export class DocumentsService {
  private readonly bulkhead = new LockBulkhead();

  constructor(
    private readonly database: Database,
    private readonly store: DocumentsStore,
  ) {}

  /** One page, newest first, as the JSON of a DocumentList. Errors: InvalidNextToken. */
  list(query: PageQuery): Promise<string> {
    return this.store.page(query);
  }

  /** A document of the workspace; undefined when the id is malformed or unknown there. */
  find(workspaceId: string, id: string): Promise<Document | undefined> {
    return this.store.find(workspaceId, id);
  }

  /** A document of the workspace. Errors: NotFound. */
  async get(workspaceId: string, id: string): Promise<Document> {
    const document = await this.store.find(workspaceId, id);
    if (!document) throw new AppError('NotFound');
    return document;
  }

  /** Runs a transaction that writes documents, after those before it. Errors: those of the work, IdempotencyInProgress, Unavailable. */
  inTurn<T>(request: WorkspaceRequest, work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.bulkhead.forWorkspace(this.database, request, work);
  }

  /**
   * Writes a text into a document, within `inTurn`; returns its id and version. Errors: UnknownReference, VersionMismatch,
   * QuotaExceeded.
   */
  async write(
    tx: Transaction,
    limited: LimitedWorkspace,
    { documentId, ifVersion, title, content }: DocumentText,
  ): Promise<{ id: string; version: number }> {
    if (documentId === undefined) {
      if (ifVersion !== undefined) throw versionMismatch(0);
      const id = newId();
      await this.store.insert(tx, limited, { id, title, content });
      return { id, version: 1 };
    }
    const document = await this.store.lock(tx, limited.workspaceId, documentId);
    if (!document) throw new AppError('UnknownReference', { target: 'documentId' });
    if (ifVersion !== undefined && ifVersion !== document.version) throw versionMismatch(document.version);
    const changes = changesOf(document, { content });
    return changes ? this.store.update(tx, limited, document, changes) : document;
  }
}
