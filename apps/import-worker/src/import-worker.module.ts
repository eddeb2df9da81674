// Wires the import worker together: the bus, the queues of its regions and the client of the Selling Partner API.
import { Module, type DynamicModule } from '@nestjs/common';
import { importQueue } from '#contracts';
import { BusModule } from '#platform/messaging';
import { JobsModule } from '#platform/jobs';
import type { Config } from './config.ts';
import { FetchBatchesProcessor } from './imports/fetch-batches.processor.ts';
import { FetchBatchRunner } from './imports/fetch-batch-runner.service.ts';
import { SpApiClient } from './spapi/sp-api.client.ts';

@Module({})
export class ImportWorkerModule {
  static forRoot(config: Config): DynamicModule {
    const intervalMs = config.IMPORT_CALL_INTERVAL_MS;
    return {
      module: ImportWorkerModule,
      imports: [
        BusModule.forRoot(config, 'import-worker'),
        JobsModule.forRoot(config, {
          concurrency: config.IMPORT_CONCURRENCY,
          queues: config.IMPORT_REGIONS.map(importQueue),
          // One call in each interval, not two in an interval twice as long: of these all could come within a moment,
          // two at the end of one interval and two at the beginning of the next. Without an interval there is a limit, too,
          // which nobody reaches: BullMQ knows the pause after a 429 only where there is one.
          limiter: intervalMs > 0 ? { max: 1, duration: intervalMs } : { max: 1_000_000, duration: 1000 },
        }),
      ],
      providers: [
        FetchBatchesProcessor,
        FetchBatchRunner,
        { provide: SpApiClient, useFactory: () => openSpApi(config) },
      ],
    };
  }
}

function openSpApi(config: Config): SpApiClient {
  return new SpApiClient({
    tokenUrl: config.SP_API_TOKEN_URL,
    clientId: config.SP_API_CLIENT_ID,
    clientSecret: config.SP_API_CLIENT_SECRET,
    regions: {
      na: { url: config.SP_API_URL_NA, refreshToken: config.SP_API_REFRESH_TOKEN_NA },
      eu: { url: config.SP_API_URL_EU, refreshToken: config.SP_API_REFRESH_TOKEN_EU },
      fe: { url: config.SP_API_URL_FE, refreshToken: config.SP_API_REFRESH_TOKEN_FE },
    },
  });
}
