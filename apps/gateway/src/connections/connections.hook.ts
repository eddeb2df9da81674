// Bounds what connections hold, serves the requests of each in turn, and closes them so that no response is lost.
import type { ServerResponse } from 'node:http';
import { BlockList, isIP, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { AppError } from '#contracts';
import { CONFIG } from '#platform/config';
import { Every, SharedPlaces } from '#platform/resilience';
import type { Config } from '../config.ts';
import { openConnections, openConnectionsMax } from '../metrics.ts';
import { networkOf } from '../counters/index.ts';
import { answerSocket, endSlowly, hasWork } from './socket-error.filter.ts';
import { answersToGiveUp } from './unread-answers.rules.ts';

const TRY_AGAIN = new AppError('Unavailable', { retryAfter: 1 });

/** How often unread answers are looked for, in milliseconds; much less memory than a pod has can fill up meanwhile. */
const LOOK_MS = 250;

/** Time after which nothing more comes of a request once the server closes, in milliseconds: Node looks for late ones no more. */
const ARRIVAL_MS = 2000;

/** Requests of a connection that wait for the answer to one before them: Node reads on and keeps them all. */
const WAITING_MAX = 32;

/** The last answer on a connection. */
interface Answer {
  request: FastifyRequest;
  response: ServerResponse;
  /** When it began, by performance.now(). */
  startedAt: number;
  /** Bytes that had left for the client when it was last looked at. */
  sent: number;
}

/** An open connection. */
interface Connection {
  /** The last answer, if the client may not have read it. */
  answer?: Answer | undefined;
  /** Requests that wait for their turn. */
  waiting: number;
  /** How many bytes had come, and since when no more, by performance.now(); while the server closes. */
  came?: { bytes: number; at: number };
}

@Injectable()
export class ConnectionsHook implements OnModuleDestroy {
  private readonly open = new Map<Socket, Connection>();
  private readonly places: SharedPlaces;
  private readonly isTrusted: TrustProxy;
  private isLeaving = false;

  constructor(@Inject(CONFIG) private readonly config: Config) {
    const { CONNECTIONS_MAX: max, TRUSTED_PROXIES: proxies } = config;
    this.places = new SharedPlaces(max, Math.ceil(max / 4));
    this.isTrusted = trustProxy(proxies);
    openConnectionsMax.set(max);
  }

  /** Follows the connections of a server. */
  watch(server: FastifyInstance): void {
    const { server: http } = server;
    http.on('connection', (socket: Socket) => this.admit(socket));
    http.maxConnections = 2 * this.config.CONNECTIONS_MAX; // those that are being refused count too
    http.maxHeadersCount = 0; // Node would ignore the rest; their size is limited anyway
    const serve = (request: object, response: object): void => void http.emit('request', request, response);
    // By default Node asks for a body that we are about to refuse, and answers 417 without our error envelope to
    // an unknown Expect header, which HTTP allows to ignore.
    http.on('checkContinue', serve).on('checkExpectation', serve);
    server.addHook('preClose', () => this.letGo());
  }

  /**
   * The first step of a shutdown, before waits and streams end: the gateway serves on, and every response ends its connection. A
   * connection that is closed while it is idle may just carry a request, which would be lost.
   */
  async onModuleDestroy(): Promise<void> {
    this.isLeaving = true;
    await sleep(this.config.DRAIN_MS);
  }

  /**
   * Waits until the earlier requests of the connection are answered. Requests on a refused connection are not served, and a
   * connection on which too many wait is reset.
   */
  takeTurn({ raw: { socket } }: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void {
    const connection = this.open.get(socket);
    if (!connection || socket.destroyed) return;
    // Node gives the socket to the responses of a connection one after the other.
    if (reply.raw.socket) return done();
    if (connection.waiting === WAITING_MAX) return void socket.resetAndDestroy();
    connection.waiting += 1;
    reply.raw.once('socket', () => {
      connection.waiting -= 1;
      done();
    });
  }

  /** Tells a client that waits for `100 Continue` (RFC 9110 §10.1.1) to send the body. */
  askForBody({ headers, raw }: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void {
    const { expect } = headers;
    if (expect !== undefined && raw.httpVersion === '1.1' && /\b100-continue\b/i.test(expect))
      reply.raw.writeContinue();
    done();
  }

  /** Notes that the answer begins, and decides whether and how the connection ends after it. */
  prepareEnd(request: FastifyRequest, reply: FastifyReply): void {
    const { socket, complete } = request.raw;
    const connection = this.open.get(socket);
    if (connection)
      connection.answer = { request, response: reply.raw, startedAt: performance.now(), sent: 0 };
    // After the maximum of requests Node announces the end of a connection, but leaves it open and answers 503 on it.
    const { maxRequestsOnConnectionReached: isUsedUp } = reply.raw as {
      maxRequestsOnConnectionReached?: boolean;
    };
    if (this.isLeaving || isUsedUp) reply.header('connection', 'close');
    if (!complete) socket.destroySoon = () => endSlowly(socket);
  }

  /** Resets connections whose clients do not read: closed in order, the rest would stay in the system's buffers. */
  @Every('unread answers', LOOK_MS)
  giveUpUnread(): Promise<void> {
    const now = performance.now();
    const unread = [];
    for (const [socket, connection] of this.open) {
      const { answer } = connection;
      if (!answer) continue;
      if (answer.response.writableFinished) connection.answer = undefined;
      else {
        const { actor, ip, routeOptions, sseStream } = answer.request;
        const bytes = socket.writableLength + (sseStream?.unreadBytes ?? 0);
        // A stream does not end by itself, and a file may be long: their time counts only while something waits for the client,
        // who takes nothing of it. An export may look for its next row for minutes.
        const isLong = sseStream ?? routeOptions.config.download;
        const sent = socket.bytesWritten - socket.writableLength;
        if (isLong && (bytes === 0 || sent > answer.sent)) answer.startedAt = now;
        answer.sent = sent;
        const readers = [`network ${networkOf(ip)}`, ...(actor ? [`account ${actor.accountId}`] : [])];
        unread.push({ socket, readers, bytes, ageMs: now - answer.startedAt });
      }
    }
    const { UNREAD_TIMEOUT_MS: maxAgeMs, UNREAD_BYTES_MAX: maxBytes } = this.config;
    for (const { socket } of answersToGiveUp(unread, { maxAgeMs, maxBytes })) socket.resetAndDestroy();
    return Promise.resolve();
  }

  /**
   * The last step of a shutdown: the server closes once this is done. Node takes a connection for idle as soon as its answer is
   * written, and would cut off those who are still reading it; the other connections it waits for, however long.
   */
  private async letGo(): Promise<void> {
    const { UNREAD_TIMEOUT_MS, SHUTDOWN_MS } = this.config;
    const readMs = Math.min(UNREAD_TIMEOUT_MS, SHUTDOWN_MS / 4);
    const isRead = ({ answer }: Connection): boolean =>
      !answer?.response.writableEnded || answer.response.writableFinished;
    const closesBy = performance.now() + readMs;
    while (![...this.open.values()].every(isRead) && performance.now() < closesBy) {
      await this.giveUpUnread(); // whose interval has ended
      await sleep(LOOK_MS);
    }
    for (const socket of this.open.keys()) if (socket.bytesRead === 0) socket.destroy();
    void this.endLate(readMs);
  }

  /** While the server closes, ends connections whose clients do not send, or do not read. Those with requests in work stay. */
  private async endLate(readMs: number): Promise<void> {
    const closingSince = performance.now();
    for (; this.open.size > 0; await sleep(LOOK_MS)) {
      const now = performance.now();
      for (const [socket, connection] of this.open) {
        const { answer } = connection;
        const isOver = now - closingSince > readMs;
        if (answer && !answer.response.writableFinished) {
          if (now - Math.max(answer.startedAt, closingSince) > readMs) socket.resetAndDestroy();
        } else if (!hasWork(socket) && (isSilent(socket, connection, now) || isOver))
          answerSocket(TRY_AGAIN, socket);
      }
    }
  }

  /** Gives a connection a place, or refuses it. Proxies hold connections for many clients and limit these themselves. */
  private admit(socket: Socket): void {
    const { remoteAddress: address = '' } = socket;
    const key = this.isTrusted(address, 0) ? socket : networkOf(address);
    if (!this.places.enter(key)) return answerSocket(TRY_AGAIN, socket);
    this.open.set(socket, { waiting: 0 });
    openConnections.set(this.open.size);
    socket.once('close', () => {
      this.places.leave(key);
      this.open.delete(socket);
      openConnections.set(this.open.size);
    });
  }
}

/** True when nothing more comes of what a connection sends. */
function isSilent(socket: Socket, connection: Connection, now: number): boolean {
  const { bytesRead: bytes } = socket;
  if (connection.came?.bytes !== bytes) connection.came = { bytes, at: now };
  return now - connection.came.at > ARRIVAL_MS;
}

/** True for the address of a trusted proxy; `hop` is 0 for the one that connected to us, 1 for the one before it. */
export type TrustProxy = (address: string, hop: number) => boolean;

/** Trusts a number of hops, or addresses and CIDR blocks. */
export function trustProxy(trusted: Config['TRUSTED_PROXIES']): TrustProxy {
  if (typeof trusted === 'number') return (_, hop) => hop < trusted;
  const list = new BlockList();
  for (const block of trusted) {
    const [address = '', bits] = block.split('/');
    list.addSubnet(address, Number(bits ?? (familyOf(address) === 'ipv6' ? 128 : 32)), familyOf(address));
  }
  return (address) => isIP(address) !== 0 && list.check(address, familyOf(address));
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');
