// Starts the import worker.
import { bootWorker } from '#platform/boot';
import { loadConfig } from '#platform/config';
import { configSchema } from './config.ts';
import { ImportWorkerModule } from './import-worker.module.ts';

const config = loadConfig(configSchema);
await bootWorker({ name: 'import-worker', module: ImportWorkerModule.forRoot(config), config });
