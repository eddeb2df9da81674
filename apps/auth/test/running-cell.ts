// Starts auth of a second cell: on a bus of its own, with the database of the first. And carries out commands about cells.
import { openService } from '#platform/boot';
import { type Bus, BusConnection } from '#platform/messaging';
import { PatientBus } from '#testing/messaging';
import { freePort, loadSecrets, startNats, temporaryFolder, type NatsServer } from '#testing/servers';
import { AuthModule } from '../src/auth.module.ts';
import { CellCommandsService, cellCommandOf } from '../src/cells/cell-commands.service.ts';
import { configSchema } from '../src/config.ts';
import { KEYS_SECRET, type RunningAuth } from './running-auth.ts';

/** Auth of a second cell. */
export interface RunningCell {
  nats: NatsServer;
  /** A client with the permissions of a gateway of the cell. */
  gateway: Bus;
  close(): Promise<void>;
}

/** Starts it with this name and address. */
export async function startCell(first: RunningAuth, name: string, url: string): Promise<RunningCell> {
  const dir = await temporaryFolder('cell');
  const nats = await startNats({
    dir,
    port: await freePort(),
    secrets: await loadSecrets(dir),
    testingUser: true,
  });
  const config = configSchema.parse({
    ...first.servers.variables,
    ...nats.variables('auth'),
    LOG_LEVEL: 'error',
    KEYS_SECRET,
    CELL: name,
    CELL_URL: url,
  });
  const app = await openService({ name: 'auth', module: AuthModule.forRoot(config), config });
  const connection = await BusConnection.open(nats.variables('gateway'), 'gateway');
  return {
    nats,
    gateway: new PatientBus(connection),
    async close() {
      await connection.onApplicationShutdown();
      await app.close();
      await nats.stop();
    },
  };
}

/** Carries out `admin cell …`; gives what it would print. */
export async function cellCommand({ app }: RunningAuth, args: string[]): Promise<object[]> {
  const printed: object[] = [];
  for await (const record of app.get(CellCommandsService, { strict: false }).run(cellCommandOf(args)))
    printed.push(record);
  return printed;
}
