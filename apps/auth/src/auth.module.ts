// Wires auth together.
import { Module, type DynamicModule } from '@nestjs/common';
import { CONFIG } from '#platform/config';
import { DatabaseModule } from '#platform/database';
import { BusModule } from '#platform/messaging';
import { OutboxEntity, OutboxModule } from '#platform/outbox';
import { CursorKeyEntity, Pages } from '#platform/paging';
import { AccountsRpcController } from './accounts/accounts-rpc.controller.ts';
import { Account } from './accounts/accounts.entity.ts';
import { AccountsService } from './accounts/accounts.service.ts';
import { AccountsStore } from './accounts/accounts.store.ts';
import { PasswordsService } from './accounts/passwords.service.ts';
import { RegistrationService } from './accounts/registration.service.ts';
import type { Config } from './config.ts';
import { AccessTokensService } from './keys/access-tokens.service.ts';
import { SigningKeysRpcController } from './keys/signing-keys-rpc.controller.ts';
import { SigningKey } from './keys/signing-keys.entity.ts';
import { SigningKeysService } from './keys/signing-keys.service.ts';
import { SigningKeysStore } from './keys/signing-keys.store.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { RefreshService } from './sessions/refresh.service.ts';
import { RefreshStore } from './sessions/refresh.store.ts';
import { RevocationsService } from './sessions/revocations.service.ts';
import { RevocationsStore } from './sessions/revocations.store.ts';
import { SessionsRpcController } from './sessions/sessions-rpc.controller.ts';
import { RefreshKey, Revocation, Session } from './sessions/sessions.entity.ts';
import { SessionsService } from './sessions/sessions.service.ts';
import { SessionsStore } from './sessions/sessions.store.ts';
import { WorkspacesRpcController } from './workspaces/workspaces-rpc.controller.ts';
import { Membership, Workspace } from './workspaces/workspaces.entity.ts';
import { WorkspacesService } from './workspaces/workspaces.service.ts';
import { WorkspacesStore } from './workspaces/workspaces.store.ts';

/** The tables that the app role may use. None has row-level security. */
export const APP_ENTITIES = [Account, CursorKeyEntity, Membership, Session, Workspace];
/** All tables of auth. */
export const ENTITIES = [...APP_ENTITIES, OutboxEntity, RefreshKey, Revocation, SigningKey];

const DATABASE = { entities: ENTITIES, unbound: APP_ENTITIES, migrations: MIGRATIONS };

@Module({})
export class AuthModule {
  /** Auth with this configuration. */
  static forRoot(config: Config): DynamicModule {
    return {
      module: AuthModule,
      imports: [
        BusModule.forRoot(config, 'auth'),
        DatabaseModule.forRoot(config, 'auth', DATABASE),
        OutboxModule.forEvents(config, 'auth'),
      ],
      controllers: [
        AccountsRpcController,
        SigningKeysRpcController,
        SessionsRpcController,
        WorkspacesRpcController,
      ],
      providers: [
        { provide: CONFIG, useValue: config },
        AccessTokensService,
        AccountsService,
        AccountsStore,
        Pages,
        PasswordsService,
        RefreshService,
        RefreshStore,
        RegistrationService,
        RevocationsService,
        RevocationsStore,
        SigningKeysStore,
        SigningKeysService,
        SessionsStore,
        SessionsService,
        WorkspacesService,
        WorkspacesStore,
      ],
    };
  }
}
