// Starts the sandbox, the stand-in for the marketplace and the model server in development and tests.
import { bootWeb } from '#platform/boot';
import { loadConfig } from '#platform/config';
import { configSchema } from './config.ts';
import { SandboxModule } from './sandbox.module.ts';

const config = loadConfig(configSchema);
const { HOST: host, PORT: port } = config;
await bootWeb({ name: 'sandbox', module: SandboxModule.forRoot(config), config, port, host });
