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
import { ListOperation, Operation, PathId } from '../openapi/index.ts';

const KeyId = PathId('key');

@ApiTags('Accounts')
@Controller('accounts/keys')
export class ApiKeysController {
  constructor(private readonly bus: Bus) {}

  @Get()
  @ListOperation(listApiKeys, { access: { sessionOnly: true } })
  list(@CurrentActor() actor: Actor, @Query({ schema: apiKeyListQuery }) query: ApiKeyListQuery) {
    return this.bus.requestJson(listApiKeys, { actor, ...query });
  }

  @Post()
  @Operation(createApiKey, { status: 201, creates: null, access: { step: 'read', sessionOnly: true } })
  async create(
    @CurrentActor() actor: Actor,
    @RequestBody(createApiKey) body: BodyOf<typeof createApiKey>,
    @IdempotencyKey() key: { idempotencyKey?: string },
    @Created() created: CreatedAnswer,
  ) {
    return created('apiKey', await this.bus.request(createApiKey, { actor, body, ...key }));
  }

  @Delete(':id')
  @Operation(deleteApiKey, { access: { step: 'read', sessionOnly: true } })
  async delete(@CurrentActor() actor: Actor, @KeyId id: string) {
    await this.bus.request(deleteApiKey, { actor, id });
  }
}
