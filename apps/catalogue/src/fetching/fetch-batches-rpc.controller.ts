// Requests of the import workers.
import { Controller } from '@nestjs/common';
import { claimFetchBatch, releaseFetchBatch, reportFetchBatch, type InputOf } from '#contracts';
import { OnRequest } from '#platform/messaging';
import { FetchBatchesService, type Claim } from './fetch-batches.service.ts';

@Controller()
export class FetchBatchesRpcController {
  constructor(private readonly tickets: FetchBatchesService) {}

  @OnRequest(claimFetchBatch)
  claim({ batchId, worker }: InputOf<typeof claimFetchBatch>): Promise<Claim> {
    return this.tickets.claim(batchId, worker);
  }

  @OnRequest(reportFetchBatch)
  async report({ outcomes, ...held }: InputOf<typeof reportFetchBatch>): Promise<{ accepted: boolean }> {
    return { accepted: await this.tickets.report(held, outcomes) };
  }

  @OnRequest(releaseFetchBatch)
  async release(input: InputOf<typeof releaseFetchBatch>): Promise<{ accepted: boolean }> {
    return { accepted: await this.tickets.release(input, input.failure) };
  }
}
