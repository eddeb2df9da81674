// The generations process: accepts generations, hands them to workers, sees that each one ends.
import { bootService } from '#platform/boot';
import { loadConfig } from '#platform/config';
import { configSchema } from './config.ts';
import { GenerationsModule } from './generations.module.ts';

const config = loadConfig(configSchema);
await bootService({ name: 'generations', module: GenerationsModule.forRoot(config), config });
