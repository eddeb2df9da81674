// The owner's queues on a page for an operator: to look at, not to change. On the ops port, and only with a password.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { OpsPages } from '../observability/health.ts';
import { logger } from '../observability/log.ts';
import type { Queues } from './queues.ts';
import { nonce, equalInConstantTime, hmac } from '../crypto/hashes.ts';

const log = logger('queue-view');

const PATH = '/ops/queues';
const USER = 'operator';

/** The page asks another host for its letters; it may not: what an operator looks at is nobody else's business. */
const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; base-uri 'self'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
};

/** Shows queues. What makes the page is loaded when somebody who may see it asks for it first. */
@Injectable()
export class QueueView implements OnApplicationShutdown {
  private board: Promise<FastifyInstance> | undefined;
  /** Tags of the same length, so that comparing two tells nothing, not even a length. */
  private readonly seal = nonce();
  private readonly expected: string;

  /** Adds the page to the ops port. `names` are the queues to be shown. */
  constructor(
    private readonly queues: Queues,
    private readonly names: readonly string[],
    password: string,
    pages: OpsPages,
  ) {
    this.expected = hmac(this.seal, `${USER}:${password}`);
    pages.add(PATH, (request, response) => this.answer(request, response));
  }

  async onApplicationShutdown(): Promise<void> {
    await (await this.board?.catch(() => undefined))?.close();
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
    const refuse = (status: number, header: string, value: string): void => {
      response.writeHead(status, { [header]: value }).end();
    };
    if (!this.admits(request.headers.authorization))
      return refuse(401, 'www-authenticate', 'Basic realm="queues", charset="UTF-8"');
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405, 'allow', 'GET, HEAD');
    try {
      const queues = this.names.map((name) => this.queues.open(name)); // throws while Redis is not there
      await Promise.all(queues.map((queue) => queue.waitUntilReady())); // or another would take its place
      this.board ??= loadBoard().then(({ openBoard }) => openBoard(queues, PATH));
      (await this.board).routing(request, response);
    } catch (error) {
      log.warn({ reason: String(error) }, 'The queues cannot be shown');
      refuse(503, 'retry-after', '5');
    }
  }

  private admits(authorization = ''): boolean {
    const [, credentials = ''] = /^Basic ([\w+/=]+)$/i.exec(authorization) ?? [];
    return equalInConstantTime(hmac(this.seal, Buffer.from(credentials, 'base64').toString()), this.expected);
  }
}

/** Outside of the class: the compiler leaves the .ts of an import inside a decorated one as it is. */
function loadBoard() {
  return import('./queue-board.ts');
}
