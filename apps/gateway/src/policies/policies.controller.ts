// Serves policies: what texts may not say, must say, and how long they may be.
import { Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  createPolicy,
  deletePolicy,
  getPolicy,
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
  RequestBody,
} from '../http/index.ts';
import { ListOperation, Operation, PathId } from '../openapi/index.ts';

/** Room for all phrases of a workspace, in which JSON escapes many characters. */
const BODY_LIMIT = 160 * 1024;

const PolicyId = PathId('policy');

@ApiTags('Policies')
@Controller('policies')
export class PoliciesController {
  constructor(private readonly bus: Bus) {}

  @Get()
  @ListOperation(listPolicies)
  list(@CurrentActor() actor: Actor, @Query({ schema: policyListQuery }) query: PolicyListQuery) {
    return this.bus.requestJson(listPolicies, { actor, ...query });
  }

  @Post()
  @Operation(createPolicy, { status: 201, bodyLimit: BODY_LIMIT, creates: 'policies/' })
  async create(
    @CurrentActor() actor: Actor,
    @RequestBody(createPolicy) body: BodyOf<typeof createPolicy>,
    @IdempotencyKey() key: { idempotencyKey?: string },
    @Created() created: CreatedAnswer,
  ) {
    return created('policy', await this.bus.request(createPolicy, { actor, body, ...key }));
  }

  @Get(':id')
  @Operation(getPolicy)
  get(@CurrentActor() actor: Actor, @PolicyId id: string) {
    return this.bus.request(getPolicy, { actor, id });
  }

  @Patch(':id')
  @Operation(patchPolicy, {
    bodyLimit: BODY_LIMIT,
    mediaTypes: [JSON_TYPE, MERGE_PATCH],
  })
  patch(
    @CurrentActor() actor: Actor,
    @PolicyId id: string,
    @RequestBody(patchPolicy) body: BodyOf<typeof patchPolicy>,
  ) {
    return this.bus.request(patchPolicy, { actor, id, body });
  }

  @Delete(':id')
  @Operation(deletePolicy)
  async delete(@CurrentActor() actor: Actor, @PolicyId id: string) {
    await this.bus.request(deletePolicy, { actor, id });
  }
}
