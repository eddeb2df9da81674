// Creates or updates demonstration accounts and their workspaces. Repeating it changes nothing.
import { Module } from '@nestjs/common';
import { z } from 'zod';
import { account, credentials, marketplace, uuid, workspace } from '#contracts';
import { bootTask, taskArguments } from '#platform/boot';
import { loadConfig } from '#platform/config';
import { DatabaseModule } from '#platform/database';
import { AccountsService } from './accounts/accounts.service.ts';
import { AccountsStore } from './accounts/accounts.store.ts';
import { APP_ENTITIES } from './auth.module.ts';
import { configSchema } from './config.ts';

const seed = z.strictObject({
  ...credentials.shape,
  accountId: uuid,
  name: account.shape.name,
  locale: account.shape.locale.default('en'),
  workspaceId: uuid,
  workspaceName: workspace.shape.name.optional(),
  marketplace: marketplace.default('US'),
});

const name = 'auth-seed';
const config = loadConfig(configSchema);
const seeds = taskArguments(seed);

@Module({
  imports: [DatabaseModule.forRoot(config, name, { entities: APP_ENTITIES, unbound: APP_ENTITIES })],
  providers: [AccountsService, AccountsStore],
})
class AuthSeedModule {}

await bootTask({ name, module: { module: AuthSeedModule }, config }, async (app) => {
  const accounts = app.get(AccountsService, { strict: false });
  for (const { workspaceName, ...rest } of seeds)
    await accounts.put({ ...rest, workspaceName: workspaceName ?? rest.name });
});
