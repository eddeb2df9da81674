// Deletes what notifications has of an erased workspace, when auth asks for it.
import { Controller } from '@nestjs/common';
import { eraseNotifications, type AnswerOf, type InputOf } from '#contracts';
import { OnRequest } from '#platform/messaging';
import { NotificationsErasureService } from './notifications-erasure.service.ts';

@Controller()
export class NotificationsErasureRpcController {
  constructor(private readonly erasure: NotificationsErasureService) {}

  @OnRequest(eraseNotifications)
  async erase({
    workspaceId,
  }: InputOf<typeof eraseNotifications>): Promise<AnswerOf<typeof eraseNotifications>> {
    return { isGone: await this.erasure.erase(workspaceId) };
  }
}
