// Answers bus requests of webhook workers.
import { Controller } from '@nestjs/common';
import { claimDelivery, reportDelivery, type AnswerOf, type InputOf } from '#contracts';
import { OnRequest } from '#platform/messaging';
import { DeliveryClaimsService } from './delivery-claims.service.ts';

@Controller()
export class DeliveryClaimsRpcController {
  constructor(private readonly claims: DeliveryClaimsService) {}

  @OnRequest(claimDelivery)
  claim(input: InputOf<typeof claimDelivery>): Promise<AnswerOf<typeof claimDelivery>> {
    return this.claims.claim(input);
  }

  @OnRequest(reportDelivery)
  async report(input: InputOf<typeof reportDelivery>): Promise<AnswerOf<typeof reportDelivery>> {
    return { accepted: await this.claims.report(input) };
  }
}
