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
  isBuiltIn,
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
  OwnId,
  RequestBody,
} from '../http/index.ts';
import {
  exampleApplication,
  exampleApplications,
  exampleApplicationVersions,
  exampleChangedApplication,
  examplePreview,
  ListOperation,
  Operation,
  PathId,
} from '../openapi/index.ts';

/** Room for two schemas and the instructions, in which JSON escapes many characters. */
const BODY_LIMIT = 160 * 1024;

const ApplicationId = PathId('application', exampleApplication.id);
const ChangedId = PathId('application', exampleApplication.id, { source: OwnId(isBuiltIn) });

@ApiTags('Applications')
@Controller('applications')
export class ApplicationsController {
  constructor(private readonly bus: Bus) {}

  @Get()
  @ListOperation(listApplications, {
    id: 'ListApplications',
    summary: 'List applications',
    description:
      'The built-in applications, then those of the workspace, the newest first. Archived ones are not listed.',
    example: exampleApplications,
  })
  list(@CurrentActor() actor: Actor, @Query({ schema: applicationListQuery }) query: ApplicationListQuery) {
    return this.bus.requestJson(listApplications, { actor, ...query });
  }

  @Post()
  @Operation(createApplication, {
    id: 'CreateApplication',
    summary: 'Create an application',
    description:
      'Adds a kind of content with its own instructions. The template and the schemas are checked; an error names the exact place of a fault.',
    route: { bodyLimit: BODY_LIMIT, creates: 'applications/' },
    conditional: ['ETag'],
    answer: {
      status: 201,
      description: 'The application at its first version.',
      example: exampleApplication,
    },
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
  @Operation(getApplication, {
    id: 'GetApplication',
    summary: 'Get an application',
    description: 'An application at a version, by default the latest. An archived one has `archivedAt`.',
    route: { query: true },
    conditional: ['ETag', 'If-None-Match'],
    answer: { description: 'The application.', example: exampleApplication },
  })
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
    id: 'ReplaceApplication',
    summary: 'Change an application',
    description:
      'Makes the body, which must be complete, the next version. Earlier versions stay, and generations keep the version that they were accepted with. A built-in application cannot be changed.',
    errors: ['MethodNotAllowed'],
    route: { bodyLimit: BODY_LIMIT },
    conditional: ['ETag', 'If-Match'],
    answer: { description: 'The application at its new version.', example: exampleChangedApplication },
  })
  async replace(
    @CurrentActor() actor: Actor,
    @ChangedId id: string,
    @RequestBody(replaceApplication) body: BodyOf<typeof replaceApplication>,
    @IfMatch() condition: { ifVersion?: number },
    @VersionTag() tagged: TaggedAnswer,
  ) {
    return tagged(await this.bus.request(replaceApplication, { actor, id, body, ...condition }));
  }

  @Delete(':id')
  @Operation(archiveApplication, {
    id: 'ArchiveApplication',
    summary: 'Archive an application',
    description:
      'Removes an application from the list; nothing new can be written with it. Generations keep its id and its name. A built-in application cannot be archived.',
    errors: ['MethodNotAllowed'],
    conditional: ['If-Match'],
    answer: { status: 204, description: 'It is archived.' },
  })
  async archive(
    @CurrentActor() actor: Actor,
    @ChangedId id: string,
    @IfMatch() condition: { ifVersion?: number },
  ) {
    await this.bus.request(archiveApplication, { actor, id, ...condition });
  }

  @Get(':id/versions')
  @ListOperation(listApplicationVersions, {
    id: 'ListApplicationVersions',
    summary: 'List the versions of an application',
    description: 'All versions, the latest first. A version never changes.',
    example: exampleApplicationVersions,
  })
  versions(
    @CurrentActor() actor: Actor,
    @ApplicationId id: string,
    @Query({ schema: applicationVersionsQuery }) query: ApplicationVersionsQuery,
  ) {
    return this.bus.requestJson(listApplicationVersions, { actor, id, ...query });
  }

  @Post(':id/preview')
  @Operation(previewGeneration, {
    id: 'PreviewGeneration',
    summary: 'Preview what a model would be sent',
    description:
      'The messages that a generation would send to its model, and roughly what they would cost. Calls no model and keeps nothing. With `definition`, you can try an application before you save it.',
    route: { bodyLimit: BODY_LIMIT, access: { step: 'read' } },
    answer: { description: 'The messages.', example: examplePreview },
  })
  preview(
    @CurrentActor() actor: Actor,
    @ApplicationId id: string,
    @OptionalBody(previewGeneration) body: BodyOf<typeof previewGeneration>,
  ) {
    return this.bus.request(previewGeneration, { actor, id, body });
  }
}
