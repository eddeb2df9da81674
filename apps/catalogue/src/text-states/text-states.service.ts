// Keeps how the texts of products stand, from the events of generations.
import { Injectable } from '@nestjs/common';
import { TextStatesStore, type TextState } from './text-states.store.ts';

@Injectable()
export class TextStatesService {
  constructor(private readonly store: TextStatesStore) {}

  /** Notes how texts stand; each may be told more than once, and in any order. */
  async note(texts: readonly TextState[]): Promise<void> {
    if (texts.length > 0) await this.store.store(texts);
  }
}
