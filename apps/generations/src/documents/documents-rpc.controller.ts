// Answers the gateway's requests about documents.
import { Controller } from '@nestjs/common';
import {
  createDocument,
  deleteDocument,
  getDocument,
  listDocuments,
  patchDocument,
  type AnswerOf,
  type Document,
  type InputOf,
} from '#contracts';
import { OnRequest } from '#platform/messaging';
import { DocumentWritesService } from './document-writes.service.ts';
import { DocumentsService } from './documents.service.ts';

@Controller()
export class DocumentsRpcController {
  constructor(
    private readonly documents: DocumentsService,
    private readonly writes: DocumentWritesService,
  ) {}

  @OnRequest(listDocuments)
  list({ actor: { workspaceId }, nextToken, limit }: InputOf<typeof listDocuments>): Promise<string> {
    return this.documents.list({ workspaceId, nextToken, limit });
  }

  @OnRequest(getDocument)
  get({ actor, id }: InputOf<typeof getDocument>): Promise<Document> {
    return this.documents.get(actor.workspaceId, id);
  }

  @OnRequest(createDocument)
  create({
    actor,
    body,
    idempotencyKey,
  }: InputOf<typeof createDocument>): Promise<AnswerOf<typeof createDocument>> {
    return this.writes.create(actor, body, idempotencyKey);
  }

  @OnRequest(patchDocument)
  patch({ actor, id, ifVersion, body }: InputOf<typeof patchDocument>): Promise<Document> {
    return this.writes.patch({ ...actor, id, ifVersion }, body);
  }

  @OnRequest(deleteDocument)
  async delete({ actor, id, ifVersion }: InputOf<typeof deleteDocument>): Promise<Record<string, never>> {
    await this.writes.delete({ workspaceId: actor.workspaceId, id, ifVersion });
    return {};
  }
}
