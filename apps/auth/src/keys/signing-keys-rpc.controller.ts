// Answers bus requests about signing keys.
import { Controller } from '@nestjs/common';
import { listKeys, type KeySet } from '#contracts';
import { OnRequest } from '#platform/messaging';
import { SigningKeysService } from './signing-keys.service.ts';

@Controller()
export class SigningKeysRpcController {
  constructor(private readonly keys: SigningKeysService) {}

  @OnRequest(listKeys)
  list(): Promise<KeySet> {
    return this.keys.published(new Date());
  }
}
