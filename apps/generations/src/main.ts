// The generations process: accepts generations, gives them to workers and makes each one end.
import { bootService } from '#platform/boot';
import { readConfig } from './config.ts';
import { GenerationsModule } from './generations.module.ts';

const config = readConfig();
await bootService({ name: 'generations', module: GenerationsModule.forRoot(config), config });
