// Serves deliveries: what was sent to a webhook, what came back, and sending it again.
import { Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import {
  delivery,
  deliveryList,
  deliveryListQuery,
  listDeliveries,
  replayDelivery,
  testWebhook,
  type Actor,
  type Delivery,
  type DeliveryListQuery,
} from '#contracts';
import { Bus } from '#platform/messaging';
import { Created, type CreatedAnswer, CurrentActor, IdempotencyKey } from '../http/index.ts';
import { exampleDelivery, exampleTestDelivery, exampleWebhook, Operation } from '../openapi/index.ts';

const WEBHOOK_ID = { name: 'id', description: 'Id of the webhook.', example: exampleWebhook.id };

/** Deliveries are a matter of owners. */
const ACCESS = { step: 'admin' } as const;

@ApiTags('Events')
@Controller('webhooks')
export class DeliveriesController {
  constructor(private readonly bus: Bus) {}

  @Post(':id/test')
  @ApiParam(WEBHOOK_ID)
  @Operation({
    id: 'TestWebhook',
    summary: 'Send a test event',
    description:
      'Sends an event of type `webhook.test` to the webhook, also while it is disabled. The list of deliveries shows how it went.',
    forwardsTo: testWebhook,
    route: { creates: null, access: ACCESS },
    answer: { status: 202, schema: delivery, description: 'Accepted.', example: exampleTestDelivery },
  })
  async test(
    @CurrentActor() actor: Actor,
    @Param('id') webhookId: string,
    @IdempotencyKey() key: { idempotencyKey?: string },
    @Created() created: CreatedAnswer,
  ): Promise<Delivery> {
    return created('delivery', await this.bus.request(testWebhook, { actor, webhookId, ...key }));
  }

  @Get(':id/deliveries')
  @ApiParam(WEBHOOK_ID)
  @Operation({
    id: 'ListDeliveries',
    summary: 'List deliveries to a webhook',
    description:
      'The events that were or will be sent to the webhook, newest first, in pages, each with its tries. They are kept for 30 days.',
    forwardsTo: listDeliveries,
    route: { query: true, access: ACCESS },
    answer: {
      status: 200,
      schema: deliveryList,
      description: 'One page.',
      example: { deliveries: [exampleDelivery] },
    },
  })
  list(
    @CurrentActor() actor: Actor,
    @Param('id') webhookId: string,
    @Query({ schema: deliveryListQuery }) query: DeliveryListQuery,
  ): Promise<Buffer> {
    return this.bus.requestJson(listDeliveries, { actor, webhookId, ...query });
  }

  @Post(':id/deliveries/:deliveryId/replay')
  @ApiParam(WEBHOOK_ID)
  @ApiParam({ name: 'deliveryId', description: 'Id of the delivery.', example: exampleDelivery.id })
  @Operation({
    id: 'ReplayDelivery',
    summary: 'Send an event again',
    description:
      'Delivers the event once more, with the same `webhook-id` and as many tries as a new one, also while the webhook is disabled. A delivery that is still `PENDING` stays as it is.',
    forwardsTo: replayDelivery,
    route: { access: ACCESS },
    answer: { status: 202, schema: delivery, description: 'Accepted.', example: exampleTestDelivery },
  })
  replay(
    @CurrentActor() actor: Actor,
    @Param('id') webhookId: string,
    @Param('deliveryId') id: string,
  ): Promise<Delivery> {
    return this.bus.request(replayDelivery, { actor, webhookId, id });
  }
}
