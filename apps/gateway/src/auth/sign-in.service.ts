// Signing in, with failures counted: of one e-mail from one address, and of one e-mail from everywhere.
import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { AppError, createSession, type AccessToken, type Credentials } from '#contracts';
import { Bus } from '#platform/messaging';
import { CONFIG } from '#platform/config';
import { RateCounters, type RateCounter } from '#platform/rate-limit';
import type { Config } from '../config.ts';
import { addressGroup, signInDelayMs } from '../http/limits.rules.ts';

const WINDOW_SECONDS = 15 * 60;

/**
 * Signs people in. An address that guesses is shut out for its e-mail alone, so nobody can shut out another; many
 * addresses that guess together are only slowed down. Whether an account has the e-mail makes no difference.
 */
@Injectable()
export class SignInService {
  private readonly fromOne: RateCounter;
  private readonly fromAll: RateCounter;
  /** Sign-ins that are being held up; they hold places of requests in work, so they may not be many. */
  private heldUp = 0;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly bus: Bus,
    private readonly counters: RateCounters,
  ) {
    const points = config.LIMIT_SIGN_IN_FAILURES;
    this.fromOne = counters.counter({ name: 'failures', points, seconds: WINDOW_SECONDS });
    this.fromAll = counters.counter({ name: 'failures-of-all', points, seconds: WINDOW_SECONDS });
  }

  /** Signs in from an address. Errors: InvalidCredentials, TooManyRequests, those of the bus. */
  async create(credentials: Credentials, address: string): Promise<AccessToken> {
    const pair = this.counters.keyOf(credentials.email, addressGroup(address));
    const email = this.counters.keyOf(credentials.email);
    // Counted as failures until they are none, or many at once would all be the first.
    const [one, all] = await Promise.all([this.fromOne.take(pair, 1), this.fromAll.take(email, 1)]);
    const forgive = (): void => {
      void this.fromOne.giveBack(pair, 1);
      void this.fromAll.giveBack(email, 1);
    };
    if (one.granted === 0) {
      forgive();
      throw new AppError('TooManyRequests', { retryAfter: Math.max(1, Math.ceil(one.resetMs / 1000)) });
    }
    try {
      await this.holdUp(signInDelayMs(all.used - 1, this.config.LIMIT_SIGN_IN_FAILURES));
      const token = await this.bus.request(createSession, credentials);
      forgive();
      return token;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'InvalidCredentials') forgive();
      throw error;
    }
  }

  private async holdUp(ms: number): Promise<void> {
    if (ms === 0 || this.heldUp >= this.config.IN_FLIGHT_MAX / 4) return;
    this.heldUp += 1;
    await sleep(ms);
    this.heldUp -= 1;
  }
}
