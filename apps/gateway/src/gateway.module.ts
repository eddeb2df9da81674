// Wires the gateway, and sets up its HTTP server.
import type { Server } from 'node:http';
import { join } from 'node:path';
import { fastifyStatic } from '@fastify/static';
import { Module, type DynamicModule } from '@nestjs/common';
import { RouterModule } from '@nestjs/core';
import type { FastifyHttpOptions } from 'fastify';
import { ConfigModule, type WebOptions } from '#platform/boot';
import { newRequestId } from '#platform/context';
import { BusModule } from '#platform/messaging';
import { AccessModule } from './access/access.module.ts';
import { ApiKeysModule } from './api-keys/api-keys.module.ts';
import { ApplicationsModule } from './applications/applications.module.ts';
import { AuthModule } from './auth/auth.module.ts';
import { BatchesModule } from './batches/batches.module.ts';
import { ConnectionsModule } from './connections/connections.module.ts';
import { ConsoleModule } from './console/console.module.ts';
import { DatasetsModule } from './datasets/datasets.module.ts';
import { ExperimentsModule } from './experiments/experiments.module.ts';
import { DocumentsModule } from './documents/documents.module.ts';
import { FeedModule } from './feed/feed.module.ts';
import { GenerationsModule } from './generations/generations.module.ts';
import { HttpModule } from './http/http.module.ts';
import { ImportQuotaModule } from './import-quota/import-quota.module.ts';
import { ImportsModule } from './imports/imports.module.ts';
import { OpenapiModule } from './openapi/openapi.module.ts';
import { PoliciesModule } from './policies/policies.module.ts';
import { ProductsModule } from './products/products.module.ts';
import { RateLimitModule } from './rate-limit/rate-limit.module.ts';
import { ReferenceModule } from './reference/reference.module.ts';
import { StatisticsModule } from './statistics/statistics.module.ts';
import { StreamsModule } from './streams/streams.module.ts';
import { VoicesModule } from './voices/voices.module.ts';
import { WebhooksModule } from './webhooks/webhooks.module.ts';
import { WorkspacesModule } from './workspaces/workspaces.module.ts';
import type { Config } from './config.ts';
import { trustProxy } from './connections/connections.hook.ts';
import { refuseSocket } from './connections/socket-error.filter.ts';
import { sendError } from './http/error.filter.ts';
import { DocsService } from './openapi/docs.service.ts';
import { openApi } from './openapi/document.ts';
import { registerHooks } from './pipeline.ts';

/** The rooms whose operations are under {base_url}, in the order of the API document. */
const BASE = [
  PoliciesModule,
  VoicesModule,
  ProductsModule,
  ImportsModule,
  GenerationsModule,
  BatchesModule,
  ApplicationsModule,
  DatasetsModule,
  ExperimentsModule,
  DocumentsModule,
  ReferenceModule,
  StatisticsModule,
  FeedModule,
  WebhooksModule,
];

/** The same under {core_url}. */
const CORE = [AuthModule, ApiKeysModule, WorkspacesModule];

@Module({})
export class GatewayModule {
  /** The gateway with a configuration. */
  static forRoot(config: Config): DynamicModule {
    const roots = [
      { path: config.BASE_PATH, children: BASE },
      { path: config.CORE_PATH, children: CORE },
    ];
    return {
      module: GatewayModule,
      imports: [
        ConfigModule.forRoot(config),
        BusModule.forRoot(config, 'gateway'),
        RouterModule.register(roots),
        ...BASE,
        ...CORE,
        HttpModule,
        AccessModule,
        ConnectionsModule,
        ConsoleModule,
        OpenapiModule,
        StreamsModule,
        ImportQuotaModule,
        RateLimitModule,
      ],
    };
  }
}

const SERVER_OPTIONS: FastifyHttpOptions<Server> = {
  bodyLimit: 16 * 1024, // bytes; a route may set its own
  maxRequestsPerSocket: 1000,
  genReqId: newRequestId,
  // A long id is an unknown id, and no id is longer than the headers.
  routerOptions: { maxParamLength: 16 * 1024 },
  // During shutdown, requests on open connections are still served, and then the connection is closed.
  return503OnClosing: false,
  pluginTimeout: 0, // which would end our part of the shutdown, too, and with it the process as failed
  frameworkErrors: sendError,
  clientErrorHandler: refuseSocket,
};

function serverOptions(config: Config): FastifyHttpOptions<Server> {
  const { HEADERS_TIMEOUT_MS, KEEP_ALIVE_MS, REQUEST_TIMEOUT_MS, TRUSTED_PROXIES: proxies } = config;
  return {
    ...SERVER_OPTIONS,
    trustProxy: trustProxy(proxies), // X-Forwarded-For is believed only from a trusted proxy
    keepAliveTimeout: KEEP_ALIVE_MS,
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
      // The plugin adds no routes, because they would not know sessions: the controller of the console sends the files.
      await app.register(fastifyStatic, {
        root: join(config.CONSOLE_DIR, 'assets'),
        serve: false,
        preCompressed: true,
      });
      app.get(DocsService).document = JSON.stringify(openApi(app, config));
    },
  };
}
