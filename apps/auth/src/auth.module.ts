// Auth's parts.
import { Module, type DynamicModule } from '@nestjs/common';
import { BusModule } from '#platform/bus';
import { DatabaseModule } from '#platform/database';
import { AccountsController } from './accounts.controller.ts';
import { Account } from './accounts.entity.ts';
import { AccountsService } from './accounts.service.ts';
import { AccountsStore } from './accounts.store.ts';
import type { Config } from './config.ts';
import { HousekeepingService } from './housekeeping.service.ts';
import { KeysController } from './keys.controller.ts';
import { SigningKey } from './keys.entity.ts';
import { KeysService } from './keys.service.ts';
import { KeysStore } from './keys.store.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { SessionsController } from './sessions.controller.ts';
import { Session } from './sessions.entity.ts';
import { SessionsService } from './sessions.service.ts';
import { SessionsStore } from './sessions.store.ts';
import { WorkspacesController } from './workspaces.controller.ts';
import { Membership, Workspace } from './workspaces.entity.ts';
import { WorkspacesService } from './workspaces.service.ts';
import { WorkspacesStore } from './workspaces.store.ts';

const ENTITIES = [Account, Membership, Session, SigningKey, Workspace];

@Module({})
export class AuthModule {
  /** Auth under a configuration. */
  static with(config: Config): DynamicModule {
    const parties = { iss: config.TOKEN_ISSUER, aud: config.TOKEN_AUDIENCE };
    return {
      module: AuthModule,
      imports: [
        BusModule.connect(config, 'auth'),
        DatabaseModule.connect(config, 'auth', { entities: ENTITIES, migrations: MIGRATIONS }),
      ],
      controllers: [AccountsController, KeysController, SessionsController, WorkspacesController],
      providers: [
        AccountsService,
        AccountsStore,
        HousekeepingService,
        KeysStore,
        {
          provide: KeysService,
          inject: [KeysStore],
          useFactory: (store: KeysStore) =>
            new KeysService(store, config.KEYS_SECRET, config.KEY_ROTATION_DAYS),
        },
        SessionsStore,
        {
          provide: SessionsService,
          inject: [AccountsStore, SessionsStore, KeysService],
          useFactory: (accounts: AccountsStore, sessions: SessionsStore, keys: KeysService) =>
            new SessionsService(accounts, sessions, keys, parties),
        },
        WorkspacesService,
        WorkspacesStore,
      ],
    };
  }
}
