// Serves deliveries: what was sent to a webhook, what came back, and sending it again.
import { Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  deliveryListQuery,
  listDeliveries,
  replayDelivery,
  testWebhook,
  type Actor,
  type DeliveryListQuery,
} from '#contracts';
import { Bus } from '#platform/messaging';
import { Created, type CreatedAnswer, CurrentActor, IdempotencyKey } from '../http/index.ts';
import {
  exampleDelivery,
  exampleTestDelivery,
  exampleWebhook,
  ListOperation,
  Operation,
  PathId,
} from '../openapi/index.ts';

/** Only owners see deliveries. */
const ACCESS = { step: 'admin' } as const;

const WebhookId = PathId('webhook', exampleWebhook.id);
const DeliveryId = PathId('delivery', exampleDelivery.id, { name: 'deliveryId' });

@ApiTags('Events')
@Controller('webhooks')
export class DeliveriesController {
  constructor(private readonly bus: Bus) {}

  @Post(':id/test')
  @Operation(testWebhook, {
    id: 'TestWebhook',
    summary: 'Send a test event',
    description:
      'Sends an event of type `webhook.test` to the webhook, even if it is disabled. The list of deliveries shows the outcome.',
    route: { creates: null, access: ACCESS },
    answer: { status: 202, description: 'Accepted.', example: exampleTestDelivery },
  })
  async test(
    @CurrentActor() actor: Actor,
    @WebhookId webhookId: string,
    @IdempotencyKey() key: { idempotencyKey?: string },
    @Created() created: CreatedAnswer,
  ) {
    return created('delivery', await this.bus.request(testWebhook, { actor, webhookId, ...key }));
  }

  @Get(':id/deliveries')
  @ListOperation(listDeliveries, {
    id: 'ListDeliveries',
    summary: 'List deliveries to a webhook',
    description:
      'The events that were sent or will be sent to the webhook, newest first, each with its tries. They are kept for 30 days.',
    access: ACCESS,
    example: { deliveries: [exampleDelivery] },
  })
  list(
    @CurrentActor() actor: Actor,
    @WebhookId webhookId: string,
    @Query({ schema: deliveryListQuery }) query: DeliveryListQuery,
  ) {
    return this.bus.requestJson(listDeliveries, { actor, webhookId, ...query });
  }

  @Post(':id/deliveries/:deliveryId/replay')
  @Operation(replayDelivery, {
    id: 'ReplayDelivery',
    summary: 'Send an event again',
    description:
      'Delivers the event once more, with the same `webhook-id` and as many tries as a new event, even if the webhook is disabled. A delivery that is still `PENDING` is left as it is.',
    route: { access: ACCESS },
    answer: { status: 202, description: 'Accepted.', example: exampleTestDelivery },
  })
  replay(@CurrentActor() actor: Actor, @WebhookId webhookId: string, @DeliveryId id: string) {
    return this.bus.request(replayDelivery, { actor, webhookId, id });
  }
}
