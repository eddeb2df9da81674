// Takes fetch batches from the queues of the regions.
import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { fetchBatchJob } from '#contracts';
import { OnJob, type JobContext, type JobOutcome } from '#platform/jobs';
import { FetchBatchRunner } from './fetch-batch-runner.service.ts';

@Injectable()
export class FetchBatchesProcessor {
  constructor(private readonly runner: FetchBatchRunner) {}

  @OnJob(fetchBatchJob)
  work({ batchId }: z.infer<typeof fetchBatchJob.data>, job: JobContext): Promise<JobOutcome> {
    return this.runner.run(batchId, job.worker, job.signal);
  }
}
