// Wires the webhook worker: bus, queue and the client that calls the receivers.
import { Module, type DynamicModule } from '@nestjs/common';
import { BusModule } from '#platform/messaging';
import { JobsModule } from '#platform/jobs';
import type { Config } from './config.ts';
import { DeliveriesProcessor } from './deliveries/deliveries.processor.ts';
import { DeliveryRunner } from './deliveries/delivery-runner.service.ts';
import { ReceiverClient } from './deliveries/receiver.client.ts';

@Module({})
export class WebhookWorkerModule {
  static forRoot(config: Config): DynamicModule {
    return {
      module: WebhookWorkerModule,
      imports: [
        BusModule.forRoot(config, 'webhook-worker'),
        JobsModule.forRoot(config, { concurrency: config.WEBHOOK_CONCURRENCY }),
      ],
      providers: [
        DeliveriesProcessor,
        DeliveryRunner,
        { provide: ReceiverClient, useFactory: () => new ReceiverClient(config) },
      ],
    };
  }
}
