// The container engine as its command line knows it, and the stack of docker-compose.yml under a name of its own.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** What a program said and how it ended. */
interface Ended {
  code: number;
  out: string;
  /** What it said on both streams. */
  said: string;
}

/** A container of the stack, as `docker compose ps` lists it. */
export interface Container {
  Name: string;
  Image: string;
  State: string;
  ExitCode: number;
}

/** Runs docker to its end; throws with what it said when it fails. */
export async function docker(args: string[], env: Record<string, string> = {}): Promise<string> {
  const { code, out, said } = await run(args, env);
  if (code !== 0) throw new Error(`docker ${args.join(' ')} failed (exit code ${code}):\n${said.trimEnd()}`);
  return out.trim();
}

/** Why there is no engine to be had; undefined when there is one. */
export async function missingEngine(): Promise<string | undefined> {
  for (const args of [
    ['version', '--format', '{{.Server.Version}}'],
    ['compose', 'version'],
  ]) {
    try {
      const { code, said } = await run(args);
      if (code !== 0) return said.trim();
    } catch (error) {
      return (error as Error).message;
    }
  }
  return undefined;
}

/** Gets the images that are not here; gives those that cannot be had, by their tags. */
export async function missingImages(tags: string[]): Promise<string[]> {
  const missing: string[] = [];
  for (const tag of tags) {
    if ((await run(['image', 'inspect', tag])).code === 0) continue;
    console.log(`Pulling ${tag} …`);
    if ((await run(['pull', '--quiet', tag])).code !== 0) missing.push(tag);
  }
  return missing;
}

/** The stack: docker compose with our project name and ports. */
export class ComposeStack {
  readonly #env: Record<string, string>;

  constructor(name: string, ports: { gateway: number; sandbox: number }) {
    this.#env = {
      COMPOSE_PROJECT_NAME: name,
      PORT: String(ports.gateway),
      SANDBOX_PORT: String(ports.sandbox),
    };
  }

  /** Runs docker compose; gives what it wrote to stdout. */
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

  /** Tries of jobs that ended well in one copy of a worker, by its figures. */
  async jobsDone(container: Container): Promise<number> {
    const figures = `fetch('http://127.0.0.1:9000/metrics').then((r) => r.text()).then(console.log)`;
    const text = await docker(['exec', container.Name, '/nodejs/bin/node', '--eval', figures]);
    const counts = text.matchAll(/^job_duration_seconds_count\{.*outcome="done".*\} (\d+)$/gm);
    return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
  }
}

function run(args: string[], env: Record<string, string> = {}): Promise<Ended> {
  const child = spawn('docker', args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended: Ended = { code: 1, out: '', said: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    ended.out += text;
    ended.said += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => (ended.said += text));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ ...ended, code: code ?? 1 }));
  });
}
