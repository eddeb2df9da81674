// Closes connections so that no response is lost and no idle connection delays the shutdown.
import type { Socket } from 'node:net';
import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Time for which a refused client's remaining bytes are read and discarded, in milliseconds. */
const LINGER_MS = 1000;

@Injectable()
export class ConnectionsHook implements BeforeApplicationShutdown {
  private isLeaving = false;

  /** Follows the connections of a server. */
  watch(server: FastifyInstance): void {
    closeSilentConnections(server);
    // By default Node answers 417 without our error envelope to an unknown Expect header. HTTP allows ignoring it.
    server.server.on('checkExpectation', (request, response) =>
      server.server.emit('request', request, response),
    );
  }

  /** From now on every response ends its connection; idle connections would keep the server from closing. */
  beforeApplicationShutdown(): void {
    this.isLeaving = true;
  }

  /** Decides whether and how the connection ends after this response. */
  prepareEnd(request: FastifyRequest, reply: FastifyReply): void {
    // After the maximum of requests Node announces the end of a connection, but leaves it open and answers 503 on it.
    const { maxRequestsOnConnectionReached: isUsedUp } = reply.raw as {
      maxRequestsOnConnectionReached?: boolean;
    };
    if (this.isLeaving || isUsedUp) reply.header('connection', 'close');
    if (!request.raw.complete) closeSlowly(request.raw.socket);
  }
}

/** Delays the close: a client that is still sending would get a reset, which can overtake the response. */
function closeSlowly(socket: Socket): void {
  socket.destroySoon = () => {
    socket.end();
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  };
}

/** On shutdown Node counts a connection on which nothing was ever sent as busy, and would wait for it for ever. */
function closeSilentConnections(server: FastifyInstance): void {
  const open = new Set<Socket>();
  server.server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  server.addHook('preClose', (done) => {
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
    done();
  });
}
