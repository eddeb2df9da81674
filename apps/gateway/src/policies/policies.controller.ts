// Serves policies: what texts may not say, must say, and how long they may be.
import { Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  createPolicy,
  deletePolicy,
  getPolicy,
  isUuid,
  listPolicies,
  patchPolicy,
  policyListQuery,
  type Actor,
  type BodyOf,
  type PolicyListQuery,
} from '#contracts';
import { Bus } from '#platform/messaging';
import {
  Created,
  type CreatedAnswer,
  CurrentActor,
  IdempotencyKey,
  JSON_TYPE,
  MERGE_PATCH,
  OwnId,
  RequestBody,
} from '../http/index.ts';
import {
  exampleChangedPolicy,
  examplePolicies,
  examplePolicy,
  ListOperation,
  Operation,
  PathId,
} from '../openapi/index.ts';

/** Room for all phrases of a workspace, in which JSON escapes many characters. */
const BODY_LIMIT = 160 * 1024;

const PolicyId = PathId('policy', examplePolicy.id);
const ChangedId = PathId('policy', examplePolicy.id, { source: OwnId((id: string) => !isUuid(id)) });

@ApiTags('Policies')
@Controller('policies')
export class PoliciesController {
  constructor(private readonly bus: Bus) {}

  @Get()
  @ListOperation(listPolicies, {
    id: 'ListPolicies',
    summary: 'List policies',
    description:
      'What texts are checked by: the built-in table, each row with its source and its day, then the rows of the workspace, the newest first. With `marketplace`, `applicationId` or `language`, the rows that hold there.',
    example: examplePolicies,
  })
  list(@CurrentActor() actor: Actor, @Query({ schema: policyListQuery }) query: PolicyListQuery) {
    return this.bus.requestJson(listPolicies, { actor, ...query });
  }

  @Post()
  @Operation(createPolicy, {
    id: 'CreatePolicy',
    summary: 'Create a policy',
    description:
      'Adds a row for the texts of the workspace. It may be stricter than a built-in row. With `softens`, a finding of a built-in row becomes a warning, where that row allows it.',
    route: { bodyLimit: BODY_LIMIT, creates: 'policies/' },
    answer: { status: 201, description: 'The policy.', example: examplePolicy },
  })
  async create(
    @CurrentActor() actor: Actor,
    @RequestBody(createPolicy) body: BodyOf<typeof createPolicy>,
    @IdempotencyKey() key: { idempotencyKey?: string },
    @Created() created: CreatedAnswer,
  ) {
    return created('policy', await this.bus.request(createPolicy, { actor, body, ...key }));
  }

  @Get(':id')
  @Operation(getPolicy, {
    id: 'GetPolicy',
    summary: 'Get a policy',
    description: 'A row of the built-in table, or of the workspace.',
    answer: { description: 'The policy.', example: examplePolicy },
  })
  get(@CurrentActor() actor: Actor, @PolicyId id: string) {
    return this.bus.request(getPolicy, { actor, id });
  }

  @Patch(':id')
  @Operation(patchPolicy, {
    id: 'UpdatePolicy',
    summary: 'Change a policy',
    description:
      'Applies a JSON Merge Patch (RFC 7396) to a row of the workspace. Generations that are claimed from then on follow it. A built-in row cannot be changed.',
    errors: ['MethodNotAllowed'],
    route: { bodyLimit: BODY_LIMIT, mediaTypes: [JSON_TYPE, MERGE_PATCH] },
    answer: { description: 'The policy after the change.', example: exampleChangedPolicy },
  })
  patch(
    @CurrentActor() actor: Actor,
    @ChangedId id: string,
    @RequestBody(patchPolicy) body: BodyOf<typeof patchPolicy>,
  ) {
    return this.bus.request(patchPolicy, { actor, id, body });
  }

  @Delete(':id')
  @Operation(deletePolicy, {
    id: 'DeletePolicy',
    summary: 'Delete a policy',
    description: 'Deletes a row of the workspace. A built-in row cannot be deleted.',
    errors: ['MethodNotAllowed'],
    answer: { status: 204, description: 'It is deleted.' },
  })
  async delete(@CurrentActor() actor: Actor, @ChangedId id: string) {
    await this.bus.request(deletePolicy, { actor, id });
  }
}
