// Wires auth together.
import { Module, type DynamicModule } from '@nestjs/common';
import { ConfigModule } from '#platform/boot';
import { DatabaseModule } from '#platform/database';
import { RefusedEventEntity } from '#platform/events';
import { IdempotencyEntity } from '#platform/idempotency';
import { BusModule } from '#platform/messaging';
import { OutboxEntity, OutboxModule } from '#platform/outbox';
import { CursorKeyEntity } from '#platform/paging';
import { RetentionModule } from '#platform/retention';
import { Account } from './tables/accounts.entity.ts';
import { Cell } from './tables/cells.entity.ts';
import { ApiKeyEntity } from './tables/api-keys.entity.ts';
import type { Config } from './config.ts';
import { AccountsModule } from './accounts/accounts.module.ts';
import { ApiKeysModule } from './api-keys/api-keys.module.ts';
import { CellsModule } from './cells/cells.module.ts';
import { eventsOf } from './cells/cells.store.ts';
import { InvitationsModule } from './invitations/invitations.module.ts';
import { KeysModule } from './keys/keys.module.ts';
import { SessionsModule } from './sessions/sessions.module.ts';
import { WorkspacesModule } from './workspaces/workspaces.module.ts';
import { InvitationEntity } from './tables/invitations.entity.ts';
import { SigningKey } from './tables/signing-keys.entity.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { RefreshKey, Revocation, Session } from './tables/sessions.entity.ts';
import { ErasedWorkspace, Membership, MembershipChange, Workspace } from './tables/workspaces.entity.ts';

/** The tables without row-level security that the app role may use. */
export const APP_ENTITIES = [Cell, CursorKeyEntity];
/** All tables of auth. */
export const ENTITIES = [
  ...APP_ENTITIES,
  Account,
  ApiKeyEntity,
  Membership,
  Session,
  Workspace,
  ErasedWorkspace,
  IdempotencyEntity,
  InvitationEntity,
  MembershipChange,
  OutboxEntity,
  RefreshKey,
  RefusedEventEntity,
  Revocation,
  SigningKey,
];

const DATABASE = { entities: ENTITIES, unbound: APP_ENTITIES, migrations: MIGRATIONS };

/** The rooms of this service; each says what it needs of the others. */
const ROOMS = [
  AccountsModule,
  ApiKeysModule,
  CellsModule,
  InvitationsModule,
  KeysModule,
  SessionsModule,
  WorkspacesModule,
];

@Module({})
export class AuthModule {
  /** Auth with this configuration. */
  static forRoot(config: Config): DynamicModule {
    return {
      module: AuthModule,
      imports: [
        ConfigModule.forRoot(config),
        BusModule.forRoot(config, 'auth'),
        DatabaseModule.forRoot(config, 'auth', DATABASE),
        OutboxModule.forEvents(config, 'auth', eventsOf(config.CELL)),
        RetentionModule.forRoot([]),
        ...ROOMS,
      ],
    };
  }
}
