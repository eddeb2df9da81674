// Counts what clients do, in Redis for all gateways together.
import { Module } from '@nestjs/common';
import { CONFIG } from '#platform/config';
import { RateCounters } from '#platform/rate-limit';
import type { Config } from '../config.ts';

const counters = {
  provide: RateCounters,
  inject: [CONFIG],
  useFactory: ({ REDIS_URL, LIMIT_TIMEOUT_MS }: Config) =>
    new RateCounters(REDIS_URL, 'gateway-limits', LIMIT_TIMEOUT_MS),
};

@Module({ providers: [counters], exports: [RateCounters] })
export class CountersModule {}
