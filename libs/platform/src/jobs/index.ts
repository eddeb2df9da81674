// Adds jobs to BullMQ queues and runs them.
export { done, type JobOutcome } from './job-outcome.ts';
export { JobsModule } from './job-runner.ts';
export { OnJob, type JobContext } from './on-job.ts';
export { Queues } from './queues.ts';
