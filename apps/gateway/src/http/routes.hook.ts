// Knows every served route, and refuses requests to others with 404 or 405.
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { AppError } from '#contracts';
import { allowedMethods, type Route } from './routes.rules.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Maximum bytes of a body; absent: the server's `bodyLimit`. */
    bodyLimit?: number;
  }
}

@Injectable()
export class RoutesHook {
  /** Every served route, in the order of registration. */
  readonly served: Route[] = [];
  private readonly urls = new Set<string>();

  /** Notes a route, and gives it the body limit of its configuration. */
  add(route: RouteOptions): void {
    for (const method of [route.method].flat()) this.served.push({ method, url: route.url });
    this.urls.add(route.url);
    if (route.config?.bodyLimit !== undefined) route.bodyLimit = route.config.bodyLimit;
  }

  /** Refuses requests to unknown routes. Errors: NotFound, MethodNotAllowed. */
  check(request: FastifyRequest, reply: FastifyReply): AppError | undefined {
    const path = request.url.split('?', 1)[0] ?? '';
    // To the router, DELETE /products/count is DELETE /products/:id; but `count` is served as a path of its own and is no id.
    const isTakenForAnother = this.urls.has(path) && request.routeOptions.url !== path;
    if (!request.is404 && !isTakenForAnother) return undefined;
    const allowed = allowedMethods(this.served, path);
    if (allowed.length === 0) return new AppError('NotFound');
    reply.header('allow', allowed.join(', '));
    return new AppError('MethodNotAllowed');
  }
}
