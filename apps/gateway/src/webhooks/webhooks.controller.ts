// Serves webhooks: where a workspace has its events sent.
import { Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  rotateWebhookSecret,
  updateWebhook,
  webhookListQuery,
  type Actor,
  type BodyOf,
  type WebhookListQuery,
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

/** Only owners manage webhooks. */
const ACCESS = { step: 'admin' } as const;

const WebhookId = PathId('webhook');

@ApiTags('Events')
@Controller('webhooks')
export class WebhooksController {
  constructor(private readonly bus: Bus) {}

  @Get()
  @ListOperation(listWebhooks, { access: ACCESS })
  list(@CurrentActor() actor: Actor, @Query({ schema: webhookListQuery }) query: WebhookListQuery) {
    return this.bus.requestJson(listWebhooks, { actor, ...query });
  }

  @Post()
  @Operation(createWebhook, { status: 201, creates: 'webhooks/', access: ACCESS })
  async create(
    @CurrentActor() actor: Actor,
    @RequestBody(createWebhook) body: BodyOf<typeof createWebhook>,
    @IdempotencyKey() key: { idempotencyKey?: string },
    @Created() created: CreatedAnswer,
  ) {
    return created('webhook', await this.bus.request(createWebhook, { actor, body, ...key }));
  }

  @Get(':id')
  @Operation(getWebhook, { access: ACCESS })
  get(@CurrentActor() actor: Actor, @WebhookId id: string) {
    return this.bus.request(getWebhook, { actor, id });
  }

  @Patch(':id')
  @Operation(updateWebhook, { mediaTypes: [JSON_TYPE, MERGE_PATCH], access: ACCESS })
  update(
    @CurrentActor() actor: Actor,
    @WebhookId id: string,
    @RequestBody(updateWebhook) body: BodyOf<typeof updateWebhook>,
  ) {
    return this.bus.request(updateWebhook, { actor, id, body });
  }

  @Delete(':id')
  @Operation(deleteWebhook, { access: ACCESS })
  async delete(@CurrentActor() actor: Actor, @WebhookId id: string) {
    await this.bus.request(deleteWebhook, { actor, id });
  }

  @Post(':id/rotate')
  @Operation(rotateWebhookSecret, { creates: null, access: ACCESS })
  async rotate(
    @CurrentActor() actor: Actor,
    @WebhookId id: string,
    @IdempotencyKey() key: { idempotencyKey?: string },
    @Created() created: CreatedAnswer,
  ) {
    return created('webhook', await this.bus.request(rotateWebhookSecret, { actor, id, ...key }));
  }
}
