// Runs the model that `npm run model` has added, beside the local start, which does without it when it fails.
import { setTimeout as sleep } from 'node:timers/promises';
import { nodeEnv } from '#testing/environment';
import { Child, type Listener } from '#testing/processes';
import { freePort, loadSecrets, bundledProgram } from '#testing/servers';
import type { InstalledModel, InstalledModels } from '../model/installed-models.ts';
import { localServer } from '../model/local-server.ts';
import { settingsOf, type GivenSettings } from './given-settings.ts';
import type { FoundServer } from './local-models.ts';

/** A model that ends sooner is not started again, in milliseconds: its file or the machine is at fault. */
const SHORTEST_LIFE_MS = 30_000;

/** The model that runs, if one was added. */
export class LocalModel {
  readonly server: FoundServer;
  /** The key that callers must send. */
  readonly key: string;
  readonly #variables: Readonly<Record<string, string>>;
  /** Its process, once it was started. */
  child: Child | undefined;
  #startedAt = 0;

  private constructor(model: InstalledModel, variables: Readonly<Record<string, string>>, key: string) {
    const { PORT, LOCAL_MODEL_CONTEXT } = variables;
    const most = LOCAL_MODEL_CONTEXT === undefined ? undefined : Number(LOCAL_MODEL_CONTEXT);
    this.server = localServer(model, `http://127.0.0.1:${PORT}/v1`, most);
    this.key = key;
    this.#variables = variables;
  }

  /** Chooses the address of the model, without starting it; undefined where none was added. */
  static async find(
    installed: InstalledModels,
    localDir: string,
    given: GivenSettings,
  ): Promise<LocalModel | undefined> {
    const [model] = await installed.list();
    if (!model) return undefined;
    const key = (await loadSecrets(localDir))('localmodel');
    const variables = {
      ...nodeEnv(),
      ...settingsOf('local-model', given),
      LOG_PRETTY: 'on',
      PORT: String(await freePort()),
      OPS_PORT: String(await freePort()),
      LOCAL_MODEL_NAME: model.name,
      LOCAL_MODEL_FILE: installed.pathOf(model),
      LOCAL_MODEL_ENGINE: installed.engine,
      LOCAL_MODEL_KEY: key,
    };
    return new LocalModel(model, variables, key);
  }

  /** Starts the process, which loads the model after it is up. A later crash is printed, and ends nothing else. */
  async start(listener: Listener): Promise<void> {
    this.#startedAt = performance.now();
    this.child = await Child.start(
      {
        name: 'local-model',
        command: process.execPath,
        args: [bundledProgram('local-model')],
        env: this.#variables,
        ready: /local-model is up after/,
        readyMs: 60_000,
        stopSignal: 'SIGTERM',
        stopMs: 20_000,
      },
      { ...listener, exit: (child, how) => void this.#restart(child, how) },
    );
  }

  /** Stops the process. */
  async stop(): Promise<void> {
    await this.child?.stop();
  }

  async #restart(child: Child, how: string): Promise<void> {
    console.error(`The local model ended unexpectedly (${how}). Its last lines:\n${child.lastLines}`);
    if (performance.now() - this.#startedAt < SHORTEST_LIFE_MS)
      return console.error('It ended so soon that it is not started again. The rest runs without it.');
    this.#startedAt = performance.now();
    await sleep(1000);
    await child.restart().catch((error: unknown) => console.error((error as Error).message));
  }
}
