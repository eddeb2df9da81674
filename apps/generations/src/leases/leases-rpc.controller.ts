// Requests of the generation workers.
import { Controller } from '@nestjs/common';
import {
  claimGeneration,
  finishGeneration,
  releaseGeneration,
  renewGenerations,
  type InputOf,
} from '#contracts';
import { OnRequest } from '#platform/messaging';
import { LeasesService, type Claim } from './leases.service.ts';

@Controller()
export class LeasesRpcController {
  constructor(private readonly claims: LeasesService) {}

  @OnRequest(claimGeneration)
  claim({ generationId, worker }: InputOf<typeof claimGeneration>): Promise<Claim> {
    return this.claims.claim(generationId, worker);
  }

  @OnRequest(renewGenerations)
  async renew({ leases }: InputOf<typeof renewGenerations>): Promise<{ held: boolean[] }> {
    return { held: await this.claims.renew(leases) };
  }

  @OnRequest(releaseGeneration)
  async release(held: InputOf<typeof releaseGeneration>): Promise<{ held: boolean }> {
    return { held: await this.claims.release(held) };
  }

  @OnRequest(finishGeneration)
  async finish({ outcome, ...held }: InputOf<typeof finishGeneration>): Promise<{ accepted: boolean }> {
    return { accepted: await this.claims.finish(held, outcome) };
  }
}
