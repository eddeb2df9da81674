// Test module: Postgres is Citus, a coordinator and two workers, each with its data in a folder of its own.
import { join } from 'node:path';
import { Child } from '../../../libs/testing/src/processes/child.ts';
import { here, projectFile, type ServerOptions } from '../../../libs/testing/src/servers/programs.ts';
import { startPostgresOf, type PostgresServer } from '../../../libs/testing/src/servers/postgres.ts';
import { citusPrograms } from '../harness/citus-programs.ts';

export * from '../../../libs/testing/src/servers/postgres.ts';

/** The coordinator, with the servers that have the rows. */
export type CitusServer = PostgresServer & { workers: readonly PostgresServer[] };

/** Each session of the coordinator may have several at each worker. */
const CONNECTIONS = 600;

const SETTINGS = [
  `hba_file=${projectFile('test/citus/harness/pg_hba.conf')}`,
  'shared_preload_libraries=citus',
  `max_connections=${CONNECTIONS}`,
  `max_prepared_transactions=${CONNECTIONS}`, // a change on several workers is committed in two phases
  'citus.shard_count=8',
  'citus.multi_shard_modify_mode=sequential', // else no table with a foreign key changes after several shards have, in one transaction
  'citus.enable_unsafe_triggers=on', // ours touch no rows but those of the same workspace
  'citus.propagate_set_commands=local', // the workspace of a transaction
  'citus.allow_nested_distributed_execution=on', // a trigger of a shard writes to another table
  'citus.enable_statistics_collection=off',
].flatMap((setting) => ['-c', setting]);

/** Starts the coordinator and its workers. A restart is one of all of them, and so is an end; a kill is of one. */
export async function startPostgres(options: ServerOptions): Promise<CitusServer> {
  const programs = citusPrograms();
  if (typeof programs === 'string') throw new Error(programs);
  const args = [...SETTINGS, ...(options.args ?? [])];
  const startWorker = (name: string): Promise<PostgresServer> => {
    const own = { dir: join(options.dir, name), port: undefined, place: here(`citus-${name}`) };
    return startPostgresOf(programs, { ...options, args, ...own });
  };
  const coordinator = await startPostgresOf(programs, { ...options, args });
  const workers = [await startWorker('worker-1'), await startWorker('worker-2')];
  const stop = async (): Promise<string> => {
    const how = await Child.prototype.stop.call(coordinator);
    await Promise.all(workers.map((worker) => worker.stop()));
    return how;
  };
  const restart = async (): Promise<void> => {
    await Child.prototype.restart.call(coordinator);
    await Promise.all(workers.map((worker) => worker.restart()));
  };
  return Object.assign(coordinator, { workers, stop, restart });
}
