// Answers the gateway's requests about reviews of results, and checks of other texts.
import { Controller } from '@nestjs/common';
import {
  acceptGeneration,
  checkContent,
  rejectGeneration,
  type CheckResult,
  type Generation,
  type InputOf,
} from '#contracts';
import { OnRequest } from '#platform/messaging';
import { AcceptancesService } from './acceptances.service.ts';
import { ChecksService } from './checks.service.ts';
import { RejectionsService } from './rejections.service.ts';

@Controller()
export class ReviewsRpcController {
  constructor(
    private readonly acceptances: AcceptancesService,
    private readonly rejections: RejectionsService,
    private readonly checks: ChecksService,
  ) {}

  @OnRequest(acceptGeneration)
  accept({ actor, ...request }: InputOf<typeof acceptGeneration>): Promise<Generation> {
    return this.acceptances.accept(actor, request);
  }

  @OnRequest(rejectGeneration)
  reject({ actor, id, body }: InputOf<typeof rejectGeneration>): Promise<Generation> {
    return this.rejections.reject(actor, id, body.reason);
  }

  @OnRequest(checkContent)
  check({ actor, body }: InputOf<typeof checkContent>): Promise<CheckResult> {
    return this.checks.check(actor, body);
  }
}
