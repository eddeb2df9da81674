// Answers bus requests of people about deliveries.
import { Controller } from '@nestjs/common';
import { listDeliveries, replayDelivery, testWebhook, type AnswerOf, type InputOf } from '#contracts';
import { OnRequest } from '#platform/messaging';
import { DeliveriesService } from './deliveries.service.ts';

@Controller()
export class DeliveriesRpcController {
  constructor(private readonly deliveries: DeliveriesService) {}

  @OnRequest(listDeliveries)
  list({ actor, webhookId, status, ...page }: InputOf<typeof listDeliveries>): Promise<string> {
    return this.deliveries.list(webhookId, status, { workspaceId: actor.workspaceId, ...page });
  }

  @OnRequest(testWebhook)
  test(input: InputOf<typeof testWebhook>): Promise<AnswerOf<typeof testWebhook>> {
    return this.deliveries.test(input.actor, input.webhookId, input.idempotencyKey);
  }

  @OnRequest(replayDelivery)
  replay(input: InputOf<typeof replayDelivery>): Promise<AnswerOf<typeof replayDelivery>> {
    return this.deliveries.replay(input.actor, input.webhookId, input.id);
  }
}
