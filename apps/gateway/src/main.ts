// Starts the gateway, the only process that clients reach.
import { bootWeb } from '#platform/boot';
import { loadConfig } from '#platform/config';
import { configSchema } from './config.ts';
import { GatewayModule, webServer } from './gateway.module.ts';

const config = loadConfig(configSchema);
const module = GatewayModule.forRoot(config);
const { HOST: host, PORT: port } = config;
await bootWeb({ name: 'gateway', module, config, port, host, ...webServer(config) });
