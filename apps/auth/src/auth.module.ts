// Wires auth together.
import { Module, type DynamicModule } from '@nestjs/common';
import { CONFIG } from '#platform/config';
import { DatabaseModule } from '#platform/database';
import { IdempotencyEntity } from '#platform/idempotency';
import { BusModule } from '#platform/messaging';
import { OutboxEntity, OutboxModule } from '#platform/outbox';
import { CursorKeyEntity, Pages } from '#platform/paging';
import { RetentionModule } from '#platform/retention';
import { AccountsRpcController } from './accounts/accounts-rpc.controller.ts';
import { Account } from './tables/accounts.entity.ts';
import { AccountsService } from './accounts/accounts.service.ts';
import { AccountsStore } from './accounts/accounts.store.ts';
import { PasswordsService } from './accounts/passwords.service.ts';
import { RegistrationService } from './accounts/registration.service.ts';
import { ApiKeyEntity } from './tables/api-keys.entity.ts';
import { ApiKeysRpcController } from './api-keys/api-keys-rpc.controller.ts';
import { ApiKeysService } from './api-keys/api-keys.service.ts';
import { ApiKeysStore } from './api-keys/api-keys.store.ts';
import type { Config } from './config.ts';
import { AccessTokensService } from './keys/access-tokens.service.ts';
import { SigningKeysRpcController } from './keys/signing-keys-rpc.controller.ts';
import { SigningKey } from './tables/signing-keys.entity.ts';
import { SigningKeysService } from './keys/signing-keys.service.ts';
import { SigningKeysStore } from './keys/signing-keys.store.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { RefreshService } from './sessions/refresh.service.ts';
import { RefreshStore } from './sessions/refresh.store.ts';
import { RevocationsService } from './sessions/revocations.service.ts';
import { RevocationsStore } from './sessions/revocations.store.ts';
import { SessionsRpcController } from './sessions/sessions-rpc.controller.ts';
import { RefreshKey, Revocation, Session } from './tables/sessions.entity.ts';
import { SessionsService } from './sessions/sessions.service.ts';
import { SessionsStore } from './sessions/sessions.store.ts';
import { WorkspaceSwitchService } from './sessions/workspace-switch.service.ts';
import { MembersRpcController } from './workspaces/members-rpc.controller.ts';
import { MembersService } from './workspaces/members.service.ts';
import { MembersStore } from './workspaces/members.store.ts';
import { WorkspacesRpcController } from './workspaces/workspaces-rpc.controller.ts';
import { WorkspaceErasureService } from './workspaces/workspace-erasure.service.ts';
import { WorkspaceErasureStore } from './workspaces/workspace-erasure.store.ts';
import { ErasedWorkspace, Membership, MembershipChange, Workspace } from './tables/workspaces.entity.ts';
import { WorkspacesService } from './workspaces/workspaces.service.ts';
import { WorkspacesStore } from './workspaces/workspaces.store.ts';

/** The tables without row-level security that the app role may use. */
export const APP_ENTITIES = [Account, ApiKeyEntity, CursorKeyEntity, Membership, Session, Workspace];
/** All tables of auth. */
export const ENTITIES = [
  ...APP_ENTITIES,
  ...[ErasedWorkspace, IdempotencyEntity, MembershipChange, OutboxEntity, RefreshKey, Revocation, SigningKey],
];

const DATABASE = { entities: ENTITIES, unbound: APP_ENTITIES, migrations: MIGRATIONS };

const CONTROLLERS = [
  AccountsRpcController,
  ApiKeysRpcController,
  MembersRpcController,
  SigningKeysRpcController,
  SessionsRpcController,
  WorkspacesRpcController,
];

const PROVIDERS = [
  AccessTokensService,
  AccountsService,
  AccountsStore,
  ApiKeysService,
  ApiKeysStore,
  MembersService,
  MembersStore,
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
  WorkspaceErasureService,
  WorkspaceErasureStore,
  WorkspacesService,
  WorkspacesStore,
  WorkspaceSwitchService,
];

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
        RetentionModule.forRoot([]),
      ],
      controllers: CONTROLLERS,
      providers: [{ provide: CONFIG, useValue: config }, ...PROVIDERS],
    };
  }
}
