// The interval tasks of a process: methods marked with @Every, started once the process is up and awaited at shutdown.
import {
  Global,
  Injectable,
  Module,
  SetMetadata,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { DiscoveryModule, DiscoveryService } from '@nestjs/core';
import { markedMethods } from './marked-methods.ts';
import { IntervalTask } from './interval-task.ts';

const EVERY = Symbol('every');

interface Interval {
  name: string;
  everyMs: number;
}

/**
 * Runs a method of a provider again and again, `everyMs` milliseconds after its last run has ended and for the first
 * time after one pause. An error is logged once and the next run comes all the same. `name` is for the log.
 */
export function Every(name: string, everyMs: number) {
  return (target: object, key: string, method: TypedPropertyDescriptor<() => Promise<void>>): void => {
    SetMetadata<symbol, Interval>(EVERY, { name, everyMs })(target, key, method);
  };
}

/** Every interval task of this process. */
@Injectable()
export class IntervalTasks implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly tasks: IntervalTask[] = [];

  constructor(private readonly discovery: DiscoveryService) {}

  /** Adds a task before the process is up, for a provider that wakes it. */
  add(...parameters: ConstructorParameters<typeof IntervalTask>): IntervalTask {
    const task = new IntervalTask(...parameters);
    this.tasks.push(task);
    return task;
  }

  onApplicationBootstrap(): void {
    for (const { mark, method } of markedMethods<Interval>(this.discovery, EVERY))
      this.add(mark.name, mark.everyMs, method as () => Promise<void>);
    for (const task of this.tasks) task.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.tasks.map((task) => task.stop()));
  }
}

/** Runs the interval tasks of a process. */
@Global()
@Module({ imports: [DiscoveryModule], providers: [IntervalTasks], exports: [IntervalTasks] })
export class IntervalTasksModule {}
