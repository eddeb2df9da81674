// Signs people in, registers them and changes passwords. Bounds the guessing of passwords, and the work of hashing them, so
// that nobody loses an account, waits long or finds no place because of others.
import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import {
  AppError,
  changePassword,
  createAccount,
  createSession,
  getAccount,
  type Account,
  type InputOf,
  type RegisteredAccount,
  type Registration,
  type SessionTokens,
  type SignIn,
} from '#contracts';
import { CONFIG } from '#platform/config';
import { withOwnTime } from '#platform/context';
import { Bus } from '#platform/messaging';
import { RateCounters, type RateCounter, type Taken } from '#platform/rate-limit';
import { SharedPlaces } from '#platform/resilience';
import type { Config } from '../config.ts';
import { addressGroup, networkOf } from '../counters/index.ts';
import { signInDelayMs } from './sign-in.rules.ts';

/** Window of failures, in seconds. */
const FAILURES_SECONDS = 15 * 60;
/** A network may try this many times more often than one of its addresses: an IPv6 network has 65,536 groups of addresses. */
const ADDRESSES_OF_NETWORK = 4;

/**
 * Guessing from one address locks the e-mail for that address only, so nobody can lock out somebody else. Guessing from
 * many addresses only slows the e-mail down. Both hold whether or not an account has the e-mail. Sign-ins have a quarter
 * of the places of requests in work, a network a quarter of these, and networks with many failures half of these
 * together, so that the others get in during an attack.
 */
@Injectable()
export class SignInService {
  /** Failures of one e-mail from one address. */
  private readonly pairFailures: RateCounter;
  /** Failures of one e-mail from all addresses. */
  private readonly emailFailures: RateCounter;
  /** Failures of all e-mails from one network. */
  private readonly networkFailures: RateCounter;
  /** Attempts to sign in or to register from one network in a minute. */
  private readonly networkAttempts: RateCounter;
  /** Registrations from one network in an hour. */
  private readonly networkRegistrations: RateCounter;
  /** Number of attempts under way here, by e-mail and address. */
  private readonly underWay = new Map<string, number>();
  private readonly places: SharedPlaces;
  /** Places of networks with many failures. */
  private readonly suspectPlaces: SharedPlaces;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly bus: Bus,
    private readonly counters: RateCounters,
  ) {
    const failures = { points: config.LIMIT_SIGN_IN_FAILURES, seconds: FAILURES_SECONDS };
    this.pairFailures = counters.counter({ name: 'failures', ...failures });
    this.emailFailures = counters.counter({ name: 'failures-of-all', ...failures });
    this.networkFailures = counters.counter({ name: 'failures-of-network', ...failures });
    this.networkAttempts = counters.counter({
      name: 'sign-in-network',
      points: ADDRESSES_OF_NETWORK * config.LIMIT_SIGN_INS_PER_MIN,
      seconds: 60,
    });
    this.networkRegistrations = counters.counter({
      name: 'registration-network',
      points: ADDRESSES_OF_NETWORK * config.LIMIT_REGISTRATIONS_PER_H,
      seconds: 3600,
    });
    const places = Math.ceil(config.IN_FLIGHT_MAX / 4);
    this.places = new SharedPlaces(places, Math.ceil(places / 4));
    this.suspectPlaces = new SharedPlaces(Math.ceil(places / 2), Math.ceil(places / 4));
  }

  /** Signs in from an address. Errors: InvalidCredentials, TooManyRequests, Unavailable, those of the bus. */
  create(request: SignIn & { address: string }): Promise<SessionTokens> {
    return this.guard(request.email, request.address, {
      ask: (suspect) => this.bus.request(createSession, { ...request, ...suspect }),
      isGuess: ({ code }) => code === 'InvalidCredentials',
    });
  }

  /**
   * Changes the password of the actor's account. A wrong `currentPassword` counts like a failed sign-in. Errors:
   * InvalidArgument, InvalidToken, TooManyRequests, Unavailable, those of the bus.
   */
  async changePassword(change: InputOf<typeof changePassword> & { address: string }): Promise<SessionTokens> {
    const { actor, address } = change;
    const account = JSON.parse((await this.bus.requestJson(getAccount, { actor })).toString()) as Account;
    return this.guard(account.email, address, {
      ask: (suspect) => this.bus.request(changePassword, { ...change, ...suspect }),
      isGuess: ({ target }) => target === 'currentPassword',
    });
  }

  /** Registers an account from an address. Errors: those of the request, TooManyRequests, Unavailable. */
  register(request: Registration, address: string): Promise<RegisteredAccount> {
    const network = networkOf(address);
    return inPlace(this.places, network, async () => {
      const from = this.counters.keyOf(network);
      const taken = await Promise.all([
        this.networkAttempts.take(from, 1),
        this.networkRegistrations.take(from, 1),
      ]);
      const spent = taken.find(({ granted }) => granted === 0);
      if (spent) throw tooMany(spent.resetMs);
      return this.bus.request(createAccount, request);
    });
  }

  private guard<T>(email: string, address: string, attempt: Attempt<T>): Promise<T> {
    return inPlace(this.places, networkOf(address), () => this.count(email, address, attempt));
  }

  private async count<T>(name: string, address: string, { ask, isGuess }: Attempt<T>): Promise<T> {
    const network = networkOf(address);
    const from = this.counters.keyOf(network);
    const pair = this.counters.keyOf(name, addressGroup(address));
    const email = this.counters.keyOf(name);
    // Every attempt counts as a failure until it succeeds; otherwise many attempts at once would pass the limit.
    const [attempts, ofPair, ofEmail, ofNetwork] = await Promise.all([
      this.networkAttempts.take(from, 1),
      this.pairFailures.take(pair, 1),
      this.emailFailures.take(email, 1),
      this.networkFailures.take(from, 1),
    ]);
    const forgive = async (): Promise<void> => {
      await Promise.all([ofPair, ofEmail, ofNetwork].map((taken) => taken.giveBack()));
    };
    if (attempts.granted === 0 || ofPair.granted === 0) {
      void forgive();
      throw tooMany(attempts.granted === 0 ? attempts.resetMs : this.waitMs(pair, ofPair));
    }
    const end = this.begin(pair);
    try {
      const { LIMIT_SIGN_IN_FAILURES: free, SIGN_IN_DELAY_MAX_MS: maxMs } = this.config;
      const delayMs = signInDelayMs(ofEmail.used - 1, free, maxMs);
      const suspect = ofNetwork.granted === 0;
      const answer = await (suspect
        ? inPlace(this.suspectPlaces, network, () => afterDelay(delayMs, () => ask({ suspect })))
        : afterDelay(delayMs, () => ask({})));
      void forgive().finally(end); // until then it is still counted
      return answer;
    } catch (error) {
      if (error instanceof AppError && isGuess(error)) end();
      else void forgive().finally(end);
      throw error;
    }
  }

  /** Notes an attempt that is asked about, until the returned function is called. */
  private begin(pair: string): () => void {
    this.underWay.set(pair, (this.underWay.get(pair) ?? 0) + 1);
    return () => {
      const left = (this.underWay.get(pair) ?? 1) - 1;
      if (left > 0) this.underWay.set(pair, left);
      else this.underWay.delete(pair);
    };
  }

  /**
   * How long a pair that has used up its limit has to wait, in milliseconds: until the window of its failures ends, but only a
   * moment while an attempt under way is a part of the limit, because it may succeed.
   */
  private waitMs(pair: string, { resetMs }: Taken): number {
    return this.underWay.has(pair) ? 1000 : resetMs;
  }
}

/** A request that is a wrong guess of a password if it fails. */
interface Attempt<T> {
  /** Asks auth; `suspect` is for its request. */
  ask: (suspect: Pick<SignIn, 'suspect'>) => Promise<T>;
  /** True for the error of a wrong password. */
  isGuess: (error: AppError) => boolean;
}

/** Asks auth after a delay, which takes nothing from the time that auth has. */
async function afterDelay<T>(delayMs: number, ask: () => Promise<T>): Promise<T> {
  if (delayMs > 0) await sleep(delayMs);
  return withOwnTime(createSession.timeoutMs, ask);
}

function tooMany(retryMs: number): AppError {
  return new AppError('TooManyRequests', { retryAfter: Math.max(1, Math.ceil(retryMs / 1000)) });
}

/** Works in a place of the key. Errors: TooManyRequests when the key has no more places, Unavailable when nobody has. */
async function inPlace<T>(places: SharedPlaces, key: string, work: () => Promise<T>): Promise<T> {
  if (!places.enter(key))
    throw places.isFull ? new AppError('Unavailable', { retryAfter: 1 }) : tooMany(1000);
  try {
    return await work();
  } finally {
    places.leave(key);
  }
}
