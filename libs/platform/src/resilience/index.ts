// Retries, interval tasks, mutexes and shared places.
export { Every, IntervalTasks, runAll, type IntervalTask } from './interval-task.ts';
export { KeyedMutex } from './keyed-mutex.ts';
export { isTransient, retryTransient } from './retry.ts';
export { SharedPlaces } from './shared-places.ts';
