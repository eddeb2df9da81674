// Admits only callers with the configured API key; if no key is configured, it admits every caller.
import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { CONFIG } from '#platform/config';
import type { Config } from '../config.ts';
import { EngineError } from '../engine/index.ts';

@Injectable()
export class LocalKeyGuard implements CanActivate {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  canActivate(context: ExecutionContext): boolean {
    const key = this.config.LOCAL_MODEL_KEY;
    const { authorization } = context.switchToHttp().getRequest<FastifyRequest>().headers;
    if (key === undefined || authorization === `Bearer ${key}`) return true;
    throw new EngineError(401, 'authentication_error', 'Invalid API Key');
  }
}
