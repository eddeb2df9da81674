// Serves the API keys of the signed-in account.
import { Body, Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import {
  apiKeyList,
  apiKeyListQuery,
  apiKeyRequest,
  createApiKey,
  createdApiKey,
  deleteApiKey,
  listApiKeys,
  type Actor,
  type ApiKeyListQuery,
  type ApiKeyRequest,
  type CreatedApiKey,
} from '#contracts';
import { Bus } from '#platform/messaging';
import { Created, type CreatedAnswer, CurrentActor, IdempotencyKey } from '../http/index.ts';
import { exampleApiKey, exampleCreatedApiKey, Operation } from '../openapi/index.ts';

@ApiTags('Accounts')
@Controller('accounts/keys')
export class ApiKeysController {
  constructor(private readonly bus: Bus) {}

  @Get()
  @Operation({
    id: 'ListApiKeys',
    summary: 'List API keys',
    description: 'The API keys of the account in all its workspaces, newest first, in pages.',
    forwardsTo: listApiKeys,
    route: { query: true, access: { sessionOnly: true } },
    answer: {
      status: 200,
      schema: apiKeyList,
      description: 'One page.',
      example: { keys: [exampleApiKey] },
    },
  })
  list(
    @CurrentActor() actor: Actor,
    @Query({ schema: apiKeyListQuery }) query: ApiKeyListQuery,
  ): Promise<Buffer> {
    return this.bus.requestJson(listApiKeys, { actor, ...query });
  }

  @Post()
  @Operation({
    id: 'CreateApiKey',
    summary: 'Create an API key',
    description:
      'Creates a key for the workspace of the token. A key may do what its scopes and the present role of its account both allow; it manages no sessions, passwords or keys. `key` is in this answer only.',
    forwardsTo: createApiKey,
    route: { creates: null, access: { step: 'read', sessionOnly: true } },
    body: true,
    answer: { status: 201, schema: createdApiKey, description: 'Created.', example: exampleCreatedApiKey },
  })
  async create(
    @CurrentActor() actor: Actor,
    @Body({ schema: apiKeyRequest }) body: ApiKeyRequest,
    @IdempotencyKey() key: { idempotencyKey?: string },
    @Created() created: CreatedAnswer,
  ): Promise<CreatedApiKey> {
    return created('apiKey', await this.bus.request(createApiKey, { actor, body, ...key }));
  }

  @Delete(':id')
  @ApiParam({ name: 'id', description: 'Id of the key.', example: exampleApiKey.id })
  @Operation({
    id: 'DeleteApiKey',
    summary: 'End an API key',
    description: 'Ends a key of the account; it is refused within a second.',
    forwardsTo: deleteApiKey,
    route: { access: { step: 'read', sessionOnly: true } },
    answer: { status: 204, description: 'Ended.' },
  })
  async delete(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<void> {
    await this.bus.request(deleteApiKey, { actor, id });
  }
}
