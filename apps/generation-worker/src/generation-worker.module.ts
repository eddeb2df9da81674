// Wires the generation worker: bus, queue and the enabled models.
import { Module, type DynamicModule } from '@nestjs/common';
import { BusModule } from '#platform/messaging';
import { ConfigModule } from '#platform/boot';
import { JobsModule } from '#platform/jobs';
import { placesOf, type Config } from './config.ts';
import { CancellationsClient } from './runner/cancellations.client.ts';
import { GenerationsProcessor } from './runner/generations.processor.ts';
import { GenerationRunner } from './runner/generation-runner.service.ts';
import { JudgingService } from './runner/judging.service.ts';
import { LeaseRenewalsClient } from './runner/lease-renewals.client.ts';
import { ModelClient, ModelPlacesClient, ModelServersClient } from './models/index.ts';
import { PicturesClient } from './runner/pictures.client.ts';
import { WritingService } from './runner/writing.service.ts';

@Module({})
export class GenerationWorkerModule {
  static forRoot(config: Config): DynamicModule {
    return {
      module: GenerationWorkerModule,
      imports: [
        BusModule.forRoot(config, 'generation-worker'),
        ConfigModule.forRoot(config),
        JobsModule.forRoot(config, { concurrency: placesOf(config.GENERATION_CONCURRENCY) }),
      ],
      providers: [
        GenerationsProcessor,
        GenerationRunner,
        LeaseRenewalsClient,
        CancellationsClient,
        JudgingService,
        WritingService,
        { provide: PicturesClient, useFactory: () => new PicturesClient(config) },
        { provide: ModelClient, useFactory: () => new ModelClient(config) },
        { provide: ModelPlacesClient, useFactory: () => new ModelPlacesClient(config) },
        { provide: ModelServersClient, useFactory: () => new ModelServersClient(config) },
      ],
    };
  }
}
