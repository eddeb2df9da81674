// Retries, interval tasks and mutexes.
export { Every, IntervalTasks, runAll, type IntervalTask } from './interval-task.ts';
export { KeyedMutex } from './keyed-mutex.ts';
export { isTransient, retryTransient } from './retry.ts';
