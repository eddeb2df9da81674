// Requests about signing keys.
import { Controller } from '@nestjs/common';
import { listKeys, type KeySet } from '#contracts';
import { OnRequest } from '#platform/bus';
import { KeysService } from './keys.service.ts';

@Controller()
export class KeysController {
  constructor(private readonly keys: KeysService) {}

  @OnRequest(listKeys)
  list(): Promise<KeySet> {
    return this.keys.published(new Date());
  }
}
