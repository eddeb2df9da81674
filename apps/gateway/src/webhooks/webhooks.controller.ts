// Serves webhooks: where a workspace has its events sent.
import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  MAX_WEBHOOKS,
  rotateWebhookSecret,
  updateWebhook,
  webhook,
  webhookList,
  webhookListQuery,
  webhookPatch,
  webhookRequest,
  webhookWithSecret,
  type Actor,
  type Webhook,
  type WebhookListQuery,
  type WebhookPatch,
  type WebhookRequest,
  type WebhookWithSecret,
} from '#contracts';
import { Bus } from '#platform/messaging';
import {
  Created,
  type CreatedAnswer,
  CurrentActor,
  IdempotencyKey,
  JSON_TYPE,
  MERGE_PATCH,
} from '../http/index.ts';
import { exampleNewWebhook, exampleRotatedWebhook, exampleWebhook, Operation } from '../openapi/index.ts';

const WEBHOOK_ID = { name: 'id', description: 'Id of the webhook.', example: exampleWebhook.id };

/** Webhooks are a matter of owners. */
const ACCESS = { step: 'admin' } as const;

@ApiTags('Events')
@Controller('webhooks')
export class WebhooksController {
  constructor(private readonly bus: Bus) {}

  @Get()
  @Operation({
    id: 'ListWebhooks',
    summary: 'List webhooks',
    description:
      'The webhooks of the workspace, newest first, in pages. Pass `nextToken` back until a page has none.',
    forwardsTo: listWebhooks,
    route: { query: true, access: ACCESS },
    answer: {
      status: 200,
      schema: webhookList,
      description: 'One page.',
      example: { webhooks: [exampleWebhook] },
    },
  })
  list(
    @CurrentActor() actor: Actor,
    @Query({ schema: webhookListQuery }) query: WebhookListQuery,
  ): Promise<Buffer> {
    return this.bus.requestJson(listWebhooks, { actor, ...query });
  }

  @Post()
  @Operation({
    id: 'CreateWebhook',
    summary: 'Create a webhook',
    description: `From now on, events of the types are sent to the URL by POST, signed as Standard Webhooks says, with the id of the event as \`webhook-id\`. An answer 2xx within 15 seconds is success; redirects are not followed. An event is tried ten times within about 76 hours. An answer 410, or five days of failures without a success, disables the webhook. A receiver that answers slowly gets fewer events at a time. The URL is https and leads to a public address. A workspace has at most ${MAX_WEBHOOKS} webhooks. \`secret\` is in this answer only.`,
    forwardsTo: createWebhook,
    route: { creates: 'webhooks/', access: ACCESS },
    body: true,
    answer: { status: 201, schema: webhookWithSecret, description: 'Created.', example: exampleNewWebhook },
  })
  async create(
    @CurrentActor() actor: Actor,
    @Body({ schema: webhookRequest }) body: WebhookRequest,
    @IdempotencyKey() key: { idempotencyKey?: string },
    @Created() created: CreatedAnswer,
  ): Promise<WebhookWithSecret> {
    return created('webhook', await this.bus.request(createWebhook, { actor, body, ...key }));
  }

  @Get(':id')
  @ApiParam(WEBHOOK_ID)
  @Operation({
    id: 'GetWebhook',
    summary: 'Get a webhook',
    description: 'The webhook, without its secret.',
    forwardsTo: getWebhook,
    route: { access: ACCESS },
    answer: { status: 200, schema: webhook, description: 'The webhook.', example: exampleWebhook },
  })
  get(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<Webhook> {
    return this.bus.request(getWebhook, { actor, id });
  }

  @Patch(':id')
  @ApiParam(WEBHOOK_ID)
  @Operation({
    id: 'UpdateWebhook',
    summary: 'Change a webhook',
    description:
      'Changes the fields of the body (JSON Merge Patch). A webhook that is enabled again gets events from then on; what it has missed stands in the feed. Null removes the description.',
    forwardsTo: updateWebhook,
    route: { mediaTypes: [JSON_TYPE, MERGE_PATCH], access: ACCESS },
    body: true,
    answer: { status: 200, schema: webhook, description: 'The changed webhook.', example: exampleWebhook },
  })
  update(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Body({ schema: webhookPatch }) body: WebhookPatch,
  ): Promise<Webhook> {
    return this.bus.request(updateWebhook, { actor, id, body });
  }

  @Delete(':id')
  @ApiParam(WEBHOOK_ID)
  @Operation({
    id: 'DeleteWebhook',
    summary: 'Delete a webhook',
    description: 'Deletes the webhook. What is still to be delivered to it is not sent.',
    forwardsTo: deleteWebhook,
    route: { access: ACCESS },
    answer: { status: 204, description: 'Deleted.' },
  })
  async delete(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<void> {
    await this.bus.request(deleteWebhook, { actor, id });
  }

  @Post(':id/rotate')
  @ApiParam(WEBHOOK_ID)
  @Operation({
    id: 'RotateWebhookSecret',
    summary: 'Give a webhook a new secret',
    description:
      'For 24 hours every request has two signatures: one with the new secret and one with the secret before it. `secret` is in this answer only.',
    forwardsTo: rotateWebhookSecret,
    route: { creates: null, access: ACCESS },
    answer: {
      status: 200,
      schema: webhookWithSecret,
      description: 'The webhook with its new secret.',
      example: exampleRotatedWebhook,
    },
  })
  async rotate(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @IdempotencyKey() key: { idempotencyKey?: string },
    @Created() created: CreatedAnswer,
  ): Promise<WebhookWithSecret> {
    return created('webhook', await this.bus.request(rotateWebhookSecret, { actor, id, ...key }));
  }
}
