// The catalogue's parts.
import { Module, type DynamicModule } from '@nestjs/common';
import { importTicket } from '#contracts';
import { BusModule } from '#platform/bus';
import { CONFIG } from '#platform/config';
import { DatabaseModule } from '#platform/database';
import { OutboxModule } from '#platform/outbox';
import { AcceptanceService } from './acceptance.service.ts';
import { BacklogService } from './backlog.service.ts';
import { BacklogStore } from './backlog.store.ts';
import type { Config } from './config.ts';
import { CursorsService } from './cursors.service.ts';
import { EndingsService } from './endings.service.ts';
import { ImportsController } from './imports.controller.ts';
import { ImportsService } from './imports.service.ts';
import { ImportsStore } from './imports.store.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { ProductsController } from './products.controller.ts';
import { ProductsService } from './products.service.ts';
import { ProductsStore } from './products.store.ts';
import { ReconcilerService } from './reconciler.service.ts';
import { SettlementService } from './settlement.service.ts';
import { TicketsController } from './tickets.controller.ts';
import { TicketsService } from './tickets.service.ts';
import { TicketsStore } from './tickets.store.ts';
import { WorkspacesClient } from './workspaces.client.ts';

@Module({})
export class CatalogueModule {
  /** The catalogue under a configuration. */
  static with(config: Config): DynamicModule {
    return {
      module: CatalogueModule,
      imports: [
        BusModule.connect(config, 'catalogue'),
        DatabaseModule.connect(config, 'catalogue', { migrations: MIGRATIONS }),
        OutboxModule.connect(config, 'catalogue', [importTicket]),
      ],
      controllers: [ProductsController, ImportsController, TicketsController],
      providers: [
        { provide: CONFIG, useValue: config },
        AcceptanceService,
        BacklogService,
        BacklogStore,
        CursorsService,
        EndingsService,
        ImportsService,
        ImportsStore,
        ProductsService,
        ProductsStore,
        ReconcilerService,
        SettlementService,
        TicketsService,
        TicketsStore,
        WorkspacesClient,
      ],
    };
  }
}
