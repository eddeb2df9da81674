// Reads the environment once into one checked, frozen object per app.
export {
  type BusConfig,
  CONFIG,
  busConfig,
  databaseConfig,
  egressConfig,
  eventsConfig,
  flag,
  integer,
  jsonText,
  list,
  loadConfig,
  ownerConfig,
  port,
  processConfig,
  redisConfig,
  webConfig,
  workerConfig,
} from './config.ts';
export { ConfigModule } from './config.module.ts';
