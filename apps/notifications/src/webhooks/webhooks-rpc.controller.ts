// Answers bus requests about webhooks.
import { Controller } from '@nestjs/common';
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  rotateWebhookSecret,
  updateWebhook,
  type AnswerOf,
  type InputOf,
} from '#contracts';
import { OnRequest } from '#platform/messaging';
import { WebhooksService } from './webhooks.service.ts';

@Controller()
export class WebhooksRpcController {
  constructor(private readonly webhooks: WebhooksService) {}

  @OnRequest(createWebhook)
  create(input: InputOf<typeof createWebhook>): Promise<AnswerOf<typeof createWebhook>> {
    return this.webhooks.create(input.actor, input.body, input.idempotencyKey);
  }

  @OnRequest(listWebhooks)
  list({ actor, ...query }: InputOf<typeof listWebhooks>): Promise<string> {
    return this.webhooks.list({ workspaceId: actor.workspaceId, ...query });
  }

  @OnRequest(getWebhook)
  get({ actor, id }: InputOf<typeof getWebhook>): Promise<AnswerOf<typeof getWebhook>> {
    return this.webhooks.get(actor, id);
  }

  @OnRequest(updateWebhook)
  update({ actor, id, body }: InputOf<typeof updateWebhook>): Promise<AnswerOf<typeof updateWebhook>> {
    return this.webhooks.update(actor, id, body);
  }

  @OnRequest(deleteWebhook)
  async delete({ actor, id }: InputOf<typeof deleteWebhook>): Promise<AnswerOf<typeof deleteWebhook>> {
    await this.webhooks.delete(actor, id);
    return {};
  }

  @OnRequest(rotateWebhookSecret)
  rotate(input: InputOf<typeof rotateWebhookSecret>): Promise<AnswerOf<typeof rotateWebhookSecret>> {
    return this.webhooks.rotate(input.actor, input.id, input.idempotencyKey);
  }
}
