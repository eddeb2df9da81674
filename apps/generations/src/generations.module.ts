// Wires the generations service.
import { Module, type DynamicModule } from '@nestjs/common';
import { generationJob, waitedForJob } from '#contracts';
import { BusModule } from '#platform/messaging';
import { ConfigModule } from '#platform/boot';
import { DatabaseModule } from '#platform/database';
import { RefusedEventEntity } from '#platform/events';
import { IdempotencyEntity } from '#platform/idempotency';
import { OutboxEntity, OutboxModule } from '#platform/outbox';
import { CursorKeyEntity } from '#platform/paging';
import { RetentionModule } from '#platform/retention';
import { BatchEntity, BatchMemberEntity } from './batch-record/batches.entity.ts';
import { ApplicationEntity, ApplicationVersionEntity } from './applications/applications.entity.ts';
import { SpendingEntity } from './budget/spending.entity.ts';
import type { Config } from './config.ts';
import { ApplicationsModule } from './applications/applications.module.ts';
import { BatchRecordModule } from './batch-record/batch-record.module.ts';
import { BatchesModule } from './batches/batches.module.ts';
import { BudgetModule } from './budget/budget.module.ts';
import { DatasetsModule } from './datasets/datasets.module.ts';
import { DocumentsModule } from './documents/documents.module.ts';
import { EndingsModule } from './endings/endings.module.ts';
import { ExperimentsModule } from './experiments/experiments.module.ts';
import { IntakeModule } from './intake/intake.module.ts';
import { JudgingModule } from './judging/judging.module.ts';
import { LearningModule } from './learning/learning.module.ts';
import { LeasesModule } from './leases/leases.module.ts';
import { LedgerModule } from './ledger/ledger.module.ts';
import { ModelsModule } from './models/models.module.ts';
import { ClosedWorkspaceEntity } from './operations/erased-workspaces.entity.ts';
import { OperationsModule } from './operations/operations.module.ts';
import { PoliciesModule } from './policies/policies.module.ts';
import { PreviewsModule } from './previews/previews.module.ts';
import { ProductsModule } from './products/products.module.ts';
import { QueueModule } from './queue/queue.module.ts';
import { RecordsModule } from './records/records.module.ts';
import { ReviewsModule } from './reviews/reviews.module.ts';
import { ScoresModule } from './scores/scores.module.ts';
import { SettingsModule } from './settings/settings.module.ts';
import { StalenessModule } from './staleness/staleness.module.ts';
import { StatisticsModule } from './statistics/statistics.module.ts';
import { TextsModule } from './texts/texts.module.ts';
import { VoicesModule } from './voices/voices.module.ts';
import { WorkspacesModule } from './workspaces/workspaces.module.ts';
import { DatasetCaseEntity, DatasetEntity } from './datasets/datasets.entity.ts';
import { ExperimentEntity, ExperimentPairEntity } from './experiments/experiments.entity.ts';
import { DocumentEntity } from './documents/documents.entity.ts';
import { GenerationEntity } from './generation-record/generations.entity.ts';
import { InvocationEntity } from './ledger/invocations.entity.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { PolicyEntity } from './policies/policies.entity.ts';
import { VoiceEntity } from './voices/voices.entity.ts';
import { AcceptanceEntity } from './reviews/acceptances.entity.ts';
import { ApplicationQualityEntity } from './statistics/quality.entity.ts';
import { StatisticEntity } from './statistics/statistics.entity.ts';
import { SourceChangeEntity } from './staleness/source-changes.entity.ts';
import { ProductTextEntity } from './texts/product-texts.entity.ts';

/** The tables of this service. */
export const ENTITIES = [
  ApplicationEntity,
  ApplicationVersionEntity,
  DocumentEntity,
  PolicyEntity,
  VoiceEntity,
  GenerationEntity,
  AcceptanceEntity,
  InvocationEntity,
  SpendingEntity,
  BatchEntity,
  BatchMemberEntity,
  DatasetEntity,
  DatasetCaseEntity,
  ExperimentEntity,
  ExperimentPairEntity,
  StatisticEntity,
  ApplicationQualityEntity,
  SourceChangeEntity,
  ProductTextEntity,
  ClosedWorkspaceEntity,
  CursorKeyEntity,
  IdempotencyEntity,
  OutboxEntity,
  RefusedEventEntity,
];

/** The rooms of this service; each says what it needs of the others. */
const ROOMS = [
  ApplicationsModule,
  BatchRecordModule,
  BatchesModule,
  BudgetModule,
  DatasetsModule,
  DocumentsModule,
  EndingsModule,
  ExperimentsModule,
  IntakeModule,
  JudgingModule,
  LearningModule,
  LeasesModule,
  LedgerModule,
  ModelsModule,
  OperationsModule,
  PoliciesModule,
  PreviewsModule,
  ProductsModule,
  QueueModule,
  RecordsModule,
  ReviewsModule,
  ScoresModule,
  SettingsModule,
  StalenessModule,
  StatisticsModule,
  TextsModule,
  VoicesModule,
  WorkspacesModule,
];

@Module({})
export class GenerationsModule {
  /** The generations service with a configuration. */
  static forRoot(config: Config): DynamicModule {
    return {
      module: GenerationsModule,
      imports: [
        ConfigModule.forRoot(config),
        BusModule.forRoot(config, 'generations'),
        DatabaseModule.forRoot(config, 'generations', { entities: ENTITIES, migrations: MIGRATIONS }),
        OutboxModule.forRoot(config, 'generations', [generationJob, waitedForJob]),
        RetentionModule.forRoot([
          { name: 'generation', days: config.GENERATIONS_KEEP_DAYS },
          { name: 'batch', days: config.GENERATIONS_KEEP_DAYS },
          { name: 'invocation', days: config.USAGE_KEEP_DAYS },
        ]),
        ...ROOMS,
      ],
    };
  }
}
