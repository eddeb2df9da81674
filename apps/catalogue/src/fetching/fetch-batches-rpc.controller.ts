// Requests of the import workers.
import { Controller } from '@nestjs/common';
import type { z } from 'zod';
import { claimFetchBatch, releaseFetchBatch, reportFetchBatch } from '#contracts';
import { OnRequest } from '#platform/messaging';
import { FetchBatchesService, type Claim } from './fetch-batches.service.ts';

@Controller()
export class FetchBatchesRpcController {
  constructor(private readonly tickets: FetchBatchesService) {}

  @OnRequest(claimFetchBatch)
  claim({ ticketId, worker }: z.output<typeof claimFetchBatch.input>): Promise<Claim> {
    return this.tickets.claim(ticketId, worker);
  }

  @OnRequest(reportFetchBatch)
  async report({
    outcomes,
    ...held
  }: z.output<typeof reportFetchBatch.input>): Promise<{ accepted: boolean }> {
    return { accepted: await this.tickets.report(held, outcomes) };
  }

  @OnRequest(releaseFetchBatch)
  async release(input: z.output<typeof releaseFetchBatch.input>): Promise<{ accepted: boolean }> {
    return { accepted: await this.tickets.release(input, input.failure) };
  }
}
