// Takes deliveries from the queue.
import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { webhookJob } from '#contracts';
import { OnJob, type JobContext, type JobOutcome } from '#platform/jobs';
import { DeliveryRunner } from './delivery-runner.service.ts';

@Injectable()
export class DeliveriesProcessor {
  constructor(private readonly runner: DeliveryRunner) {}

  @OnJob(webhookJob)
  work({ deliveryId }: z.infer<typeof webhookJob.data>, job: JobContext): Promise<JobOutcome> {
    return this.runner.run(deliveryId, job);
  }
}
