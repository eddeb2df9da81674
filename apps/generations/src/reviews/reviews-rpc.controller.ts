// Answers the gateway's requests about reviews of results, and checks of other texts.
import { Controller } from '@nestjs/common';
import { checkContent, rejectGeneration, type CheckResult, type Generation, type InputOf } from '#contracts';
import { OnRequest } from '#platform/messaging';
import { ChecksService } from './checks.service.ts';
import { ReviewsService } from './reviews.service.ts';

@Controller()
export class ReviewsRpcController {
  constructor(
    private readonly reviews: ReviewsService,
    private readonly checks: ChecksService,
  ) {}

  @OnRequest(rejectGeneration)
  reject({ actor, id, body }: InputOf<typeof rejectGeneration>): Promise<Generation> {
    return this.reviews.reject(actor, id, body.reason);
  }

  @OnRequest(checkContent)
  check({ actor, body }: InputOf<typeof checkContent>): Promise<CheckResult> {
    return this.checks.check(actor, body);
  }
}
