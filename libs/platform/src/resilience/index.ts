// Retries, interval tasks and their work, calls that go together, mutexes, shared places, remembered answers and turns.
export { Every, IntervalTasks, runAll, type IntervalTask } from './interval-task.ts';
export { grouped, groupedBy } from './grouped.ts';
export { KeyedMutex } from './keyed-mutex.ts';
export { ReadCache } from './read-cache.ts';
export { isTransient, retryTransient } from './retry.ts';
export { SharedPlaces } from './shared-places.ts';
export { inTurns } from './turns.ts';
export { repeated, WorkLoop } from './work-loop.ts';
