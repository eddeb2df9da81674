// Gives the documents of a workspace to the other rooms of this service.
import { Injectable } from '@nestjs/common';
import { isUuid } from '#contracts';
import { DocumentsStore, type Document } from './documents.store.ts';

@Injectable()
export class DocumentsService {
  constructor(private readonly store: DocumentsStore) {}

  /** Finds a document of the workspace; undefined when the id is malformed or the workspace has no such document. */
  async find(workspaceId: string, id: string): Promise<Document | undefined> {
    return isUuid(id) ? this.store.find(workspaceId, id) : undefined;
  }
}
