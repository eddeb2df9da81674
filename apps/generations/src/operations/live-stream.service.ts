// Makes the stream that keeps live text. It lives in memory, so a restart of the NATS server loses it.
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '#platform/config';
import { LiveHistory } from '#platform/live';
import { Bus } from '#platform/messaging';
import { IntervalTasks } from '#platform/resilience';
import type { Config } from '../config.ts';

/** Pause between two looks for the stream, in milliseconds. */
const LOOK_MS = 30_000;

@Injectable()
export class LiveStreamService {
  constructor(history: LiveHistory, bus: Bus, tasks: IntervalTasks, @Inject(CONFIG) config: Config) {
    const task = tasks.add('stream of live text', LOOK_MS, () => history.make(config.LIVE_MAX_BYTES));
    bus.onReconnect(() => task.wake());
    task.wake();
  }
}
