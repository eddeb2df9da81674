// Shows the owner's queues to an operator, read-only: a page of the ops port, behind a password.
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

/** The policy blocks bull-board's external web fonts, so that no third party learns of the page. */
const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; base-uri 'self'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
};

/** Shows queues. bull-board is loaded by the first authorized request. */
@Injectable()
export class QueueView implements OnApplicationShutdown {
  private board: Promise<FastifyInstance> | undefined;
  /** Key of the HMACs that are compared: they are equally long, so the time of a comparison reveals nothing. */
  private readonly hmacKey = nonce();
  private readonly expected: string;

  /** Adds the page to the ops port. `names` are the queues that it shows. */
  constructor(
    private readonly queues: Queues,
    private readonly names: readonly string[],
    password: string,
    pages: OpsPages,
  ) {
    this.expected = hmac(this.hmacKey, `${USER}:${password}`);
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
    if (!this.isAuthorized(request.headers.authorization))
      return refuse(401, 'www-authenticate', 'Basic realm="queues", charset="UTF-8"');
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405, 'allow', 'GET, HEAD');
    try {
      const queues = this.names.map((name) => this.queues.open(name)); // throws while Redis is not connected
      // A queue whose first command fails is replaced, so the board must not keep such a queue.
      await Promise.all(queues.map((queue) => queue.waitUntilReady()));
      this.board ??= loadBoard().then(({ openBoard }) => openBoard(queues, PATH));
      (await this.board).routing(request, response);
    } catch (error) {
      log.warn({ reason: String(error) }, 'The queues cannot be shown');
      refuse(503, 'retry-after', '5');
    }
  }

  private isAuthorized(authorization = ''): boolean {
    const [, credentials = ''] = /^Basic ([\w+/=]+)$/i.exec(authorization) ?? [];
    const given = Buffer.from(credentials, 'base64').toString();
    return equalInConstantTime(hmac(this.hmacKey, given), this.expected);
  }
}

/** Outside of the class, because inside a decorated class the compiler does not change the import's .ts to .js. */
function loadBoard() {
  return import('./queue-board.ts');
}
