// Requests of the import workers about fetch batches.
import { Controller } from '@nestjs/common';
import { claimFetchBatch, releaseFetchBatch, reportFetchBatch, type InputOf } from '#contracts';
import { OnRequest } from '#platform/messaging';
import { FetchBatchesService, type Claim } from './fetch-batches.service.ts';

@Controller()
export class FetchBatchesRpcController {
  constructor(private readonly batches: FetchBatchesService) {}

  @OnRequest(claimFetchBatch)
  claim({ batchId, worker }: InputOf<typeof claimFetchBatch>): Promise<Claim> {
    return this.batches.claim(batchId, worker);
  }

  @OnRequest(reportFetchBatch)
  async report({ outcomes, ...lease }: InputOf<typeof reportFetchBatch>): Promise<{ accepted: boolean }> {
    return { accepted: await this.batches.report(lease, outcomes) };
  }

  @OnRequest(releaseFetchBatch)
  async release(input: InputOf<typeof releaseFetchBatch>): Promise<{ accepted: boolean }> {
    return { accepted: await this.batches.release(input, input.failure) };
  }
}
