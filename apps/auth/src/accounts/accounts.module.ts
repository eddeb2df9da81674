// Registers people and keeps what they say about themselves.
import { Module } from '@nestjs/common';
import { AccountsRpcController } from './accounts-rpc.controller.ts';
import { AccountsService } from './accounts.service.ts';
import { AccountsStore } from './accounts.store.ts';
import { PasswordsService } from './passwords.service.ts';
import { RegistrationService } from './registration.service.ts';

@Module({
  controllers: [AccountsRpcController],
  providers: [AccountsService, AccountsStore, PasswordsService, RegistrationService],
  exports: [AccountsService, PasswordsService],
})
export class AccountsModule {}
