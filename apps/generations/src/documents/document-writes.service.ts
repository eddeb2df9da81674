// Creates, changes and deletes the documents of a workspace, as a person asks for it.
import { Injectable } from '@nestjs/common';
import {
  AppError,
  type AnswerOf,
  type createDocument,
  type Document,
  type DocumentCreation,
  type DocumentPatch,
  type LimitedWorkspace,
} from '#contracts';
import { newId } from '#platform/context';
import { Database, type Transaction } from '#platform/database';
import { versionMismatch } from '#platform/errors';
import { storedAnswer, withIdempotencyKey } from '#platform/idempotency';
import { ProductLookupService } from '../products/index.ts';
import type { DocumentEntity } from './documents.entity.ts';
import { changesOf, toDocument } from './documents.rules.ts';
import { DocumentsService } from './documents.service.ts';
import { DocumentsStore } from './documents.store.ts';

/** The document that a write is for. */
interface WriteTarget {
  workspaceId: string;
  id: string;
  /** The write is refused unless this is the present version. */
  ifVersion: number | undefined;
}

@Injectable()
export class DocumentWritesService {
  constructor(
    private readonly database: Database,
    private readonly store: DocumentsStore,
    private readonly documents: DocumentsService,
    private readonly products: ProductLookupService,
  ) {}

  /**
   * Creates a document. Errors: UnknownReference, QuotaExceeded, IdempotencyKeyReused, IdempotencyInProgress, those of
   * `Bus.request`.
   */
  async create(
    limited: LimitedWorkspace,
    body: DocumentCreation,
    key: string | undefined,
  ): Promise<AnswerOf<typeof createDocument>> {
    const { workspaceId } = limited;
    const { title, content, kind } = body;
    const request = { workspaceId, route: 'documents', key, body };
    // The product of an earlier request with the key may be gone, and the first answer holds all the same.
    const isKnown =
      body.productId === undefined || (await storedAnswer(this.database, request)) !== undefined;
    const productId = isKnown ? null : await this.productId(workspaceId, body.productId);
    const { answer, replayed } = await this.documents.inTurn(request, (tx) =>
      withIdempotencyKey(tx, request, async () => {
        const createdAt = new Date();
        const made = { id: newId(), productId: productId ?? null, createdAt };
        await this.store.insert(tx, limited, { ...made, title, content, kind, updatedAt: createdAt });
        return made;
      }),
    );
    const createdAt = new Date(answer.createdAt); // that of a replay was stored as JSON
    const row = { ...answer, title, content, kind, version: 1, createdAt, updatedAt: createdAt };
    return { document: toDocument(row), replayed };
  }

  /**
   * Changes a document. A patch that changes nothing leaves the version. Errors: NotFound, VersionMismatch,
   * UnknownReference, QuotaExceeded, those of `Bus.request`.
   */
  async patch(target: WriteTarget & LimitedWorkspace, patch: DocumentPatch): Promise<Document> {
    const productId = await this.productId(target.workspaceId, patch.productId);
    return this.documents.inTurn(target, async (tx) => {
      const document = await this.lock(tx, target);
      const changes = changesOf(document, { ...patch, productId });
      return toDocument(changes ? await this.store.update(tx, target, document, changes) : document);
    });
  }

  /** Deletes a document. Errors: NotFound, VersionMismatch. */
  async delete(target: WriteTarget): Promise<void> {
    await this.documents.inTurn(target, async (tx) => this.store.delete(tx, await this.lock(tx, target)));
  }

  private async lock(tx: Transaction, { workspaceId, id, ifVersion }: WriteTarget): Promise<DocumentEntity> {
    const document = await this.store.lock(tx, workspaceId, id);
    if (!document) throw new AppError('NotFound');
    if (ifVersion !== undefined && ifVersion !== document.version) throw versionMismatch(document.version);
    return document;
  }

  /** The id of a product of the workspace; null and undefined stay as they are. Errors: UnknownReference. */
  private async productId(workspaceId: string, id: string | null | undefined) {
    return typeof id === 'string' ? (await this.products.get(workspaceId, id, 'productId')).id : id;
  }
}
