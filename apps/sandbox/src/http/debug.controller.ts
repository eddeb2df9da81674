// Shows tests what callers did: what the models were asked, and whether the marketplace's quota was kept.
import { Controller, Delete, Get, HttpCode } from '@nestjs/common';
import { ChatService, type RememberedRequest } from '../models/chat.service.ts';
import { QuotaService } from '../marketplace/quota.service.ts';

@Controller()
export class DebugController {
  constructor(
    private readonly chats: ChatService,
    private readonly quota: QuotaService,
  ) {}

  @Get('v1/debug/requests')
  requests(): readonly RememberedRequest[] {
    return this.chats.requests();
  }

  @Delete('v1/debug/requests')
  @HttpCode(204)
  forgetRequests(): void {
    this.chats.forget();
  }

  @Get('debug/marketplace')
  marketplace(): ReturnType<QuotaService['counters']> {
    return this.quota.counters();
  }

  @Delete('debug/marketplace')
  @HttpCode(204)
  resetMarketplace(): void {
    this.quota.reset();
  }
}
