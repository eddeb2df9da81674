// Stands in for the other owners: each is asked to delete what it has of an erased workspace.
import { headers, type Msg } from '@nats-io/transport-node';
import { AppError, eraseCatalogue, eraseGenerations, eraseNotifications } from '#contracts';
import { errorToWire } from '#platform/errors';
import { BusConnection, HEADER } from '#platform/messaging';
import type { NatsServer } from '#testing/servers';

const UNAVAILABLE = new AppError('Unavailable');
const FAILED = headers();
FAILED.set(HEADER.error, UNAVAILABLE.code);

/** The owners. The catalogue fails every other time, beginning with the first; the others have nothing of any workspace. */
export class OwnersThatErase {
  private readonly asked: string[] = [];
  private readonly finished = new Set<string>();
  private readonly connections: BusConnection[] = [];

  /** Starts each on its own user of the bus. */
  static async start(nats: NatsServer): Promise<OwnersThatErase> {
    const owners = new OwnersThatErase();
    for (const user of ['catalogue', 'generations', 'notifications'] as const) {
      const connection = await BusConnection.open(nats.variables(user), user);
      owners.connections.push(connection);
    }
    owners.answer();
    await Promise.all(owners.connections.map(({ nats: bus }) => bus.flush()));
    return owners;
  }

  /** How often the catalogue was asked about a workspace. */
  askedFor(workspaceId: string): number {
    return this.asked.filter((one) => one === workspaceId).length;
  }

  /** From now on the catalogue has nothing of the workspace either. */
  finish(workspaceId: string): void {
    this.finished.add(workspaceId);
  }

  async stop(): Promise<void> {
    await Promise.all(this.connections.map((one) => one.onApplicationShutdown()));
  }

  private answer(): void {
    const [catalogue, generations, notifications] = this.connections.map(({ nats }) => nats);
    const hasNothing = (_: unknown, message: Msg): void => {
      message.respond(JSON.stringify({ isGone: true }));
    };
    generations?.subscribe(eraseGenerations.subject, { queue: 'generations', callback: hasNothing });
    notifications?.subscribe(eraseNotifications.subject, { queue: 'notifications', callback: hasNothing });
    catalogue?.subscribe(eraseCatalogue.subject, {
      queue: 'catalogue',
      callback: (_, message) => {
        const { workspaceId } = message.json<{ workspaceId: string }>();
        this.asked.push(workspaceId);
        const isGone = this.finished.has(workspaceId);
        if (this.askedFor(workspaceId) % 2 === 0) message.respond(JSON.stringify({ isGone }));
        else message.respond(errorToWire(UNAVAILABLE), { headers: FAILED });
      },
    });
  }
}
