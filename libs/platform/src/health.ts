// The ops port of a process: is it alive, is it ready, what are its figures. Never on the public port.
import { createServer, type Server } from 'node:http';
import { Injectable } from '@nestjs/common';
import { metrics } from './telemetry.ts';

/** Longest time for all checks of one look, in milliseconds. */
const CHECK_MS = 2000;

/** A dependency of this process: resolves when it can be used, throws with the reason otherwise. */
export type HealthCheck = () => void | Promise<void>;

/** Collects what this process needs to be ready. */
@Injectable()
export class Health {
  private readonly checks = new Map<string, HealthCheck>();
  private leaving = false;

  /** Adds a dependency by name. */
  add(name: string, check: HealthCheck): void {
    this.checks.set(name, check);
  }

  /** From now on not ready, so that traffic goes elsewhere while work in hand ends. */
  leave(): void {
    this.leaving = true;
  }

  /** What keeps this process from being ready, by name; empty when it is. */
  async problems(): Promise<Record<string, string>> {
    if (this.leaving) return { process: 'shutting down' };
    const looks = [...this.checks].map(async ([name, check]): Promise<[string, string] | undefined> => {
      try {
        await Promise.race([check(), late()]);
        return undefined;
      } catch (error) {
        return [name, error instanceof Error ? error.message : String(error)];
      }
    });
    return Object.fromEntries((await Promise.all(looks)).filter((look) => look !== undefined));
  }
}

function late(): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error(`no answer within ${CHECK_MS} ms`)), CHECK_MS).unref();
  });
}

/** Opens the ops port: /health/live, /health/ready, /metrics. */
export function openOpsPort(health: Health, host: string, port: number): Promise<Server> {
  const server = createServer((request, response) => {
    const send = (status: number, type: string, body: string): void => {
      response.writeHead(status, { 'content-type': type }).end(body);
    };
    const answer = async (): Promise<void> => {
      if (request.url === '/health/live') return send(200, 'application/json', '{"status":"ok"}');
      if (request.url === '/health/ready') {
        const problems = await health.problems();
        const ready = Object.keys(problems).length === 0;
        const body = JSON.stringify({ status: ready ? 'ok' : 'unavailable', problems });
        return send(ready ? 200 : 503, 'application/json', body);
      }
      if (request.url === '/metrics') return send(200, metrics.contentType, await metrics.metrics());
      return send(404, 'text/plain', 'Try /health/live, /health/ready or /metrics.\n');
    };
    answer().catch((error: unknown) => send(500, 'text/plain', String(error)));
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve(server));
  });
}
