// Starts the generation worker.
import { bootWorker } from '#platform/boot';
import { readConfig } from './config.ts';
import { GenerationWorkerModule } from './generation-worker.module.ts';

const config = readConfig();
await bootWorker({ name: 'generation-worker', module: GenerationWorkerModule.forRoot(config), config });
