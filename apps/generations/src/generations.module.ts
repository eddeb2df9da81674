// Wires the generations service.
import { Module, type DynamicModule } from '@nestjs/common';
import { generationJob } from '#contracts';
import { BusModule } from '#platform/messaging';
import { CONFIG } from '#platform/config';
import { DatabaseModule } from '#platform/database';
import { IdempotencyEntity } from '#platform/idempotency';
import { LiveHistory } from '#platform/live';
import { OutboxEntity, OutboxModule } from '#platform/outbox';
import { CursorKeyEntity, Pages } from '#platform/paging';
import { RetentionModule } from '#platform/retention';
import { BatchCountsService } from './batch-record/batch-counts.service.ts';
import { BatchFeederService } from './batches/batch-feeder.service.ts';
import { BatchMembersService } from './batches/batch-members.service.ts';
import { BatchMoneyService } from './batches/batch-money.service.ts';
import { BatchRequestsService } from './batches/batch-requests.service.ts';
import { BatchStopsService } from './batches/batch-stops.service.ts';
import { BatchEntity, BatchMemberEntity } from './batch-record/batches.entity.ts';
import { BatchesRpcController } from './batches/batches-rpc.controller.ts';
import { BatchesService } from './batches/batches.service.ts';
import { BatchesStore } from './batch-record/batches.store.ts';
import { ProductChoicesClient } from './batches/product-choices.client.ts';
import { ApplicationWritesService } from './applications/application-writes.service.ts';
import { ApplicationsRpcController } from './applications/applications-rpc.controller.ts';
import { ApplicationEntity, ApplicationVersionEntity } from './applications/applications.entity.ts';
import { ApplicationsService } from './applications/applications.service.ts';
import { ApplicationsStore } from './applications/applications.store.ts';
import { PreviewsService } from './previews/previews.service.ts';
import { BudgetsClient } from './budget/budgets.client.ts';
import { BudgetsService } from './budget/budgets.service.ts';
import { SpendingEntity } from './budget/spending.entity.ts';
import { SpendingRpcController } from './budget/spending-rpc.controller.ts';
import { SpendingStore } from './budget/spending.store.ts';
import type { Config } from './config.ts';
import { DocumentEntity } from './documents/documents.entity.ts';
import { DocumentsRpcController } from './documents/documents-rpc.controller.ts';
import { DocumentWritesService } from './documents/document-writes.service.ts';
import { DocumentsService } from './documents/documents.service.ts';
import { DocumentsStore } from './documents/documents.store.ts';
import { GenerationRequestsService } from './intake/generation-requests.service.ts';
import { GenerationsRpcController } from './intake/generations-rpc.controller.ts';
import { GenerationEntity } from './generation-record/generations.entity.ts';
import { GenerationsService } from './intake/generations.service.ts';
import { GenerationsStore } from './intake/generations.store.ts';
import { PreviewsRpcController } from './previews/previews-rpc.controller.ts';
import { ProductsClient } from './products/products.client.ts';
import { ProductLookupService } from './products/product-lookup.service.ts';
import { SettingsService } from './settings/settings.service.ts';
import { GenerationAnnouncementsService } from './leases/generation-announcements.service.ts';
import { GenerationCompletionService } from './leases/generation-completion.service.ts';
import { GenerationOutcomesService } from './leases/generation-outcomes.service.ts';
import { InvocationEntity } from './leases/invocations.entity.ts';
import { InvocationsService } from './leases/invocations.service.ts';
import { InvocationsStore } from './leases/invocations.store.ts';
import { LeasesRpcController } from './leases/leases-rpc.controller.ts';
import { LeasesService } from './leases/leases.service.ts';
import { LeasesStore } from './leases/leases.store.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { ModelsRpcController } from './models/models-rpc.controller.ts';
import { ModelsService } from './models/models.service.ts';
import { GenerationReconcilerService } from './operations/generation-reconciler.service.ts';
import { GenerationReconcilerStore } from './operations/generation-reconciler.store.ts';
import { GenerationsErasureRpcController } from './operations/generations-erasure-rpc.controller.ts';
import { GenerationsErasureService } from './operations/generations-erasure.service.ts';
import { LiveStreamService } from './operations/live-stream.service.ts';
import { DispatchService } from './queue/dispatch.service.ts';
import { FairQueue } from './queue/fair-queue.state.ts';
import { GenerationAdmissionService } from './queue/generation-admission.service.ts';
import { GenerationAdmissionStore } from './queue/generation-admission.store.ts';
import { GenerationDeletionsService } from './records/generation-deletions.service.ts';
import { GenerationRecordsRpcController } from './records/generation-records-rpc.controller.ts';
import { GenerationRecordsService } from './records/generation-records.service.ts';
import { GenerationRecordsStore } from './records/generation-records.store.ts';
import { AcceptanceEntity } from './reviews/acceptances.entity.ts';
import { AcceptancesService } from './reviews/acceptances.service.ts';
import { AcceptancesStore } from './reviews/acceptances.store.ts';
import { ChecksService } from './reviews/checks.service.ts';
import { DocumentAcceptancesService } from './reviews/document-acceptances.service.ts';
import { ProductAcceptancesService } from './reviews/product-acceptances.service.ts';
import { ProductEditsClient } from './reviews/product-edits.client.ts';
import { RejectionsService } from './reviews/rejections.service.ts';
import { ReviewsRpcController } from './reviews/reviews-rpc.controller.ts';
import { ReviewsService } from './reviews/reviews.service.ts';
import { ReviewsStore } from './reviews/reviews.store.ts';
import { StatisticEntity } from './statistics/statistics.entity.ts';
import { StatisticsRpcController } from './statistics/statistics-rpc.controller.ts';
import { GenerationStatisticsService } from './statistics/generation-statistics.service.ts';
import { StatisticsStore } from './statistics/statistics.store.ts';
import { SourceChangesConsumer } from './staleness/source-changes.consumer.ts';
import { SourceChangeEntity } from './staleness/source-changes.entity.ts';
import { StalenessService } from './staleness/staleness.service.ts';
import { StalenessStore } from './staleness/staleness.store.ts';
import { ProductTextEntity } from './texts/product-texts.entity.ts';
import { ProductTextsService } from './texts/product-texts.service.ts';
import { ProductTextsStore } from './texts/product-texts.store.ts';

/** The tables of this service. */
export const ENTITIES = [
  ApplicationEntity,
  ApplicationVersionEntity,
  DocumentEntity,
  GenerationEntity,
  AcceptanceEntity,
  InvocationEntity,
  SpendingEntity,
  BatchEntity,
  BatchMemberEntity,
  StatisticEntity,
  SourceChangeEntity,
  ProductTextEntity,
  CursorKeyEntity,
  IdempotencyEntity,
  OutboxEntity,
];

const CONTROLLERS = [
  ApplicationsRpcController,
  DocumentsRpcController,
  GenerationsRpcController,
  GenerationRecordsRpcController,
  LeasesRpcController,
  ModelsRpcController,
  PreviewsRpcController,
  ReviewsRpcController,
  GenerationsErasureRpcController,
  SpendingRpcController,
  BatchesRpcController,
  StatisticsRpcController,
];

const PROVIDERS = [
  ApplicationsService,
  ApplicationsStore,
  ApplicationWritesService,
  PreviewsService,
  DocumentsService,
  DocumentsStore,
  DocumentWritesService,
  GenerationRequestsService,
  GenerationsService,
  GenerationsStore,
  ProductsClient,
  ProductLookupService,
  SettingsService,
  LeasesService,
  LeasesStore,
  InvocationsService,
  InvocationsStore,
  GenerationAnnouncementsService,
  GenerationCompletionService,
  GenerationOutcomesService,
  DispatchService,
  FairQueue,
  GenerationAdmissionService,
  GenerationAdmissionStore,
  GenerationReconcilerService,
  GenerationReconcilerStore,
  GenerationRecordsService,
  GenerationDeletionsService,
  GenerationRecordsStore,
  ModelsService,
  Pages,
  LiveHistory,
  LiveStreamService,
  ChecksService,
  AcceptancesService,
  AcceptancesStore,
  ProductAcceptancesService,
  ProductEditsClient,
  DocumentAcceptancesService,
  RejectionsService,
  ReviewsService,
  ReviewsStore,
  GenerationsErasureService,
  BudgetsClient,
  BudgetsService,
  SpendingStore,
  BatchesService,
  BatchesStore,
  BatchCountsService,
  BatchFeederService,
  BatchMembersService,
  BatchMoneyService,
  BatchRequestsService,
  BatchStopsService,
  ProductChoicesClient,
  GenerationStatisticsService,
  StatisticsStore,
  SourceChangesConsumer,
  StalenessService,
  StalenessStore,
  ProductTextsService,
  ProductTextsStore,
];

@Module({})
export class GenerationsModule {
  /** The generations service with a configuration. */
  static forRoot(config: Config): DynamicModule {
    return {
      module: GenerationsModule,
      imports: [
        BusModule.forRoot(config, 'generations'),
        DatabaseModule.forRoot(config, 'generations', { entities: ENTITIES, migrations: MIGRATIONS }),
        OutboxModule.forRoot(config, 'generations', [generationJob]),
        RetentionModule.forRoot([
          { name: 'generation', days: config.GENERATIONS_KEEP_DAYS },
          { name: 'batch', days: config.GENERATIONS_KEEP_DAYS },
          { name: 'invocation', days: config.USAGE_KEEP_DAYS },
        ]),
      ],
      controllers: CONTROLLERS,
      providers: [{ provide: CONFIG, useValue: config }, ...PROVIDERS],
    };
  }
}
