// Shows tests the calls that the marketplace counted.
import { Controller, Delete, Get, HttpCode } from '@nestjs/common';
import { QuotaService } from '../marketplace/index.ts';

@Controller('debug')
export class DebugController {
  constructor(private readonly quota: QuotaService) {}

  @Get('marketplace')
  marketplace(): ReturnType<QuotaService['counters']> {
    return this.quota.counters();
  }

  @Delete('marketplace')
  @HttpCode(204)
  resetMarketplace(): void {
    this.quota.reset();
  }
}
