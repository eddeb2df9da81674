// Keeps the keys that sign access tokens, and rotates them.
import { Module } from '@nestjs/common';
import { AccessTokensService } from './access-tokens.service.ts';
import { SigningKeysRpcController } from './signing-keys-rpc.controller.ts';
import { SigningKeysService } from './signing-keys.service.ts';
import { SigningKeysStore } from './signing-keys.store.ts';

@Module({
  controllers: [SigningKeysRpcController],
  providers: [AccessTokensService, SigningKeysService, SigningKeysStore],
  exports: [AccessTokensService],
})
export class KeysModule {}
