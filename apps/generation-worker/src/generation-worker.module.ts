// The generation worker put together: bus, queue, the enabled models.
import { Module, type DynamicModule } from '@nestjs/common';
import { BusModule } from '#platform/bus';
import { JobsModule } from '#platform/jobs';
import type { Config } from './config.ts';
import { GenerationsProcessor } from './generations.processor.ts';
import { GenerationsService } from './generations.service.ts';
import { LeasesClient } from './leases.client.ts';
import { openModels } from './models/index.ts';
import { WritingService } from './writing.service.ts';

/** The generation worker. */
@Module({})
export class GenerationWorkerModule {
  static with(config: Config): DynamicModule {
    return {
      module: GenerationWorkerModule,
      imports: [
        BusModule.connect(config, 'generation-worker'),
        JobsModule.work(config, { concurrency: config.GENERATION_CONCURRENCY }),
      ],
      providers: [
        GenerationsProcessor,
        GenerationsService,
        LeasesClient,
        {
          provide: WritingService,
          useFactory: () =>
            new WritingService(openModels(config.MODEL_SERVERS, config.MODEL_KEYS), config.MODEL_TIMEOUT_MS),
        },
      ],
    };
  }
}
