// Deletes what generations has of an erased workspace, when auth asks for it.
import { Controller } from '@nestjs/common';
import { eraseGenerations, type AnswerOf, type InputOf } from '#contracts';
import { OnRequest } from '#platform/messaging';
import { GenerationsErasureService } from './generations-erasure.service.ts';

@Controller()
export class GenerationsErasureRpcController {
  constructor(private readonly erasure: GenerationsErasureService) {}

  @OnRequest(eraseGenerations)
  async erase({ workspaceId }: InputOf<typeof eraseGenerations>): Promise<AnswerOf<typeof eraseGenerations>> {
    return { isGone: await this.erasure.erase(workspaceId) };
  }
}
