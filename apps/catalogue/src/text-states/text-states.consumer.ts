// Hears how the texts of products stand.
import { Injectable } from '@nestjs/common';
import { productTextsChanged } from '#contracts';
import { OnEvents, type ReceivedEvent } from '#platform/events';
import { TextStatesService } from './text-states.service.ts';

@Injectable()
export class TextStatesConsumer {
  constructor(private readonly states: TextStatesService) {}

  @OnEvents(productTextsChanged)
  async textsChanged(events: readonly ReceivedEvent<typeof productTextsChanged>[]): Promise<void> {
    await this.states.note(
      events.flatMap(({ data: { workspaceId, applicationId, texts } }) =>
        texts.map(({ state = null, generationId = null, ...text }) => ({
          workspaceId,
          applicationId,
          ...text,
          state,
          generationId,
        })),
      ),
    );
  }
}
