// Retries, interval tasks, mutexes, shared places and remembered answers.
export { Every, IntervalTasks, runAll, type IntervalTask } from './interval-task.ts';
export { KeyedMutex } from './keyed-mutex.ts';
export { ReadCache } from './read-cache.ts';
export { isTransient, retryTransient } from './retry.ts';
export { SharedPlaces } from './shared-places.ts';
