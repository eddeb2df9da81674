// Counts requests against their limits.
import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.ts';
import { RateCountersModule } from './rate-counters.module.ts';
import { RateLimitHook } from './rate-limit.hook.ts';
import { TokenBatchService } from './token-batch.service.ts';

@Module({ imports: [AccessModule, RateCountersModule], providers: [RateLimitHook, TokenBatchService] })
export class RateLimitModule {}
