// Retries, interval tasks and mutexes.
export { IntervalTask, runAll } from './interval-task.ts';
export { KeyedMutex } from './keyed-mutex.ts';
export { isTransient, retryTransient } from './retry.ts';
