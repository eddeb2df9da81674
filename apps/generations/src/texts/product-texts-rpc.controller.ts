// Answers the catalogue's requests about texts.
import { Controller } from '@nestjs/common';
import { retellTexts, type AnswerOf, type InputOf } from '#contracts';
import { OnRequest } from '#platform/messaging';
import { TextRetellingService } from './text-retelling.service.ts';

@Controller()
export class ProductTextsRpcController {
  constructor(private readonly texts: TextRetellingService) {}

  @OnRequest(retellTexts)
  retell({ after }: InputOf<typeof retellTexts>): Promise<AnswerOf<typeof retellTexts>> {
    return this.texts.retell(after);
  }
}
