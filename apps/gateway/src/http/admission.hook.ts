// Sheds load: bounds the number of requests in work, so that those in work stay fast.
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { AppError } from '#contracts';
import { CONFIG } from '#platform/config';
import type { Config } from '../config.ts';
import { inFlight, inFlightMax } from '../metrics.ts';

/** One error object for all refusals: there are most of them when there is least time to make new ones. */
const OVERLOADED = new AppError('Unavailable', { retryAfter: 1 });

declare module 'fastify' {
  interface FastifyRequest {
    /** True while the request occupies a place among the requests in work. */
    isAdmitted: boolean;
  }
}

/** Counts the requests in work, from the end of their body to their response. */
@Injectable()
export class AdmissionHook {
  private inWork = 0;

  constructor(@Inject(CONFIG) private readonly config: Config) {
    inFlightMax.set(config.IN_FLIGHT_MAX);
  }

  /** Refuses early while no place is free. Errors: Unavailable. */
  check(): AppError | undefined {
    return this.inWork >= this.config.IN_FLIGHT_MAX ? OVERLOADED : undefined;
  }

  /** Occupies a place. Errors: Unavailable. */
  enter(request: FastifyRequest): AppError | undefined {
    const refusal = this.check();
    if (refusal) return refusal;
    inFlight.set((this.inWork += 1));
    request.isAdmitted = true;
    return undefined;
  }

  /** Frees the place of a request that has one. */
  leave(request: FastifyRequest): void {
    if (request.isAdmitted) inFlight.set((this.inWork -= 1));
    request.isAdmitted = false;
  }
}
