// Serves applications: the built-in ones, and those of a workspace.
import { Body, Controller, Delete, Get, Param, Post, Put, Query } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import {
  applicationDefinition,
  applicationList,
  applicationListQuery,
  applicationQuery,
  applicationRecord,
  applicationVersionList,
  applicationVersionsQuery,
  archiveApplication,
  createApplication,
  getApplication,
  listApplications,
  listApplicationVersions,
  preview,
  previewGeneration,
  previewRequest,
  replaceApplication,
  type Actor,
  type ApplicationDefinition,
  type ApplicationListQuery,
  type ApplicationQuery,
  type ApplicationRecord,
  type ApplicationVersionsQuery,
  type Preview,
  type PreviewRequest,
} from '#contracts';
import { Bus } from '#platform/messaging';
import { IfMatch, type TaggedAnswer, VersionTag } from '../conditional/index.ts';
import { Created, type CreatedAnswer, CurrentActor, IdempotencyKey } from '../http/index.ts';
import {
  exampleApplication,
  exampleApplications,
  exampleApplicationVersions,
  exampleChangedApplication,
  examplePreview,
  Operation,
} from '../openapi/index.ts';
import { CustomApplicationId } from './custom-application.decorator.ts';

/** Room for two schemas and the instructions, in which JSON escapes many characters. */
const BODY_LIMIT = 160 * 1024;

const ApplicationId = ApiParam({
  name: 'id',
  type: String,
  description: 'Id of the application.',
  example: exampleApplication.id,
});

@ApiTags('Applications')
@Controller('applications')
export class ApplicationsController {
  constructor(private readonly bus: Bus) {}

  @Get()
  @Operation({
    id: 'ListApplications',
    summary: 'List applications',
    description:
      'The built-in applications, then those of the workspace, the newest first, in pages. Archived ones are not listed. Pass `nextToken` back until a page has none.',
    forwardsTo: listApplications,
    route: { query: true },
    answer: { status: 200, schema: applicationList, description: 'One page.', example: exampleApplications },
  })
  list(
    @CurrentActor() actor: Actor,
    @Query({ schema: applicationListQuery }) query: ApplicationListQuery,
  ): Promise<Buffer> {
    return this.bus.requestJson(listApplications, { actor, ...query });
  }

  @Post()
  @Operation({
    id: 'CreateApplication',
    summary: 'Create an application',
    description:
      'Adds a kind of content with instructions of its own. The template and the schemas are checked, and a fault is named with its exact place.',
    forwardsTo: createApplication,
    route: { bodyLimit: BODY_LIMIT, creates: 'applications/' },
    body: true,
    conditional: ['ETag'],
    answer: {
      status: 201,
      schema: applicationRecord,
      description: 'The application at its first version.',
      example: exampleApplication,
    },
  })
  async create(
    @CurrentActor() actor: Actor,
    @Body({ schema: applicationDefinition }) body: ApplicationDefinition,
    @IdempotencyKey() key: { idempotencyKey?: string },
    @Created() created: CreatedAnswer,
    @VersionTag() tagged: TaggedAnswer<ApplicationRecord>,
  ): Promise<ApplicationRecord> {
    return tagged(created('application', await this.bus.request(createApplication, { actor, body, ...key })));
  }

  @Get(':id')
  @ApplicationId
  @Operation({
    id: 'GetApplication',
    summary: 'Get an application',
    description: 'An application at a version, by default the latest. An archived one has `archivedAt`.',
    forwardsTo: getApplication,
    route: { query: true },
    conditional: ['ETag', 'If-None-Match'],
    answer: {
      status: 200,
      schema: applicationRecord,
      description: 'The application.',
      example: exampleApplication,
    },
  })
  async get(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Query({ schema: applicationQuery }) query: ApplicationQuery,
    @VersionTag() tagged: TaggedAnswer<ApplicationRecord>,
  ): Promise<ApplicationRecord> {
    return tagged(await this.bus.request(getApplication, { actor, id, ...query }));
  }

  @Put(':id')
  @ApplicationId
  @Operation({
    id: 'ReplaceApplication',
    summary: 'Change an application',
    description:
      'Makes the next version from the whole body. Earlier versions stay; generations keep the one that they were accepted with. A built-in application cannot be changed.',
    forwardsTo: replaceApplication,
    errors: ['MethodNotAllowed'],
    route: { bodyLimit: BODY_LIMIT },
    body: true,
    conditional: ['ETag', 'If-Match'],
    answer: {
      status: 200,
      schema: applicationRecord,
      description: 'The application at its new version.',
      example: exampleChangedApplication,
    },
  })
  async replace(
    @CurrentActor() actor: Actor,
    @CustomApplicationId() id: string,
    @Body({ schema: applicationDefinition }) body: ApplicationDefinition,
    @IfMatch() condition: { ifVersion?: number },
    @VersionTag() tagged: TaggedAnswer<ApplicationRecord>,
  ): Promise<ApplicationRecord> {
    return tagged(await this.bus.request(replaceApplication, { actor, id, body, ...condition }));
  }

  @Delete(':id')
  @ApplicationId
  @Operation({
    id: 'ArchiveApplication',
    summary: 'Archive an application',
    description:
      'Takes an application from the list; nothing new can be written with it. Generations keep its id and its name. A built-in application cannot be archived.',
    forwardsTo: archiveApplication,
    errors: ['MethodNotAllowed'],
    conditional: ['If-Match'],
    answer: { status: 204, description: 'It is archived.' },
  })
  async archive(
    @CurrentActor() actor: Actor,
    @CustomApplicationId() id: string,
    @IfMatch() condition: { ifVersion?: number },
  ): Promise<void> {
    await this.bus.request(archiveApplication, { actor, id, ...condition });
  }

  @Get(':id/versions')
  @ApplicationId
  @Operation({
    id: 'ListApplicationVersions',
    summary: 'List the versions of an application',
    description: 'All versions, the latest first, in pages. A version never changes.',
    forwardsTo: listApplicationVersions,
    route: { query: true },
    answer: {
      status: 200,
      schema: applicationVersionList,
      description: 'One page.',
      example: exampleApplicationVersions,
    },
  })
  versions(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Query({ schema: applicationVersionsQuery }) query: ApplicationVersionsQuery,
  ): Promise<Buffer> {
    return this.bus.requestJson(listApplicationVersions, { actor, id, ...query });
  }

  @Post(':id/preview')
  @ApplicationId
  @Operation({
    id: 'PreviewGeneration',
    summary: 'Preview what a model would be sent',
    description:
      'The messages that a generation would send to its model, and about what they would take. Calls no model and keeps nothing. With `definition`, an application is tried before it is saved.',
    forwardsTo: previewGeneration,
    route: { bodyLimit: BODY_LIMIT, access: { step: 'read' } },
    body: true,
    answer: { status: 200, schema: preview, description: 'The messages.', example: examplePreview },
  })
  preview(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Body({ schema: previewRequest.prefault({}) }) body: PreviewRequest,
  ): Promise<Preview> {
    return this.bus.request(previewGeneration, { actor, id, body });
  }
}
