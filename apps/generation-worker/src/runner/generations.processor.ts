// Takes generations from the queue.
import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { generationJob, waitedForJob } from '#contracts';
import { OnJob, type JobContext, type JobOutcome } from '#platform/jobs';
import { GenerationRunner } from './generation-runner.service.ts';

@Injectable()
export class GenerationsProcessor {
  constructor(private readonly runner: GenerationRunner) {}

  @OnJob(generationJob)
  work({ generationId, model }: z.infer<typeof generationJob.data>, job: JobContext): Promise<JobOutcome> {
    return this.runner.run(generationId, model, job);
  }

  @OnJob(waitedForJob)
  workForPerson(
    { generationId, model }: z.infer<typeof waitedForJob.data>,
    job: JobContext,
  ): Promise<JobOutcome> {
    return this.runner.runOnce(generationId, model, job);
  }
}
