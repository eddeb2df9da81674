// Starts the local model: one open model that runs on this machine, behind a door that speaks OpenAI chat completions.
import { bootWeb } from '#platform/boot';
import { loadConfig } from '#platform/config';
import { configSchema } from './config.ts';
import { LocalModelModule } from './local-model.module.ts';

const config = loadConfig(configSchema);
const { HOST: host, PORT: port } = config;
await bootWeb({ name: 'local-model', module: LocalModelModule.forRoot(config), config, port, host });
