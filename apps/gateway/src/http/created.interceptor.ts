// Answers a creating operation with the resource alone, and tells the rest of the result in headers.
import {
  Inject,
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { map, type Observable } from 'rxjs';
import { CONFIG } from '#platform/config';
import type { Config } from '../config.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the route creates: its field in the handler's result, and the resources' path under {base_url}. */
    creates?: { field: string; path: string };
  }
}

/** What the handler of a creating operation returns; the resource is in the field that the route names. */
export interface CreationResult {
  /** True when an earlier request with the same Idempotency-Key made the resource. */
  replayed: boolean;
  /** Seconds of the `Prefer: wait` that was applied; absent when none was. */
  waitSeconds?: number;
}

/** Sets Location, Idempotency-Replayed and Preference-Applied. */
@Injectable()
export class CreatedInterceptor implements NestInterceptor<CreationResult, unknown> {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  intercept(context: ExecutionContext, next: CallHandler<CreationResult>): Observable<unknown> {
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    return next.handle().pipe(map((result) => this.tell(result, reply)));
  }

  private tell(result: CreationResult, reply: FastifyReply): unknown {
    const { creates } = reply.request.routeOptions.config;
    if (!creates) return result;
    const { [creates.field]: resource } = result as unknown as Record<string, { id: string }>;
    reply.header('location', `${this.config.BASE_PATH}${creates.path}/${resource?.id}`);
    if (result.replayed) reply.header('idempotency-replayed', 'true');
    if (result.waitSeconds !== undefined) reply.header('preference-applied', `wait=${result.waitSeconds}`);
    return resource;
  }
}
