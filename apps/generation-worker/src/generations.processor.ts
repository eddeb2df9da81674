// Takes a generation from the queue and tells the queue how it ended.
import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { generationJob } from '#contracts';
import { JobDelayed, JobRetry, OnJob, type JobContext } from '#platform/jobs';
import { GenerationRunner } from './generations.service.ts';

/** Takes generation jobs. */
@Injectable()
export class GenerationsProcessor {
  constructor(private readonly generations: GenerationRunner) {}

  @OnJob(generationJob)
  async work({ generationId }: z.infer<typeof generationJob.data>, job: JobContext): Promise<void> {
    const end = await this.generations.work(generationId, job);
    if (end.state === 'later') throw new JobDelayed(end.afterMs);
    if (end.state !== 'again') return;
    const { retryAfterMs } = end.error;
    throw retryAfterMs === undefined ? end.error : new JobRetry(retryAfterMs, end.error);
  }
}
