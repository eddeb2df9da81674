// Refuses requests for another host than the gateway's own, where an operator names these: a page of a stranger may have its
// own name point at a server of this machine, and would then be of one origin with it.
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { AppError } from '#contracts';
import { CONFIG } from '#platform/config';
import type { Config } from '../config.ts';
import { isOwnHost } from './hosts.rules.ts';

@Injectable()
export class HostsHook {
  constructor(@Inject(CONFIG) private readonly config: Pick<Config, 'HOSTS'>) {}

  /** Errors: MisdirectedRequest. */
  check({ headers }: FastifyRequest): AppError | undefined {
    return isOwnHost(headers.host, this.config.HOSTS) ? undefined : new AppError('MisdirectedRequest');
  }
}
