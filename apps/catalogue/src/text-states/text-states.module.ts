// Keeps how the texts of each product stand, from the events of generations.
import { Module } from '@nestjs/common';
import { TextStatesConsumer } from './text-states.consumer.ts';
import { TextStatesService } from './text-states.service.ts';
import { TextStatesStore } from './text-states.store.ts';
import { TextResyncService } from './text-resync.service.ts';
import { TextResyncStore } from './text-resync.store.ts';
import { TextsClient } from './texts.client.ts';

@Module({
  providers: [
    TextResyncService,
    TextResyncStore,
    TextsClient,
    TextStatesConsumer,
    TextStatesService,
    TextStatesStore,
  ],
})
export class TextStatesModule {}
