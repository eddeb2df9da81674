// BullMQ queues: adding jobs, running them, looking at them.
export { type JobContext, JobDelayed, JobRetry, JobThrottled, JobsModule, OnJob } from './job-runner.ts';
export { Queues } from './queues.ts';
