// Serves the ops port of a process, which is never the public port: liveness, readiness, metrics, and pages for operators.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { exposition, metrics } from './metrics.ts';

/** Longest time for the readiness checks, which run side by side, in milliseconds. */
const CHECK_MS = 2000;

/** Checks a dependency: resolves when it can be used, else throws with the reason. */
export type ReadinessCheck = () => void | Promise<void>;

/** Checks this process: throws with the reason when only a restart can help. */
export type LivenessCheck = () => void;

/** Collects the checks of this process. */
export class Health {
  private readonly readinessChecks = new Map<string, ReadinessCheck>();
  private readonly livenessChecks = new Map<string, LivenessCheck>();
  private isShuttingDown = false;

  /** Adds a liveness check by name. It must not check a dependency, because a restart here would not repair that. */
  addLivenessCheck(name: string, check: LivenessCheck): void {
    this.livenessChecks.set(name, check);
  }

  /** Adds the check of a dependency by name. */
  addReadinessCheck(name: string, check: ReadinessCheck): void {
    this.readinessChecks.set(name, check);
  }

  /** Throws with the reason when the dependency of this name cannot be used now. */
  async assertReady(name: string): Promise<void> {
    await this.readinessChecks.get(name)?.();
  }

  /** Reports not ready from now on, so that traffic goes to other instances while running work ends. */
  startShutdown(): void {
    this.isShuttingDown = true;
  }

  /** Reasons to restart this process, by the name of the check; empty while it is alive. */
  failures(): Record<string, string> {
    const failures: Record<string, string> = {};
    for (const [name, check] of this.livenessChecks) {
      try {
        check();
      } catch (error) {
        failures[name] = reason(error);
      }
    }
    return failures;
  }

  /** Reasons why this process is not ready, by the name of the check; empty when it is ready. */
  async problems(): Promise<Record<string, string>> {
    if (this.isShuttingDown) return { process: 'shutting down' };
    const checks = [...this.readinessChecks];
    const problems = checks.map(async ([name, check]): Promise<[string, string] | undefined> => {
      try {
        await Promise.race([check(), timeOut()]);
        return undefined;
      } catch (error) {
        return [name, reason(error)];
      }
    });
    return Object.fromEntries((await Promise.all(problems)).filter((problem) => problem !== undefined));
  }
}

/** Answers everything below one path of the ops port. */
export type OpsPage = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Pages of the ops port besides health and metrics. */
export class OpsPages {
  private readonly pages = new Map<string, OpsPage>();

  /** Adds a page, which also answers all paths below its own. */
  add(path: string, page: OpsPage): void {
    this.pages.set(path, page);
  }

  /** The page that answers a URL. */
  find(url: string): OpsPage | undefined {
    const [path = ''] = url.split('?', 1);
    return [...this.pages].find(([root]) => path === root || path.startsWith(`${root}/`))?.[1];
  }
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function timeOut(): Promise<never> {
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
      const isHealthy = Object.keys(problems).length === 0;
      const body = JSON.stringify({ status: isHealthy ? 'ok' : 'unavailable', problems });
      send(isHealthy ? 200 : 503, 'application/json', body);
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
