// Serves the API keys of the signed-in account.
import { Controller, Delete, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  apiKeyListQuery,
  createApiKey,
  deleteApiKey,
  listApiKeys,
  type Actor,
  type BodyOf,
  type ApiKeyListQuery,
} from '#contracts';
import { Bus } from '#platform/messaging';
import { Created, type CreatedAnswer, CurrentActor, IdempotencyKey, RequestBody } from '../http/index.ts';
import { exampleApiKey, exampleCreatedApiKey, ListOperation, Operation, PathId } from '../openapi/index.ts';

const KeyId = PathId('key', exampleApiKey.id);

@ApiTags('Accounts')
@Controller('accounts/keys')
export class ApiKeysController {
  constructor(private readonly bus: Bus) {}

  @Get()
  @ListOperation(listApiKeys, {
    id: 'ListApiKeys',
    summary: 'List API keys',
    description: 'The API keys of the account in all its workspaces, newest first.',
    access: { sessionOnly: true },
    example: { keys: [exampleApiKey] },
  })
  list(@CurrentActor() actor: Actor, @Query({ schema: apiKeyListQuery }) query: ApiKeyListQuery) {
    return this.bus.requestJson(listApiKeys, { actor, ...query });
  }

  @Post()
  @Operation(createApiKey, {
    id: 'CreateApiKey',
    summary: 'Create an API key',
    description:
      'Creates a key for the workspace of the token. A key may do what both its scopes and the present role of its account allow; it cannot manage sessions, passwords or keys. Only this answer contains `key`.',
    route: { creates: null, access: { step: 'read', sessionOnly: true } },
    answer: { status: 201, description: 'Created.', example: exampleCreatedApiKey },
  })
  async create(
    @CurrentActor() actor: Actor,
    @RequestBody(createApiKey) body: BodyOf<typeof createApiKey>,
    @IdempotencyKey() key: { idempotencyKey?: string },
    @Created() created: CreatedAnswer,
  ) {
    return created('apiKey', await this.bus.request(createApiKey, { actor, body, ...key }));
  }

  @Delete(':id')
  @Operation(deleteApiKey, {
    id: 'DeleteApiKey',
    summary: 'End an API key',
    description: 'Ends a key of the account. Requests with it are refused within a second.',
    route: { access: { step: 'read', sessionOnly: true } },
    answer: { status: 204, description: 'Ended.' },
  })
  async delete(@CurrentActor() actor: Actor, @KeyId id: string) {
    await this.bus.request(deleteApiKey, { actor, id });
  }
}
