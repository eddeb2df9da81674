// Starts auth.
import { bootService } from '#platform/boot';
import { loadConfig } from '#platform/config';
import { AuthModule } from './auth.module.ts';
import { configSchema } from './config.ts';

const config = loadConfig(configSchema);
await bootService({ name: 'auth', module: AuthModule.forRoot(config), config });
