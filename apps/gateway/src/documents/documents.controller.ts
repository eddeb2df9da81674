// Serves the documents of a workspace.
import { Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  createDocument,
  deleteDocument,
  documentListQuery,
  getDocument,
  listDocuments,
  patchDocument,
  type Actor,
  type BodyOf,
  type DocumentListQuery,
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
  RequestBody,
} from '../http/index.ts';
import {
  exampleChangedDocument,
  exampleDocument,
  exampleDocuments,
  ListOperation,
  Operation,
  PathId,
} from '../openapi/index.ts';

/** Room for 64 KB of content in which JSON escapes many characters. */
const BODY_LIMIT = 160 * 1024;

const DocumentId = PathId('document', exampleDocument.id);

@ApiTags('Documents')
@Controller('documents')
export class DocumentsController {
  constructor(private readonly bus: Bus) {}

  @Get()
  @ListOperation(listDocuments, {
    id: 'ListDocuments',
    summary: 'List documents',
    description: 'The documents of the workspace, newest first.',
    example: exampleDocuments,
  })
  list(@CurrentActor() actor: Actor, @Query({ schema: documentListQuery }) query: DocumentListQuery) {
    return this.bus.requestJson(listDocuments, { actor, ...query });
  }

  @Post()
  @Operation(createDocument, {
    id: 'CreateDocument',
    summary: 'Create a document',
    description: 'Adds a text that can guide generations, which name it by its id.',
    route: { bodyLimit: BODY_LIMIT, creates: 'documents/' },
    conditional: ['ETag'],
    answer: { status: 201, description: 'The document.', example: exampleDocument },
  })
  async create(
    @CurrentActor() actor: Actor,
    @RequestBody(createDocument) body: BodyOf<typeof createDocument>,
    @IdempotencyKey() key: { idempotencyKey?: string },
    @Created() created: CreatedAnswer,
    @VersionTag() tagged: TaggedAnswer,
  ) {
    return tagged(created('document', await this.bus.request(createDocument, { actor, body, ...key })));
  }

  @Get(':id')
  @Operation(getDocument, {
    id: 'GetDocument',
    summary: 'Get a document',
    description: 'One document of the workspace.',
    conditional: ['ETag', 'If-None-Match'],
    answer: { description: 'The document.', example: exampleDocument },
  })
  async get(@CurrentActor() actor: Actor, @DocumentId id: string, @VersionTag() tagged: TaggedAnswer) {
    return tagged(await this.bus.request(getDocument, { actor, id }));
  }

  @Patch(':id')
  @Operation(patchDocument, {
    id: 'UpdateDocument',
    summary: 'Change a document',
    description:
      'Applies a JSON Merge Patch (RFC 7396). Generations that were accepted before keep the former content.',
    route: { bodyLimit: BODY_LIMIT, mediaTypes: [JSON_TYPE, MERGE_PATCH] },
    conditional: ['ETag', 'If-Match'],
    answer: { description: 'The document after the change.', example: exampleChangedDocument },
  })
  async patch(
    @CurrentActor() actor: Actor,
    @DocumentId id: string,
    @RequestBody(patchDocument) body: BodyOf<typeof patchDocument>,
    @IfMatch() condition: { ifVersion?: number },
    @VersionTag() tagged: TaggedAnswer,
  ) {
    return tagged(await this.bus.request(patchDocument, { actor, id, body, ...condition }));
  }

  @Delete(':id')
  @Operation(deleteDocument, {
    id: 'DeleteDocument',
    summary: 'Delete a document',
    description: 'Deletes a document. The generations that used it keep its id and its title.',
    conditional: ['If-Match'],
    answer: { status: 204, description: 'It is deleted.' },
  })
  async delete(
    @CurrentActor() actor: Actor,
    @DocumentId id: string,
    @IfMatch() condition: { ifVersion?: number },
  ) {
    await this.bus.request(deleteDocument, { actor, id, ...condition });
  }
}
