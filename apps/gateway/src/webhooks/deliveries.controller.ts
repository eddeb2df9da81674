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
import { ListOperation, Operation, PathId } from '../openapi/index.ts';

/** Only owners see deliveries. */
const ACCESS = { step: 'admin' } as const;

const WebhookId = PathId('webhook');
const DeliveryId = PathId('delivery', { name: 'deliveryId' });

@ApiTags('Events')
@Controller('webhooks')
export class DeliveriesController {
  constructor(private readonly bus: Bus) {}

  @Post(':id/test')
  @Operation(testWebhook, { status: 202, creates: null, access: ACCESS })
  async test(
    @CurrentActor() actor: Actor,
    @WebhookId webhookId: string,
    @IdempotencyKey() key: { idempotencyKey?: string },
    @Created() created: CreatedAnswer,
  ) {
    return created('delivery', await this.bus.request(testWebhook, { actor, webhookId, ...key }));
  }

  @Get(':id/deliveries')
  @ListOperation(listDeliveries, { access: ACCESS })
  list(
    @CurrentActor() actor: Actor,
    @WebhookId webhookId: string,
    @Query({ schema: deliveryListQuery }) query: DeliveryListQuery,
  ) {
    return this.bus.requestJson(listDeliveries, { actor, webhookId, ...query });
  }

  @Post(':id/deliveries/:deliveryId/replay')
  @Operation(replayDelivery, { status: 202, access: ACCESS })
  replay(@CurrentActor() actor: Actor, @WebhookId webhookId: string, @DeliveryId id: string) {
    return this.bus.request(replayDelivery, { actor, webhookId, id });
  }
}
