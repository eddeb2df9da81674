// Retries, interval tasks and mutexes.
export { runAll } from './interval-task.ts';
export { Every, IntervalTasks, IntervalTasksModule } from './interval-tasks.ts';
export { KeyedMutex } from './keyed-mutex.ts';
export { isTransient, retryTransient } from './retry.ts';
