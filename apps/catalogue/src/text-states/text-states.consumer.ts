// Hears how the texts of products stand.
import { Injectable } from '@nestjs/common';
import { productTextChanged } from '#contracts';
import { OnEvents, type ReceivedEvent } from '#platform/events';
import { TextStatesService } from './text-states.service.ts';

@Injectable()
export class TextStatesConsumer {
  constructor(private readonly states: TextStatesService) {}

  @OnEvents(productTextChanged)
  async textsChanged(events: readonly ReceivedEvent<typeof productTextChanged>[]): Promise<void> {
    await this.states.note(
      events.map(({ data: { state = null, generationId = null, ...text } }) => ({
        ...text,
        state,
        generationId,
      })),
    );
  }
}
