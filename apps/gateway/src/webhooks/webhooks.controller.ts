// Serves webhooks: where a workspace has its events sent.
import { Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  MAX_WEBHOOKS,
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
import {
  exampleNewWebhook,
  exampleRotatedWebhook,
  exampleWebhook,
  ListOperation,
  Operation,
  PathId,
} from '../openapi/index.ts';

/** Only owners manage webhooks. */
const ACCESS = { step: 'admin' } as const;

const WebhookId = PathId('webhook', exampleWebhook.id);

@ApiTags('Events')
@Controller('webhooks')
export class WebhooksController {
  constructor(private readonly bus: Bus) {}

  @Get()
  @ListOperation(listWebhooks, {
    id: 'ListWebhooks',
    summary: 'List webhooks',
    description: 'The webhooks of the workspace, newest first.',
    access: ACCESS,
    example: { webhooks: [exampleWebhook] },
  })
  list(@CurrentActor() actor: Actor, @Query({ schema: webhookListQuery }) query: WebhookListQuery) {
    return this.bus.requestJson(listWebhooks, { actor, ...query });
  }

  @Post()
  @Operation(createWebhook, {
    id: 'CreateWebhook',
    summary: 'Create a webhook',
    description: `From now on, events of these types are sent to the URL by POST, signed as Standard Webhooks specifies, with the id of the event as \`webhook-id\`. An answer 2xx within 15 seconds is a success; redirects are not followed. An event is tried ten times within about 76 hours. An answer 410, or five days of failures without a success, disables the webhook. A receiver that answers slowly gets fewer events at a time. The URL must be https and lead to a public address, at port 443, 8443 or another that the operator allows; a refusal lists the ports. A workspace has at most ${MAX_WEBHOOKS} webhooks. Only this answer contains \`secret\`.`,
    route: { creates: 'webhooks/', access: ACCESS },
    answer: { status: 201, description: 'Created.', example: exampleNewWebhook },
  })
  async create(
    @CurrentActor() actor: Actor,
    @RequestBody(createWebhook) body: BodyOf<typeof createWebhook>,
    @IdempotencyKey() key: { idempotencyKey?: string },
    @Created() created: CreatedAnswer,
  ) {
    return created('webhook', await this.bus.request(createWebhook, { actor, body, ...key }));
  }

  @Get(':id')
  @Operation(getWebhook, {
    id: 'GetWebhook',
    summary: 'Get a webhook',
    description: 'The webhook, without its secret.',
    route: { access: ACCESS },
    answer: { description: 'The webhook.', example: exampleWebhook },
  })
  get(@CurrentActor() actor: Actor, @WebhookId id: string) {
    return this.bus.request(getWebhook, { actor, id });
  }

  @Patch(':id')
  @Operation(updateWebhook, {
    id: 'UpdateWebhook',
    summary: 'Change a webhook',
    description:
      'Changes the fields of the body (JSON Merge Patch). A webhook that is enabled again gets the events from then on; the feed has those that it missed. Null removes the description.',
    route: { mediaTypes: [JSON_TYPE, MERGE_PATCH], access: ACCESS },
    answer: { description: 'The changed webhook.', example: exampleWebhook },
  })
  update(
    @CurrentActor() actor: Actor,
    @WebhookId id: string,
    @RequestBody(updateWebhook) body: BodyOf<typeof updateWebhook>,
  ) {
    return this.bus.request(updateWebhook, { actor, id, body });
  }

  @Delete(':id')
  @Operation(deleteWebhook, {
    id: 'DeleteWebhook',
    summary: 'Delete a webhook',
    description: 'Deletes the webhook. Events that are still to be delivered to it are not sent.',
    route: { access: ACCESS },
    answer: { status: 204, description: 'Deleted.' },
  })
  async delete(@CurrentActor() actor: Actor, @WebhookId id: string) {
    await this.bus.request(deleteWebhook, { actor, id });
  }

  @Post(':id/rotate')
  @Operation(rotateWebhookSecret, {
    id: 'RotateWebhookSecret',
    summary: 'Give a webhook a new secret',
    description:
      'For 24 hours every request has two signatures: one with the new secret and one with the previous secret. Only this answer contains `secret`.',
    route: { creates: null, access: ACCESS },
    answer: { description: 'The webhook with its new secret.', example: exampleRotatedWebhook },
  })
  async rotate(
    @CurrentActor() actor: Actor,
    @WebhookId id: string,
    @IdempotencyKey() key: { idempotencyKey?: string },
    @Created() created: CreatedAnswer,
  ) {
    return created('webhook', await this.bus.request(rotateWebhookSecret, { actor, id, ...key }));
  }
}
