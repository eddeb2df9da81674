// Serves applications: the built-in ones, and those of a workspace.
import { Controller, Delete, Get, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  applicationListQuery,
  applicationQuery,
  applicationVersionsQuery,
  archiveApplication,
  createApplication,
  getApplication,
  listApplications,
  listApplicationVersions,
  previewGeneration,
  replaceApplication,
  type Actor,
  type BodyOf,
  type ApplicationListQuery,
  type ApplicationQuery,
  type ApplicationVersionsQuery,
} from '#contracts';
import { Bus } from '#platform/messaging';
import { IfMatch, type TaggedAnswer, VersionTag } from '../conditional/index.ts';
import {
  Created,
  type CreatedAnswer,
  CurrentActor,
  IdempotencyKey,
  OptionalBody,
  RequestBody,
} from '../http/index.ts';
import { ListOperation, Operation, PathId } from '../openapi/index.ts';

/** Room for two schemas and the instructions, in which JSON escapes many characters. */
const BODY_LIMIT = 160 * 1024;

const ApplicationId = PathId('application');

@ApiTags('Applications')
@Controller('applications')
export class ApplicationsController {
  constructor(private readonly bus: Bus) {}

  @Get()
  @ListOperation(listApplications)
  list(@CurrentActor() actor: Actor, @Query({ schema: applicationListQuery }) query: ApplicationListQuery) {
    return this.bus.requestJson(listApplications, { actor, ...query });
  }

  @Post()
  @Operation(createApplication, {
    status: 201,
    bodyLimit: BODY_LIMIT,
    creates: 'applications/',
    conditional: ['ETag'],
  })
  async create(
    @CurrentActor() actor: Actor,
    @RequestBody(createApplication) body: BodyOf<typeof createApplication>,
    @IdempotencyKey() key: { idempotencyKey?: string },
    @Created() created: CreatedAnswer,
    @VersionTag() tagged: TaggedAnswer,
  ) {
    return tagged(created('application', await this.bus.request(createApplication, { actor, body, ...key })));
  }

  @Get(':id')
  @Operation(getApplication, { query: true, conditional: ['ETag', 'If-None-Match'] })
  async get(
    @CurrentActor() actor: Actor,
    @ApplicationId id: string,
    @Query({ schema: applicationQuery }) query: ApplicationQuery,
    @VersionTag() tagged: TaggedAnswer,
  ) {
    return tagged(await this.bus.request(getApplication, { actor, id, ...query }));
  }

  @Put(':id')
  @Operation(replaceApplication, {
    bodyLimit: BODY_LIMIT,
    conditional: ['ETag', 'If-Match'],
  })
  async replace(
    @CurrentActor() actor: Actor,
    @ApplicationId id: string,
    @RequestBody(replaceApplication) body: BodyOf<typeof replaceApplication>,
    @IfMatch() condition: { ifVersion?: number },
    @VersionTag() tagged: TaggedAnswer,
  ) {
    return tagged(await this.bus.request(replaceApplication, { actor, id, body, ...condition }));
  }

  @Delete(':id')
  @Operation(archiveApplication, { conditional: ['If-Match'] })
  async archive(
    @CurrentActor() actor: Actor,
    @ApplicationId id: string,
    @IfMatch() condition: { ifVersion?: number },
  ) {
    await this.bus.request(archiveApplication, { actor, id, ...condition });
  }

  @Get(':id/versions')
  @ListOperation(listApplicationVersions)
  versions(
    @CurrentActor() actor: Actor,
    @ApplicationId id: string,
    @Query({ schema: applicationVersionsQuery }) query: ApplicationVersionsQuery,
  ) {
    return this.bus.requestJson(listApplicationVersions, { actor, id, ...query });
  }

  @Post(':id/preview')
  @Operation(previewGeneration, { bodyLimit: BODY_LIMIT, access: { step: 'read' } })
  preview(
    @CurrentActor() actor: Actor,
    @ApplicationId id: string,
    @OptionalBody(previewGeneration) body: BodyOf<typeof previewGeneration>,
  ) {
    return this.bus.request(previewGeneration, { actor, id, body });
  }
}
