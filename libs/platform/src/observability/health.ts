// The ops port of a process: is it alive, is it ready, what are its figures. Never on the public port.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { exposition, metrics } from './metrics.ts';

/** Longest time for all checks of one look, in milliseconds. */
const CHECK_MS = 2000;

/** A dependency of this process: resolves when it can be used, throws with the reason otherwise. */
export type ReadinessCheck = () => void | Promise<void>;

/** A sign of life: throws with the reason when only a new process can help. */
export type LivenessCheck = () => void;

/** Collects what this process needs to be alive and to be ready. */
export class Health {
  private readonly checks = new Map<string, ReadinessCheck>();
  private readonly signs = new Map<string, LivenessCheck>();
  private leaving = false;

  /** Adds a sign of life by name. It must not look at a dependency: nobody is restarted because of another. */
  addLivenessCheck(name: string, sign: LivenessCheck): void {
    this.signs.set(name, sign);
  }

  /** Adds a dependency by name. */
  addReadinessCheck(name: string, check: ReadinessCheck): void {
    this.checks.set(name, check);
  }

  /** From now on not ready, so that traffic goes elsewhere while work in hand ends. */
  leave(): void {
    this.leaving = true;
  }

  /** Why this process should be replaced, by name; empty while it lives. */
  failures(): Record<string, string> {
    const failures: Record<string, string> = {};
    for (const [name, sign] of this.signs) {
      try {
        sign();
      } catch (error) {
        failures[name] = reason(error);
      }
    }
    return failures;
  }

  /** What keeps this process from being ready, by name; empty when it is. */
  async problems(): Promise<Record<string, string>> {
    if (this.leaving) return { process: 'shutting down' };
    const looks = [...this.checks].map(async ([name, check]): Promise<[string, string] | undefined> => {
      try {
        await Promise.race([check(), late()]);
        return undefined;
      } catch (error) {
        return [name, reason(error)];
      }
    });
    return Object.fromEntries((await Promise.all(looks)).filter((look) => look !== undefined));
  }
}

/** Answers everything below one path of the ops port. */
export type OpsPage = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** What the ops port of this process shows besides health and figures. */
export class OpsPages {
  private readonly pages = new Map<string, OpsPage>();

  /** Adds a page and what is below it. */
  add(path: string, page: OpsPage): void {
    this.pages.set(path, page);
  }

  /** The page of an address. */
  find(url: string): OpsPage | undefined {
    const [path = ''] = url.split('?', 1);
    return [...this.pages].find(([start]) => path === start || path.startsWith(`${start}/`))?.[1];
  }
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function late(): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error(`no answer within ${CHECK_MS} ms`)), CHECK_MS).unref();
  });
}

/** Opens the ops port: /health/live, /health/ready, /metrics, and the pages that were added. */
export function openOpsPort(
  health: Health,
  host: string,
  port: number,
  pages = new OpsPages(),
): Promise<Server> {
  const server = createServer((request, response) => {
    const send = (status: number, type: string, body: string): void => {
      response.writeHead(status, { 'content-type': type }).end(body);
    };
    const report = (problems: Record<string, string>): void => {
      const well = Object.keys(problems).length === 0;
      const body = JSON.stringify({ status: well ? 'ok' : 'unavailable', problems });
      send(well ? 200 : 503, 'application/json', body);
    };
    const answer = async (): Promise<void> => {
      if (request.url === '/health/live') return report(health.failures());
      if (request.url === '/health/ready') return report(await health.problems());
      if (request.url === '/metrics') return send(200, metrics.contentType, await exposition());
      const page = pages.find(request.url ?? '');
      if (page) return page(request, response);
      return send(404, 'text/plain', 'Try /health/live, /health/ready or /metrics.\n');
    };
    answer().catch((error: unknown) => send(500, 'text/plain', String(error)));
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve(server));
  });
}
