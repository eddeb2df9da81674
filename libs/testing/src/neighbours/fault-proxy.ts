// A TCP proxy whose connections can fall silent, as when a machine or a route disappears, and which can change its server.
import { once } from 'node:events';
import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net';

/** A proxy in front of a server on this machine. */
export class FaultProxy {
  readonly #server: Server;
  readonly #pairs = new Set<readonly [Socket, Socket]>();
  readonly #silent = new Set<readonly [Socket, Socket]>();
  #target: number;

  private constructor(target: number) {
    this.#target = target;
    this.#server = createServer((client) => this.#join(client, connect(this.#target, '127.0.0.1')));
  }

  /** Opens a proxy to a local port. */
  static async open(target: number): Promise<FaultProxy> {
    const proxy = new FaultProxy(target);
    await once(proxy.#server.listen(0, '127.0.0.1'), 'listening');
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Leads new connections to another local port, as an address does after a fail-over; the open ones stay. */
  redirect(target: number): void {
    this.#target = target;
  }

  /** Stops all data on the open connections without closing them. New connections work. */
  silence(): void {
    for (const pair of this.#pairs) {
      this.#silent.add(pair);
      for (const socket of pair) socket.unpipe().pause();
    }
  }

  /** Resets the silent connections, as the other side does when it is back. */
  breakSilent(): void {
    for (const [client, server] of this.#silent) {
      client.resetAndDestroy();
      server.destroy();
    }
  }

  /** Closes every connection and accepts no more. */
  async close(): Promise<void> {
    for (const socket of [...this.#pairs].flat()) socket.destroy();
    await once(this.#server.close(), 'close');
  }

  #join(client: Socket, server: Socket): void {
    const pair = [client, server] as const;
    this.#pairs.add(pair);
    for (const [socket, other] of [pair, [server, client] as const]) {
      socket.setNoDelay(); // else small writes wait for an acknowledgement, which the other side sends after 40 ms
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        this.#pairs.delete(pair);
        this.#silent.delete(pair);
        other.destroy();
      });
      socket.pipe(other);
    }
  }
}
