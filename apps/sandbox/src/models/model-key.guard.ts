// Admits only callers with the configured API key; if no key is configured, it admits every caller.
import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { CONFIG } from '#platform/config';
import type { Config } from '../config.ts';
import { modelError } from '../errors/index.ts';

@Injectable()
export class ModelKeyGuard implements CanActivate {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  canActivate(context: ExecutionContext): boolean {
    const key = this.config.SANDBOX_MODEL_KEY;
    const { authorization } = context.switchToHttp().getRequest<FastifyRequest>().headers;
    if (key === undefined || authorization === `Bearer ${key}`) return true;
    throw modelError(401, {
      message: 'Incorrect API key provided.',
      type: 'invalid_request_error',
      code: 'invalid_api_key',
    });
  }
}
