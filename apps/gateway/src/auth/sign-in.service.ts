// Signs people in, and counts failures: of one e-mail from one address, and of one e-mail from all addresses.
import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { AppError, createSession, type AccessToken, type Credentials } from '#contracts';
import { CONFIG } from '#platform/config';
import { Bus } from '#platform/messaging';
import { RateCounters, type RateCounter } from '#platform/rate-limit';
import type { Config } from '../config.ts';
import { addressGroup } from '../rate-limit/rate-limit.rules.ts';
import { signInDelayMs } from './sign-in.rules.ts';

const WINDOW_SECONDS = 15 * 60;

/**
 * Guessing from one address locks the e-mail for that address only, so nobody can lock out somebody else. Guessing from
 * many addresses only slows the e-mail down. Both hold whether or not an account has the e-mail.
 */
@Injectable()
export class SignInService {
  /** Failures of one e-mail from one address. */
  private readonly pairFailures: RateCounter;
  /** Failures of one e-mail from all addresses. */
  private readonly emailFailures: RateCounter;
  /** Sign-ins that are being delayed. They occupy places of requests in work, so their number is bounded. */
  private delayed = 0;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly bus: Bus,
    private readonly counters: RateCounters,
  ) {
    const points = config.LIMIT_SIGN_IN_FAILURES;
    this.pairFailures = counters.counter({ name: 'failures', points, seconds: WINDOW_SECONDS });
    this.emailFailures = counters.counter({ name: 'failures-of-all', points, seconds: WINDOW_SECONDS });
  }

  /** Signs in from an address. Errors: InvalidCredentials, TooManyRequests, those of the bus. */
  async create(credentials: Credentials, address: string): Promise<AccessToken> {
    const pair = this.counters.keyOf(credentials.email, addressGroup(address));
    const email = this.counters.keyOf(credentials.email);
    // Every attempt counts as a failure until it succeeds; otherwise many attempts at once would all be the first.
    const [ofPair, ofEmail] = await Promise.all([
      this.pairFailures.take(pair, 1),
      this.emailFailures.take(email, 1),
    ]);
    const forgive = (): void => {
      void this.pairFailures.giveBack(pair, 1);
      void this.emailFailures.giveBack(email, 1);
    };
    if (ofPair.granted === 0) {
      forgive();
      throw new AppError('TooManyRequests', { retryAfter: Math.max(1, Math.ceil(ofPair.resetMs / 1000)) });
    }
    try {
      await this.delay(signInDelayMs(ofEmail.used - 1, this.config.LIMIT_SIGN_IN_FAILURES));
      const token = await this.bus.request(createSession, credentials);
      forgive();
      return token;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'InvalidCredentials') forgive();
      throw error;
    }
  }

  private async delay(ms: number): Promise<void> {
    if (ms === 0 || this.delayed >= this.config.IN_FLIGHT_MAX / 4) return;
    this.delayed += 1;
    await sleep(ms);
    this.delayed -= 1;
  }
}
