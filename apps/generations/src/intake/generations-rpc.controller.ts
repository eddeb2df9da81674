// Answers the gateway's requests about generations.
import { Controller } from '@nestjs/common';
import {
  createGeneration,
  getGeneration,
  retryGeneration,
  type AnswerOf,
  type Generation,
  type InputOf,
} from '#contracts';
import { OnRequest } from '#platform/messaging';
import { GenerationsService } from './generations.service.ts';

@Controller()
export class GenerationsRpcController {
  constructor(private readonly generations: GenerationsService) {}

  @OnRequest(createGeneration)
  create(input: InputOf<typeof createGeneration>): Promise<{ generation: Generation; replayed: boolean }> {
    return this.generations.create(input.actor, input.body, input.idempotencyKey);
  }

  @OnRequest(getGeneration)
  get({ actor, id }: InputOf<typeof getGeneration>): Promise<Generation> {
    return this.generations.get(actor.workspaceId, id);
  }

  @OnRequest(retryGeneration)
  retry({
    actor,
    id,
    body,
    idempotencyKey,
  }: InputOf<typeof retryGeneration>): Promise<AnswerOf<typeof retryGeneration>> {
    return this.generations.retry(actor, id, body, idempotencyKey);
  }
}
