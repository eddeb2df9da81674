// The access token of a session, and its renewal: once for all calls that need it at the same time.
import { ApiError } from './errors.ts';
import type { SignedIn } from './generated/types.gen.ts';

/** The part of its life time after which an access token is renewed, before the API refuses it. */
const RENEWED_AFTER = 0.9;

/** Exchanges a refresh token, or the one in the cookie, for new tokens. */
export type Refresh = (refreshToken: string | undefined) => Promise<SignedIn>;

/** What is known of a session. */
interface Tokens {
  access: string;
  /** When to renew it, by Date.now(). */
  renewAt: number;
  /** Undefined when it is in a cookie. */
  refresh: string | undefined;
}

export class ClientSession {
  readonly #refresh: Refresh;
  #tokens: Tokens | undefined;
  #renewal: Promise<void> | undefined;

  constructor(refresh: Refresh) {
    this.#refresh = refresh;
  }

  /** Begins a session, or takes its new tokens over. */
  adopt({
    accessToken,
    expiresIn,
    refreshToken,
  }: Pick<SignedIn, 'accessToken' | 'expiresIn' | 'refreshToken'>): void {
    const renewAt = Date.now() + expiresIn * 1000 * RENEWED_AFTER;
    this.#tokens = { access: accessToken, renewAt, refresh: refreshToken ?? this.#tokens?.refresh };
  }

  /** Forgets the session. */
  forget(): void {
    this.#tokens = undefined;
  }

  /** Begins a session with the refresh token in the cookie; false when there is none that is valid. */
  async resume(): Promise<boolean> {
    this.#tokens = undefined;
    await this.#renewOnce();
    return this.#tokens !== undefined;
  }

  /** The access token to send; undefined without a session. */
  async token(): Promise<string | undefined> {
    const used = this.#tokens;
    if (!used || Date.now() < used.renewAt) return used?.access;
    // The token that is still there serves until it expires, so that a failed renewal does no harm yet.
    return this.newer(used.access).catch(() => used.access);
  }

  /** A token that is newer than the one which was refused; undefined when the session has ended. */
  async newer(refused: string): Promise<string | undefined> {
    if (this.#tokens?.access === refused) await this.#renewOnce();
    return this.#tokens?.access;
  }

  async #renewOnce(): Promise<void> {
    this.#renewal ??= this.#renew().finally(() => (this.#renewal = undefined));
    await this.#renewal;
  }

  async #renew(): Promise<void> {
    const before = this.#tokens;
    try {
      const tokens = await this.#refresh(before?.refresh);
      if (this.#tokens === before) this.adopt(tokens); // else the session was ended or replaced meanwhile
    } catch (error) {
      if (!(error instanceof ApiError && (error.status === 401 || error.status === 403))) throw error;
      if (this.#tokens === before) this.#tokens = undefined;
    }
  }
}
