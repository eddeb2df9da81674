// Requests of the generation workers.
import { Controller } from '@nestjs/common';
import type { z } from 'zod';
import { claimGeneration, finishGeneration, releaseGeneration, renewGenerations } from '#contracts';
import { OnRequest } from '#platform/messaging';
import { LeasesService, type Claim } from './leases.service.ts';

@Controller()
export class LeasesRpcController {
  constructor(private readonly claims: LeasesService) {}

  @OnRequest(claimGeneration)
  claim({ generationId, worker }: z.output<typeof claimGeneration.input>): Promise<Claim> {
    return this.claims.claim(generationId, worker);
  }

  @OnRequest(renewGenerations)
  async renew({ leases }: z.output<typeof renewGenerations.input>): Promise<{ held: boolean[] }> {
    return { held: await this.claims.renew(leases) };
  }

  @OnRequest(releaseGeneration)
  async release(held: z.output<typeof releaseGeneration.input>): Promise<{ held: boolean }> {
    return { held: await this.claims.release(held) };
  }

  @OnRequest(finishGeneration)
  async finish({
    outcome,
    ...held
  }: z.output<typeof finishGeneration.input>): Promise<{ accepted: boolean }> {
    return { accepted: await this.claims.finish(held, outcome) };
  }
}
