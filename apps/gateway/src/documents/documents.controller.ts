// Serves the documents of a workspace.
import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import {
  createDocument,
  deleteDocument,
  document,
  documentCreation,
  documentList,
  documentListQuery,
  documentPatch,
  getDocument,
  listDocuments,
  patchDocument,
  type Actor,
  type Document,
  type DocumentCreation,
  type DocumentListQuery,
  type DocumentPatch,
} from '#contracts';
import { Bus } from '#platform/messaging';
import { IfMatch, type TaggedAnswer, VersionTag } from '../conditional/index.ts';
import {
  Created,
  type CreatedAnswer,
  CurrentActor,
  IdempotencyKey,
  JSON_TYPE,
  MERGE_PATCH,
} from '../http/index.ts';
import { exampleChangedDocument, exampleDocument, exampleDocuments, Operation } from '../openapi/index.ts';

/** Room for 64 KB of content in which JSON escapes many characters. */
const BODY_LIMIT = 160 * 1024;

const DocumentId = ApiParam({ name: 'id', description: 'Id of the document.', example: exampleDocument.id });

@ApiTags('Documents')
@Controller('documents')
export class DocumentsController {
  constructor(private readonly bus: Bus) {}

  @Get()
  @Operation({
    id: 'ListDocuments',
    summary: 'List documents',
    description:
      'The documents of the workspace, newest first, in pages. Pass `nextToken` back until a page has none.',
    forwardsTo: listDocuments,
    route: { query: true },
    answer: { status: 200, schema: documentList, description: 'One page.', example: exampleDocuments },
  })
  list(
    @CurrentActor() actor: Actor,
    @Query({ schema: documentListQuery }) query: DocumentListQuery,
  ): Promise<Buffer> {
    return this.bus.requestJson(listDocuments, { actor, ...query });
  }

  @Post()
  @Operation({
    id: 'CreateDocument',
    summary: 'Create a document',
    description: 'Adds a text that can guide generations by its id.',
    forwardsTo: createDocument,
    route: { bodyLimit: BODY_LIMIT, creates: 'documents/' },
    body: true,
    conditional: ['ETag'],
    answer: { status: 201, schema: document, description: 'The document.', example: exampleDocument },
  })
  async create(
    @CurrentActor() actor: Actor,
    @Body({ schema: documentCreation }) body: DocumentCreation,
    @IdempotencyKey() key: { idempotencyKey?: string },
    @Created() created: CreatedAnswer,
    @VersionTag() tagged: TaggedAnswer<Document>,
  ): Promise<Document> {
    return tagged(created('document', await this.bus.request(createDocument, { actor, body, ...key })));
  }

  @Get(':id')
  @DocumentId
  @Operation({
    id: 'GetDocument',
    summary: 'Get a document',
    description: 'One document of the workspace.',
    forwardsTo: getDocument,
    conditional: ['ETag', 'If-None-Match'],
    answer: { status: 200, schema: document, description: 'The document.', example: exampleDocument },
  })
  async get(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @VersionTag() tagged: TaggedAnswer<Document>,
  ): Promise<Document> {
    return tagged(await this.bus.request(getDocument, { actor, id }));
  }

  @Patch(':id')
  @DocumentId
  @Operation({
    id: 'UpdateDocument',
    summary: 'Change a document',
    description:
      'Applies a JSON Merge Patch (RFC 7396). Generations keep the content that they were accepted with.',
    forwardsTo: patchDocument,
    route: { bodyLimit: BODY_LIMIT, mediaTypes: [JSON_TYPE, MERGE_PATCH] },
    body: true,
    conditional: ['ETag', 'If-Match'],
    answer: {
      status: 200,
      schema: document,
      description: 'The document after the change.',
      example: exampleChangedDocument,
    },
  })
  async patch(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Body({ schema: documentPatch }) body: DocumentPatch,
    @IfMatch() condition: { ifVersion?: number },
    @VersionTag() tagged: TaggedAnswer<Document>,
  ): Promise<Document> {
    return tagged(await this.bus.request(patchDocument, { actor, id, body, ...condition }));
  }

  @Delete(':id')
  @DocumentId
  @Operation({
    id: 'DeleteDocument',
    summary: 'Delete a document',
    description: 'Deletes a document. Its generations keep its id and its title.',
    forwardsTo: deleteDocument,
    conditional: ['If-Match'],
    answer: { status: 204, description: 'It is deleted.' },
  })
  async delete(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @IfMatch() condition: { ifVersion?: number },
  ): Promise<void> {
    await this.bus.request(deleteDocument, { actor, id, ...condition });
  }
}
