// Runs docker and docker compose, for the stack of docker-compose.yml under a project name of its own.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Exit code and output of a program. */
interface ProgramResult {
  code: number;
  stdout: string;
  /** Both streams. */
  output: string;
}

/** A container of the stack, as `docker compose ps` lists it. */
export interface Container {
  Name: string;
  Image: string;
  State: string;
  ExitCode: number;
}

/** Runs docker and gives its standard output. Throws its output when it fails. */
export async function docker(args: string[], env: Record<string, string> = {}): Promise<string> {
  const { code, stdout, output } = await run(args, env);
  if (code !== 0)
    throw new Error(`docker ${args.join(' ')} failed (exit code ${code}):\n${output.trimEnd()}`);
  return stdout.trim();
}

/** The reason why there is no engine; undefined when there is one. */
export async function missingEngine(): Promise<string | undefined> {
  for (const args of [
    ['version', '--format', '{{.Server.Version}}'],
    ['compose', 'version'],
  ]) {
    try {
      const { code, output } = await run(args);
      if (code !== 0) return output.trim();
    } catch (error) {
      return (error as Error).message;
    }
  }
  return undefined;
}

/** Pulls the images that are not present. Gives the tags of those that cannot be pulled. */
export async function missingImages(tags: string[]): Promise<string[]> {
  const missing: string[] = [];
  for (const tag of tags) {
    if ((await run(['image', 'inspect', tag])).code === 0) continue;
    console.log(`Pulling ${tag} …`);
    if ((await run(['pull', '--quiet', tag])).code !== 0) missing.push(tag);
  }
  return missing;
}

/** Runs docker compose with our project name, ports and revision. */
export class ComposeStack {
  readonly #env: Record<string, string>;

  constructor(name: string, settings: { gateway: number; sandbox: number; revision: string }) {
    this.#env = {
      COMPOSE_PROJECT_NAME: name,
      PORT: String(settings.gateway),
      SANDBOX_PORT: String(settings.sandbox),
      REVISION: settings.revision,
    };
  }

  /** Runs docker compose and gives its standard output. */
  compose(...args: string[]): Promise<string> {
    return docker(['compose', ...args], this.#env);
  }

  /** The containers of a service, or of all. */
  async containers(...services: string[]): Promise<Container[]> {
    const lines = await this.compose('ps', '--all', '--format', 'json', ...services);
    return lines
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Container);
  }

  /** Attempts of jobs that succeeded in one copy of a worker, by its metrics. */
  async jobsDone(container: Container): Promise<number> {
    const script = `fetch('http://127.0.0.1:9000/metrics').then((r) => r.text()).then(console.log)`;
    const text = await docker(['exec', container.Name, '/nodejs/bin/node', '--eval', script]);
    const counts = text.matchAll(/^job_duration_seconds_count\{.*outcome="done".*\} (\d+)$/gm);
    return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
  }
}

function run(args: string[], env: Record<string, string> = {}): Promise<ProgramResult> {
  const child = spawn('docker', args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const result: ProgramResult = { code: 1, stdout: '', output: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    result.stdout += text;
    result.output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => (result.output += text));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ ...result, code: code ?? 1 }));
  });
}
