// Shows tests the requests that the models received, and the calls that the marketplace counted. Requests hold prompts,
// so they need the key of the models.
import { Controller, Delete, Get, HttpCode, UseGuards } from '@nestjs/common';
import { ChatService, type RecordedRequest } from '../models/chat.service.ts';
import { ModelKeyGuard } from '../models/model-key.guard.ts';
import { QuotaService } from '../marketplace/quota.service.ts';

@Controller()
export class DebugController {
  constructor(
    private readonly chats: ChatService,
    private readonly quota: QuotaService,
  ) {}

  @Get('v1/debug/requests')
  @UseGuards(ModelKeyGuard)
  requests(): readonly RecordedRequest[] {
    return this.chats.requests();
  }

  @Delete('v1/debug/requests')
  @UseGuards(ModelKeyGuard)
  @HttpCode(204)
  clearRequests(): void {
    this.chats.clearRequests();
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
