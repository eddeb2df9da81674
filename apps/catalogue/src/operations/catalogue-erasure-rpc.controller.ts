// Answers bus requests about erased workspaces.
import { Controller } from '@nestjs/common';
import { eraseCatalogue, type AnswerOf, type InputOf } from '#contracts';
import { OnRequest } from '#platform/messaging';
import { CatalogueErasureService } from './catalogue-erasure.service.ts';

@Controller()
export class CatalogueErasureRpcController {
  constructor(private readonly erasure: CatalogueErasureService) {}

  @OnRequest(eraseCatalogue)
  async erase({ workspaceId }: InputOf<typeof eraseCatalogue>): Promise<AnswerOf<typeof eraseCatalogue>> {
    return { isGone: await this.erasure.erase(workspaceId) };
  }
}
