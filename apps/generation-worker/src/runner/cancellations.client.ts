// Tells the code that works on a generation that it was cancelled. The notification may get lost: then the next renewal tells
// it.
import { EventEmitter } from 'node:events';
import { Injectable } from '@nestjs/common';
import { generationCancelled } from '#contracts';
import { Bus } from '#platform/messaging';

/** A generation whose cancellation is watched for. */
export interface Watch {
  /** Aborted when the generation is cancelled. */
  cancelled: AbortSignal;
  /** Ends the watch. */
  end(): void;
}

@Injectable()
export class CancellationsClient {
  private readonly ids = new EventEmitter().setMaxListeners(0);

  constructor(bus: Bus) {
    bus.onNotification(generationCancelled, '*', ({ id }) => this.ids.emit(id));
  }

  /** Watches a generation from now on. */
  watch(id: string): Watch {
    const controller = new AbortController();
    const abort = (): void => controller.abort('cancelled');
    this.ids.once(id, abort);
    return { cancelled: controller.signal, end: () => this.ids.off(id, abort) };
  }
}
