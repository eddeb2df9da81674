// Runs a model server that comes from a package registry of Python.
import { Child } from '#testing/processes';
import { installPython, type Python } from '#testing/python';
import { freePort, programEnv } from '#testing/servers';
import type { FoundServer } from '../../../scripts/start/local-models.ts';
import type { RunningModel } from './model.suite.ts';

/** A server of others. */
export interface ServerPackage {
  /** Its Python, with the packages; see `pythonOf`. */
  tool: Python;
  name: string;
  args: (file: string, port: number) => string[];
  /** How it is registered. */
  register: (address: string) => Promise<FoundServer | undefined>;
}

/** The Python with the packages of a file in the folder `servers`. */
export function pythonOf(name: string): Promise<Python> {
  return installPython(name, `test/full/models/servers/${name}.txt`);
}

/** Starts a server with the file of a model. */
export async function startServer(
  { tool, name, args, register }: ServerPackage,
  file: string,
): Promise<RunningModel> {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const child = await Child.start({
    name,
    command: 'program' in tool ? tool.program : '',
    args: args(file, port),
    env: programEnv(),
    ready: `${address}/v1/models`,
    readyMs: 120_000,
    stopSignal: 'SIGTERM',
    stopMs: 5000,
  });
  const server = await register(address);
  if (!server) throw new Error(`${name} was not found at ${address}`);
  const crash = async (): Promise<void> => {
    await child.kill('SIGKILL');
    await child.restart();
  };
  return { server, key: '', crash, stop: async () => void (await child.stop()) };
}
