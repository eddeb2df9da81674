// Real servers for tests and the local start: Postgres, Redis, NATS, and the databases of the owners.
export { makeCertificate, type Certificate } from './certificate.ts';
export { migrationFaults } from './migration-faults.ts';
export { BUS_USERS, busAt, passwordVariable, startNats, type BusUser, type NatsServer } from './nats.ts';
export { databaseAddresses, OWNERS, prepareDatabase, type OwnerDatabase } from './owner-database.ts';
export { OLD_ID, startWithOldMonth } from './old-month.ts';
export { startOwnerServers, temporaryFolder, type OwnerServers } from './owner-servers.ts';
export { freePort, isFree, onPort } from './ports.ts';
export { forPostgres, portOfPostgres, startPostgres, type PostgresServer } from './postgres.ts';
export {
  bundledProgram,
  commandIn,
  compiledProgram,
  deployFile,
  nodeOfNpm,
  programEnv,
  projectFile,
  waitsForDisk,
  type Place,
} from './programs.ts';
export { REDIS_USERS, startRedis, usersFile, type RedisServer } from './redis.ts';
export { loadSecrets, type Secrets } from './secrets.ts';
export { schemaDrift } from './schema-drift.ts';
export { type Servers, type ServersOptions } from './servers.ts';
export { workspaceRows } from './workspace-rows.ts';
