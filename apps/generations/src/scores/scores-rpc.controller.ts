// Answers the gateway's requests about scores.
import { Controller } from '@nestjs/common';
import { getGenerationScores, type GenerationScores, type InputOf } from '#contracts';
import { OnRequest } from '#platform/messaging';
import { ScoresService } from './scores.service.ts';

@Controller()
export class ScoresRpcController {
  constructor(private readonly scores: ScoresService) {}

  @OnRequest(getGenerationScores)
  get({ actor, id }: InputOf<typeof getGenerationScores>): Promise<GenerationScores> {
    return this.scores.get(actor.workspaceId, id);
  }
}
