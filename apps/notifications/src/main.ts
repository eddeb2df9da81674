// Starts notifications.
import { bootService } from '#platform/boot';
import { loadConfig } from '#platform/config';
import { configSchema } from './config.ts';
import { NotificationsModule } from './notifications.module.ts';

const config = loadConfig(configSchema);
await bootService({ name: 'notifications', module: NotificationsModule.forRoot(config), config });
