// Wires the gateway, and sets up its HTTP server.
import type { Server } from 'node:http';
import { join } from 'node:path';
import { fastifyStatic } from '@fastify/static';
import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { APP_FILTER, APP_PIPE, RouterModule } from '@nestjs/core';
import type { FastifyHttpOptions } from 'fastify';
import type { WebOptions } from '#platform/boot';
import { CONFIG } from '#platform/config';
import { newId } from '#platform/context';
import { LiveHistory } from '#platform/live';
import { BusModule } from '#platform/messaging';
import { RateCounters } from '#platform/rate-limit';
import { AccessHook } from './access/access.hook.ts';
import { KnownApiKeysService } from './access/known-api-keys.service.ts';
import { KnownMembershipsService } from './access/known-memberships.service.ts';
import { ApiKeysController } from './api-keys/api-keys.controller.ts';
import { WorkspaceApiKeysController } from './api-keys/workspace-api-keys.controller.ts';
import { AccessTokenStrategy } from './auth/access-token.strategy.ts';
import { AccountsController } from './auth/accounts.controller.ts';
import { PublicKeysController } from './auth/public-keys.controller.ts';
import { PublicKeysService } from './auth/public-keys.service.ts';
import { RevokedSessionsService } from './auth/revoked-sessions.service.ts';
import { SessionHook } from './auth/session.hook.ts';
import { SessionsController } from './auth/sessions.controller.ts';
import { SignInService } from './auth/sign-in.service.ts';
import { BatchesController } from './batches/batches.controller.ts';
import { LiveBatchesService } from './batches/live-batches.service.ts';
import type { Config } from './config.ts';
import { ConnectionsHook, trustProxy } from './connections/connections.hook.ts';
import { refuseSocket } from './connections/socket-error.filter.ts';
import { ConsoleController } from './console/console.controller.ts';
import { ConsoleService } from './console/console.service.ts';
import { FeedController } from './feed/feed.controller.ts';
import { LiveFeedService } from './feed/live-feed.service.ts';
import { ChecksController } from './generations/checks.controller.ts';
import { ApplicationsController } from './applications/applications.controller.ts';
import { DocumentsController } from './documents/documents.controller.ts';
import { GenerationsController } from './generations/generations.controller.ts';
import { LiveGenerationsService } from './generations/live-generations.service.ts';
import { WaitingGenerationsService } from './generations/waiting-generations.service.ts';
import { AdmissionHook } from './http/admission.hook.ts';
import { ErrorFilter, sendError } from './http/error.filter.ts';
import { InputPipe } from './http/input.pipe.ts';
import { LargeBodiesHook } from './http/large-bodies.hook.ts';
import { ObservationHook } from './http/observation.hook.ts';
import { registerHooks } from './pipeline.ts';
import { RoutesHook } from './http/routes.hook.ts';
import { ImportQuotaService } from './import-quota/import-quota.service.ts';
import { ImportsController } from './imports/imports.controller.ts';
import { LiveImportsService } from './imports/live-imports.service.ts';
import { NewImportsService } from './imports/new-imports.service.ts';
import { DocsController } from './openapi/docs.controller.ts';
import { DocsService } from './openapi/docs.service.ts';
import { openApi } from './openapi/document.ts';
import { ProductExportService } from './products/product-export.service.ts';
import { ProductImportController } from './products/product-import.controller.ts';
import { ProductImportService } from './products/product-import.service.ts';
import { ProductsController } from './products/products.controller.ts';
import { RateLimitHook } from './rate-limit/rate-limit.hook.ts';
import { TokenBatchService } from './rate-limit/token-batch.service.ts';
import { ReferenceController } from './reference/reference.controller.ts';
import { StatisticsController } from './statistics/statistics.controller.ts';
import { StatisticsService } from './statistics/statistics.service.ts';
import { EventStreamsService } from './streams/event-streams.service.ts';
import { RecordStreamsService } from './streams/record-streams.service.ts';
import { DeliveriesController } from './webhooks/deliveries.controller.ts';
import { WebhooksController } from './webhooks/webhooks.controller.ts';
import { MembersController } from './workspaces/members.controller.ts';
import { WorkspaceSpendingService } from './workspaces/workspace-spending.service.ts';
import { WorkspaceSwitchController } from './workspaces/workspace-switch.controller.ts';
import { WorkspacesController } from './workspaces/workspaces.controller.ts';

/** The controllers under {base_url}. */
@Module({
  controllers: [
    ProductsController,
    ProductImportController,
    ImportsController,
    GenerationsController,
    BatchesController,
    ChecksController,
    ApplicationsController,
    DocumentsController,
    ReferenceController,
    StatisticsController,
    FeedController,
    WebhooksController,
    DeliveriesController,
  ],
})
class BaseModule {}

/** The controllers under {core_url}. */
@Module({
  controllers: [
    SessionsController,
    AccountsController,
    PublicKeysController,
    ApiKeysController,
    WorkspacesController,
    MembersController,
    WorkspaceApiKeysController,
    WorkspaceSwitchController,
  ],
})
class CoreModule {}

@Module({})
export class GatewayModule {
  /** The gateway with a configuration. */
  static forRoot(config: Config): DynamicModule {
    const roots = [
      { path: config.BASE_PATH, module: BaseModule },
      { path: config.CORE_PATH, module: CoreModule },
    ];
    return {
      module: GatewayModule,
      global: true, // for BaseModule and CoreModule, which are modules only so that each has its path
      imports: [BusModule.forRoot(config, 'gateway'), BaseModule, CoreModule, RouterModule.register(roots)],
      controllers: [ConsoleController, DocsController],
      providers: providers(config),
      exports: [
        CONFIG,
        LiveBatchesService,
        LiveFeedService,
        LiveGenerationsService,
        LiveImportsService,
        NewImportsService,
        ProductExportService,
        ProductImportService,
        PublicKeysService,
        WaitingGenerationsService,
        SignInService,
        StatisticsService,
        WorkspaceSpendingService,
      ],
    };
  }
}

function countersOf({ REDIS_URL, LIMIT_TIMEOUT_MS }: Config): RateCounters {
  return new RateCounters(REDIS_URL, 'gateway-limits', LIMIT_TIMEOUT_MS);
}

function providers(config: Config): Provider[] {
  return [
    { provide: CONFIG, useValue: config },
    { provide: APP_FILTER, useClass: ErrorFilter },
    { provide: APP_PIPE, useClass: InputPipe },
    { provide: RateCounters, useFactory: () => countersOf(config) },
    AccessHook,
    AccessTokenStrategy,
    AdmissionHook,
    ConnectionsHook,
    ConsoleService,
    DocsService,
    EventStreamsService,
    ImportQuotaService,
    KnownApiKeysService,
    KnownMembershipsService,
    LargeBodiesHook,
    LiveBatchesService,
    LiveFeedService,
    LiveGenerationsService,
    LiveHistory,
    LiveImportsService,
    NewImportsService,
    ObservationHook,
    ProductExportService,
    ProductImportService,
    PublicKeysService,
    RateLimitHook,
    RecordStreamsService,
    RevokedSessionsService,
    RoutesHook,
    SessionHook,
    SignInService,
    StatisticsService,
    TokenBatchService,
    WaitingGenerationsService,
    WorkspaceSpendingService,
  ];
}

const SERVER_OPTIONS: FastifyHttpOptions<Server> = {
  bodyLimit: 16 * 1024, // bytes; a route may set its own
  keepAliveTimeout: 65_000,
  maxRequestsPerSocket: 1000,
  genReqId: newId,
  // A long id is an unknown id, and no id is longer than the headers.
  routerOptions: { maxParamLength: 16 * 1024 },
  // During shutdown, requests on open connections are still served, and then the connection is closed.
  return503OnClosing: false,
  frameworkErrors: sendError,
  clientErrorHandler: refuseSocket,
};

function serverOptions(config: Config): FastifyHttpOptions<Server> {
  const { HEADERS_TIMEOUT_MS, REQUEST_TIMEOUT_MS, TRUSTED_PROXIES: proxies } = config;
  return {
    ...SERVER_OPTIONS,
    trustProxy: trustProxy(proxies), // X-Forwarded-For is believed only from a trusted proxy
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      // How often Node looks for late requests. Its default of 30 s would make the time-outs twice as long.
      connectionsCheckingInterval: HEADERS_TIMEOUT_MS / 5,
      maxHeaderSize: 16 * 1024,
      requireHostHeader: false, // checkHead requires it, and answers with our error envelope
    },
  };
}

/** Options of the gateway's server; see bootWeb. */
export function webServer(config: Config): Pick<WebOptions, 'fastify' | 'configure'> {
  return {
    fastify: serverOptions(config),
    configure: async (app) => {
      registerHooks(app);
      // Routes of its own would know no sessions: the controller of the console sends the files.
      await app.register(fastifyStatic, {
        root: join(config.CONSOLE_DIR, 'assets'),
        serve: false,
        preCompressed: true,
      });
      app.get(DocsService).document = JSON.stringify(openApi(app, config));
    },
  };
}
