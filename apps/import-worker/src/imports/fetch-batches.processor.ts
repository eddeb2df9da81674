// Takes a ticket from the queue of a region and tells the queue how it ended.
import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { fetchBatchJob } from '#contracts';
import { JobDelayed, JobThrottled, OnJob, type JobContext } from '#platform/jobs';
import { FetchBatchRunner } from './fetch-batch-runner.service.ts';

/** Takes import tickets. */
@Injectable()
export class FetchBatchesProcessor {
  constructor(private readonly imports: FetchBatchRunner) {}

  @OnJob(fetchBatchJob)
  async work({ ticketId }: z.infer<typeof fetchBatchJob.data>, job: JobContext): Promise<void> {
    const end = await this.imports.work(ticketId, job.worker, job.signal);
    if (end.state === 'later') throw new JobDelayed(end.afterMs);
    if (end.state === 'throttled') throw new JobThrottled(end.holdMs);
  }
}
