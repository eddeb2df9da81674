// Asks generations how texts stand.
import { Injectable } from '@nestjs/common';
import { retellTexts, type AnswerOf, type TextKey } from '#contracts';
import { Bus } from '#platform/messaging';

@Injectable()
export class TextsClient {
  constructor(private readonly bus: Bus) {}

  /** A page of all texts, those that follow this key. Errors: those of `Bus.request`. */
  retell(after: TextKey | undefined): Promise<AnswerOf<typeof retellTexts>> {
    return this.bus.request(retellTexts, { after });
  }
}
