// Puts accounts and their workspaces in place, for demonstrations. Doing it again changes nothing.
import { Module, type DynamicModule } from '@nestjs/common';
import { z } from 'zod';
import { account, credentials, marketplace, uuid, workspace } from '#contracts';
import { bootTask, tasksOf } from '#platform/boot';
import { loadConfig } from '#platform/config';
import { DatabaseModule } from '#platform/database';
import { Account } from './accounts.entity.ts';
import { AccountsService } from './accounts.service.ts';
import { AccountsStore } from './accounts.store.ts';
import { configSchema, type Config } from './config.ts';

const who = z.strictObject({
  ...credentials.shape,
  accountId: uuid,
  name: account.shape.name,
  locale: account.shape.locale.default('en'),
  workspaceId: uuid,
  workspaceName: workspace.shape.name.optional(),
  marketplace: marketplace.default('US'),
});

@Module({})
class SeedModule {
  static with(config: Config): DynamicModule {
    return {
      module: SeedModule,
      imports: [DatabaseModule.connect(config, 'auth-seed', { entities: [Account] })],
      providers: [AccountsService, AccountsStore],
    };
  }
}

const config = loadConfig(configSchema);
const seeds = tasksOf(who);
await bootTask({ name: 'auth-seed', module: SeedModule.with(config), config }, async (app) => {
  const accounts = app.get(AccountsService, { strict: false });
  for (const { workspaceName, ...rest } of seeds)
    await accounts.put({ ...rest, workspaceName: workspaceName ?? rest.name });
});
