// Answers the gateway's requests about voices.
import { Controller } from '@nestjs/common';
import {
  createVoice,
  deleteVoice,
  getVoice,
  listVoices,
  replaceVoice,
  type AnswerOf,
  type InputOf,
  type Voice,
} from '#contracts';
import { OnRequest } from '#platform/messaging';
import { VoiceWritesService } from './voice-writes.service.ts';
import { VoicesService } from './voices.service.ts';

@Controller()
export class VoicesRpcController {
  constructor(
    private readonly voices: VoicesService,
    private readonly writes: VoiceWritesService,
  ) {}

  @OnRequest(listVoices)
  list({ actor: { workspaceId }, nextToken, limit }: InputOf<typeof listVoices>): Promise<string> {
    return this.voices.list({ workspaceId, nextToken, limit });
  }

  @OnRequest(getVoice)
  get({ actor, id }: InputOf<typeof getVoice>): Promise<Voice> {
    return this.voices.get(actor.workspaceId, id);
  }

  @OnRequest(createVoice)
  create({
    actor,
    body,
    idempotencyKey,
  }: InputOf<typeof createVoice>): Promise<AnswerOf<typeof createVoice>> {
    return this.writes.create(actor.workspaceId, body, idempotencyKey);
  }

  @OnRequest(replaceVoice)
  replace({ actor, id, ifVersion, body }: InputOf<typeof replaceVoice>): Promise<Voice> {
    return this.writes.replace({ workspaceId: actor.workspaceId, id, ifVersion }, body);
  }

  @OnRequest(deleteVoice)
  async delete({ actor, id, ifVersion }: InputOf<typeof deleteVoice>): Promise<Record<string, never>> {
    await this.writes.delete({ workspaceId: actor.workspaceId, id, ifVersion });
    return {};
  }
}
