// Answers the generation workers' requests about leases.
import { Controller } from '@nestjs/common';
import {
  claimGeneration,
  finishGeneration,
  releaseGeneration,
  renewGenerations,
  type InputOf,
} from '#contracts';
import { OnRequest } from '#platform/messaging';
import { ClaimsService, type ClaimAnswer } from './claims.service.ts';
import { LeasesService } from './leases.service.ts';

@Controller()
export class LeasesRpcController {
  constructor(
    private readonly claims: ClaimsService,
    private readonly leases: LeasesService,
  ) {}

  @OnRequest(claimGeneration)
  claim(claim: InputOf<typeof claimGeneration>): Promise<ClaimAnswer> {
    return this.claims.claim(claim);
  }

  @OnRequest(renewGenerations)
  async renew({ leases }: InputOf<typeof renewGenerations>): Promise<{ held: boolean[] }> {
    return { held: await this.leases.renew(leases) };
  }

  @OnRequest(releaseGeneration)
  async release(lease: InputOf<typeof releaseGeneration>): Promise<{ held: boolean }> {
    return { held: await this.leases.release(lease) };
  }

  @OnRequest(finishGeneration)
  async finish({ outcome, ...lease }: InputOf<typeof finishGeneration>): Promise<{ accepted: boolean }> {
    return { accepted: await this.leases.finish(lease, outcome) };
  }
}
