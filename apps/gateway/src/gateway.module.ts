// The gateway's parts, and the settings of the server that they stand behind.
import type { Server } from 'node:http';
import { Module, StandardSchemaValidationPipe, type DynamicModule, type Provider } from '@nestjs/common';
import { APP_FILTER, APP_PIPE, RouterModule } from '@nestjs/core';
import type { FastifyHttpOptions } from 'fastify';
import type { WebOptions } from '#platform/boot';
import { Bus, BusConnection, BusModule } from '#platform/messaging';
import { CONFIG } from '#platform/config';
import { newId } from '#platform/context';
import { invalidArgument } from '#platform/errors';
import { Health } from '#platform/observability';
import { RateCounters } from '#platform/rate-limit';
import { AccessTokenStrategy } from './auth/access-token.strategy.ts';
import { AccountsController } from './auth/accounts.controller.ts';
import type { Config } from './config.ts';
import { DocsController } from './openapi/docs.controller.ts';
import { DocsService } from './openapi/docs.service.ts';
import { ErrorFilter, refuseSocket, sendError } from './http/error.filter.ts';
import { GenerationsController } from './generations/generations.controller.ts';
import { WaitingGenerationsService } from './generations/waiting-generations.service.ts';
import { ImportsController } from './imports/imports.controller.ts';
import { PublicKeysController } from './auth/public-keys.controller.ts';
import { PublicKeysService } from './auth/public-keys.service.ts';
import { RateLimitHook } from './rate-limit/rate-limit.hook.ts';
import { MAX_BODY_BYTES } from './http/limits.rules.ts';
import { openApi } from './openapi/document.ts';
import { ProductsController } from './products/products.controller.ts';
import { RequestPipeline } from './http/request-pipeline.hook.ts';
import { SessionHook } from './auth/session.hook.ts';
import { SessionsController } from './auth/sessions.controller.ts';
import { SignInService } from './auth/sign-in.service.ts';

/** What stands under {base_url}. */
@Module({ controllers: [ProductsController, ImportsController, GenerationsController] })
class BaseModule {}

/** What stands under {core_url}. */
@Module({ controllers: [SessionsController, AccountsController, PublicKeysController] })
class CoreModule {}

@Module({})
export class GatewayModule {
  constructor(health: Health, bus: BusConnection) {
    health.addReadinessCheck('bus', () => {
      if (!bus.isUp()) throw new Error('not connected');
    });
  }

  /** The gateway under a configuration. */
  static forRoot(config: Config): DynamicModule {
    const roots = [
      { path: config.BASE_PATH, module: BaseModule },
      { path: config.CORE_PATH, module: CoreModule },
    ];
    return {
      module: GatewayModule,
      global: true, // for the two roots, which are modules only so that each has its path
      imports: [BusModule.forRoot(config, 'gateway'), BaseModule, CoreModule, RouterModule.register(roots)],
      controllers: [DocsController],
      providers: providers(config),
      exports: [CONFIG, PublicKeysService, WaitingGenerationsService, SignInService],
    };
  }
}

/**
 * Checks input by its schema. Nest would first take out, without a word, fields that are named as a prototype's are:
 * in `inputs` they are data, elsewhere unknown fields; and what poisons a prototype Fastify's parser refuses.
 */
class InputPipe extends StandardSchemaValidationPipe {
  protected override stripProtoKeys(): void {}
}

function providers(config: Config): Provider[] {
  const parties = { issuer: config.TOKEN_ISSUER, audience: config.TOKEN_AUDIENCE };
  return [
    { provide: CONFIG, useValue: config },
    { provide: APP_FILTER, useClass: ErrorFilter },
    {
      provide: APP_PIPE,
      useValue: new InputPipe({ exceptionFactory: (issues) => invalidArgument(issues) }),
    },
    PublicKeysService,
    {
      provide: AccessTokenStrategy,
      inject: [PublicKeysService],
      useFactory: (keys: PublicKeysService) => new AccessTokenStrategy(parties, keys),
    },
    SessionHook,
    {
      provide: RateCounters,
      useFactory: () => new RateCounters(config.REDIS_URL, 'gateway-limits', config.LIMIT_TIMEOUT_MS),
    },
    RateLimitHook,
    RequestPipeline,
    SignInService,
    {
      provide: WaitingGenerationsService,
      inject: [Bus],
      // Those who wait hold a place each: at most half of all.
      useFactory: (bus: Bus) => new WaitingGenerationsService(bus, Math.floor(config.IN_FLIGHT_MAX / 2)),
    },
    DocsService,
  ];
}

/** Limits on what the server reads. */
const LIMITS: FastifyHttpOptions<Server> = {
  bodyLimit: MAX_BODY_BYTES,
  requestTimeout: 25_000, // found out up to 2 s later, see below
  keepAliveTimeout: 65_000,
  maxRequestsPerSocket: 1000,
  http: {
    headersTimeout: 10_000,
    // How often Node looks for late requests: its default of 30 s would make the limits twice as long.
    connectionsCheckingInterval: 2000,
    maxHeaderSize: 16 * 1024,
    requireHostHeader: false, // we ask for it ourselves, in our own words
  },
  genReqId: newId,
  // A long id is an unknown id, and none is longer than the headers.
  routerOptions: { maxParamLength: 16 * 1024 },
  // While leaving, what still comes in on open connections is served, and the connection closed.
  return503OnClosing: false,
  frameworkErrors: sendError,
  clientErrorHandler: refuseSocket,
};

/** How the server of the gateway is made and set up; see bootWeb. */
export function webServer({ TRUSTED_PROXIES: trusted }: Config): Pick<WebOptions, 'fastify' | 'configure'> {
  return {
    // Nothing is believed that a client says of itself: only a trusted proxy may say for whom it asks.
    fastify: { ...LIMITS, trustProxy: trusted.length > 0 && trusted },
    configure(app) {
      app.get(RequestPipeline).protect(app.getHttpAdapter().getInstance());
      app.get(DocsService).document = JSON.stringify(openApi(app, app.get<Config>(CONFIG)));
    },
  };
}
