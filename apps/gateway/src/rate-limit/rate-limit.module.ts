// Counts requests against their limits.
import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.ts';
import { CountersModule } from '../counters/counters.module.ts';
import { RateLimitHook } from './rate-limit.hook.ts';
import { TokenBatchService } from './token-batch.service.ts';

@Module({ imports: [AccessModule, CountersModule], providers: [RateLimitHook, TokenBatchService] })
export class RateLimitModule {}
