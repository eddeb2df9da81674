// Answers the gateway's requests for previews.
import { Controller } from '@nestjs/common';
import { previewGeneration, type InputOf, type Preview } from '#contracts';
import { OnRequest } from '#platform/messaging';
import { PreviewsService } from './previews.service.ts';

@Controller()
export class PreviewsRpcController {
  constructor(private readonly previews: PreviewsService) {}

  @OnRequest(previewGeneration)
  preview({ actor, id, body }: InputOf<typeof previewGeneration>): Promise<Preview> {
    return this.previews.preview(actor, id, body);
  }
}
