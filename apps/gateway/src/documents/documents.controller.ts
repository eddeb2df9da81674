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
import { ListOperation, Operation, PathId } from '../openapi/index.ts';

/** Room for 64 KB of content in which JSON escapes many characters. */
const BODY_LIMIT = 160 * 1024;

const DocumentId = PathId('document');

@ApiTags('Documents')
@Controller('documents')
export class DocumentsController {
  constructor(private readonly bus: Bus) {}

  @Get()
  @ListOperation(listDocuments)
  list(@CurrentActor() actor: Actor, @Query({ schema: documentListQuery }) query: DocumentListQuery) {
    return this.bus.requestJson(listDocuments, { actor, ...query });
  }

  @Post()
  @Operation(createDocument, {
    status: 201,
    bodyLimit: BODY_LIMIT,
    creates: 'documents/',
    conditional: ['ETag'],
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
  @Operation(getDocument, { conditional: ['ETag', 'If-None-Match'] })
  async get(@CurrentActor() actor: Actor, @DocumentId id: string, @VersionTag() tagged: TaggedAnswer) {
    return tagged(await this.bus.request(getDocument, { actor, id }));
  }

  @Patch(':id')
  @Operation(patchDocument, {
    bodyLimit: BODY_LIMIT,
    mediaTypes: [JSON_TYPE, MERGE_PATCH],
    conditional: ['ETag', 'If-Match'],
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
  @Operation(deleteDocument, { conditional: ['If-Match'] })
  async delete(
    @CurrentActor() actor: Actor,
    @DocumentId id: string,
    @IfMatch() condition: { ifVersion?: number },
  ) {
    await this.bus.request(deleteDocument, { actor, id, ...condition });
  }
}
