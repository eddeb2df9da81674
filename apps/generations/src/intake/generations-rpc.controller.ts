// Requests of people about generations.
import { Controller } from '@nestjs/common';
import type { z } from 'zod';
import { createGeneration, getGeneration, type Generation } from '#contracts';
import { OnRequest } from '#platform/messaging';
import { GenerationRequestsService } from './generations.service.ts';

@Controller()
export class GenerationsRpcController {
  constructor(private readonly generations: GenerationRequestsService) {}

  @OnRequest(createGeneration)
  create(
    input: z.output<typeof createGeneration.input>,
  ): Promise<{ generation: Generation; replayed: boolean }> {
    return this.generations.create(input.actor, input.body, input.idempotencyKey);
  }

  @OnRequest(getGeneration)
  get({ actor, id }: z.output<typeof getGeneration.input>): Promise<Generation> {
    return this.generations.get(actor.workspaceId, id);
  }
}
