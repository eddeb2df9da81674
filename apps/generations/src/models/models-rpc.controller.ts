// Answers the gateway's requests about models.
import { Controller } from '@nestjs/common';
import { listModels, type ModelList } from '#contracts';
import { OnRequest } from '#platform/messaging';
import { ModelsService } from './models.service.ts';

@Controller()
export class ModelsRpcController {
  constructor(private readonly models: ModelsService) {}

  @OnRequest(listModels)
  list(): Promise<ModelList> {
    return this.models.list();
  }
}
