// Takes a ticket from the queue of a region and tells the queue how it ended.
import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { importTicket } from '#contracts';
import { JobDelayed, JobThrottled, OnJob, type JobContext } from '#platform/jobs';
import { ImportsService } from './imports.service.ts';

/** Takes import tickets. */
@Injectable()
export class ImportsProcessor {
  constructor(private readonly imports: ImportsService) {}

  @OnJob(importTicket)
  async work({ ticketId }: z.infer<typeof importTicket.data>, job: JobContext): Promise<void> {
    const end = await this.imports.work(ticketId, job.worker, job.signal);
    if (end.state === 'later') throw new JobDelayed(end.afterMs);
    if (end.state === 'throttled') throw new JobThrottled(end.holdMs);
  }
}
