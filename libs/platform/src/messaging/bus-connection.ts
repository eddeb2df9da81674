// Holds the one NATS connection of a process, which reconnects without end and reports whether it is up.
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { connect, type NatsConnection, type NodeConnectionOptions } from '@nats-io/transport-node';
import type { BusConfig } from '../config/config.ts';
import { logger } from '../observability/log.ts';
import { busGauges, busReconnects, onScrape, type GaugeReading } from '../observability/metrics.ts';
import { RequestMultiplexer } from '../fast/request-multiplexer.ts';

const log = logger('bus');

/** Longest wait for the bus at start, in milliseconds. */
const FIRST_CONNECT_MS = 60_000;
/** Pause between two attempts, in milliseconds. */
const PAUSE_MS = 500;

/** The one NATS connection of a process. */
@Injectable()
export class BusConnection implements OnApplicationShutdown {
  private up = true;
  private readonly reconnectListeners: (() => void)[] = [];
  private readonly hide: () => void;

  private constructor(
    readonly nats: NatsConnection,
    readonly multiplexer: RequestMultiplexer,
  ) {
    this.hide = onScrape(Object.values(busGauges), () => Promise.resolve(this.traffic()));
    void this.watch();
  }

  /** Connects, waiting for a server that is still starting. Throws the last error after 60 s. */
  static async open(config: BusConfig, name: string): Promise<BusConnection> {
    const options = connectionOptions(config, name);
    const giveUp = performance.now() + FIRST_CONNECT_MS;
    for (;;) {
      try {
        const nats = await connect(options);
        return new BusConnection(nats, new RequestMultiplexer(nats, options.inboxPrefix));
      } catch (error) {
        if (performance.now() > giveUp) throw error;
        log.warn({ reason: String(error) }, 'The bus is not there yet; trying again');
        await sleep(PAUSE_MS);
      }
    }
  }

  /** True while connected. */
  isUp(): boolean {
    return this.up && !this.nats.isClosed();
  }

  /** Calls back after each reconnection. The server has the subscriptions again, but what was sent meanwhile is lost. */
  onReconnect(listener: () => void): void {
    this.reconnectListeners.push(listener);
  }

  /**
   * Waits until the server has all subscriptions of this connection. If the connection breaks, the client subscribes
   * again after it has reconnected, so the wait goes on.
   */
  async flushSubscriptions(): Promise<void> {
    for (;;) {
      try {
        await this.nats.flush();
        return;
      } catch (error) {
        if (this.nats.isClosed()) throw error;
        await sleep(PAUSE_MS);
      }
    }
  }

  /** Sends all pending messages, then closes; without a server it closes at once. */
  async onApplicationShutdown(): Promise<void> {
    this.hide();
    try {
      // Away, the client would wait for its attempt to come back, which lasts 20 s where the address is silent.
      if (this.isUp()) await this.nats.drain();
      else await this.nats.close();
    } catch (error) {
      log.warn({ reason: String(error) }, 'The bus is not there; closing without it');
      await this.nats.close();
    }
  }

  private traffic(): GaugeReading[] {
    const { inMsgs, outMsgs, inBytes, outBytes } = this.nats.stats();
    const { messages, bytes } = busGauges;
    return [
      { gauge: messages, labels: { direction: 'in' }, value: inMsgs },
      { gauge: messages, labels: { direction: 'out' }, value: outMsgs },
      { gauge: bytes, labels: { direction: 'in' }, value: inBytes },
      { gauge: bytes, labels: { direction: 'out' }, value: outBytes },
    ];
  }

  private async watch(): Promise<void> {
    for await (const status of this.nats.status()) {
      if (status.type === 'error') log.warn({ reason: String(status.error) }, 'The bus reports an error');
      if (status.type === 'disconnect') {
        this.up = false;
        log.warn('The connection to the bus is lost; trying again');
      }
      if (status.type === 'reconnect') {
        this.up = true;
        busReconnects.inc();
        log.info('The bus is back');
        for (const listener of this.reconnectListeners) listener();
      }
    }
  }
}

/**
 * Options of a connection. NATS_URL lists servers, separated by commas. If one of them begins with tls://, no connection
 * is made without TLS, not even if the server, or somebody between, offers none.
 */
export function connectionOptions(config: BusConfig, name: string): NodeConnectionOptions {
  const { NATS_USER: user, NATS_PASSWORD: pass } = config;
  const servers = config.NATS_URL.split(',');
  return {
    servers,
    name,
    reconnectTimeWait: 500,
    reconnectJitter: 250,
    maxReconnectAttempts: -1,
    // By default the client gives up for ever after two refusals of its password in a row, and a slow server causes them too.
    ignoreAuthErrorAbort: true,
    // With traces the client notes of each event where it was published, which is 6 % of the catalogue's time in an import.
    noAsyncTraces: true,
    pingInterval: 10_000,
    maxPingOut: 2,
    ...(servers.some((server) => server.startsWith('tls://')) ? { tls: {} } : {}),
    ...(user ? { user, pass, inboxPrefix: `_INBOX_${user.replaceAll('-', '_')}` } : {}),
  };
}
