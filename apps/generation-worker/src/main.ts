// Starts the generation worker.
import { bootWorker } from '#platform/boot';
import { loadConfig } from '#platform/config';
import { configSchema } from './config.ts';
import { GenerationWorkerModule } from './generation-worker.module.ts';

const config = loadConfig(configSchema);
await bootWorker({ name: 'generation-worker', module: GenerationWorkerModule.forRoot(config), config });
