// The access token of a session, and its renewal: once for all calls that need it at the same time.
import { ApiError } from './errors.ts';
import type { SignedIn } from './generated/types.gen.ts';
import { ownerOf } from './token.ts';

/** The part of its life time after which an access token is renewed, before the API refuses it. */
const RENEWED_AFTER = 0.9;

/** Exchanges a refresh token, or the one in the cookie, for new tokens. */
export type Refresh = (refreshToken: string | undefined) => Promise<SignedIn>;

type NewTokens = Pick<SignedIn, 'accessToken' | 'expiresIn' | 'refreshToken'>;

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
  /** Where the caller works. The API leads a session out of a workspace whose member the account is no more, into another one. */
  #workspace: string | undefined;
  #renewal: Promise<void> | undefined;

  constructor(refresh: Refresh) {
    this.#refresh = refresh;
  }

  /** Begins a session, or goes on with it in the workspace of the tokens. */
  adopt(tokens: NewTokens): void {
    this.#keep(tokens);
    this.#workspace = workspaceOf(this.#tokens?.access);
  }

  /** Where the caller works; undefined without a session. */
  get workspace(): string | undefined {
    return this.#workspace;
  }

  /** Forgets the session. */
  forget(): void {
    this.#tokens = undefined;
  }

  /** Begins a session with the refresh token in the cookie; false when there is none that is valid. */
  async resume(): Promise<boolean> {
    this.forget();
    await this.#renewOnce();
    this.#workspace = workspaceOf(this.#tokens?.access);
    return this.#tokens !== undefined;
  }

  /**
   * The access token to send; undefined without a session. `isAnywhere` is true for what is done in no workspace; for all else it is
   * undefined, too, when the session is not where the caller works: what is meant for one must not be done in another.
   */
  async token(isAnywhere: boolean): Promise<string | undefined> {
    const workspace = this.#workspace; // where the caller works now, and not after the renewal
    // The token that is still there serves until it expires, so that a failed renewal does no harm yet.
    if (this.#tokens && Date.now() >= this.#tokens.renewAt) await this.#renewOnce().catch(() => undefined);
    return this.#access(isAnywhere, workspace);
  }

  /** The same after a token was refused: a newer one for the same. */
  async newer(refused: string, isAnywhere: boolean): Promise<string | undefined> {
    if (this.#tokens?.access === refused) await this.#renewOnce();
    return this.#access(isAnywhere, workspaceOf(refused));
  }

  #access(isAnywhere: boolean, workspace: string | undefined): string | undefined {
    const access = this.#tokens?.access;
    return isAnywhere || workspaceOf(access) === workspace ? access : undefined;
  }

  #keep({ accessToken, expiresIn, refreshToken }: NewTokens): void {
    const renewAt = Date.now() + expiresIn * 1000 * RENEWED_AFTER;
    this.#tokens = { access: accessToken, renewAt, refresh: refreshToken ?? this.#tokens?.refresh };
  }

  async #renewOnce(): Promise<void> {
    this.#renewal ??= this.#renew().finally(() => (this.#renewal = undefined));
    await this.#renewal;
  }

  async #renew(): Promise<void> {
    const before = this.#tokens;
    try {
      const tokens = await this.#refresh(before?.refresh);
      const now = this.#tokens;
      if (now === before) this.#keep(tokens);
      // It went on in another workspace meanwhile. Its refresh token is spent; sent again, it would be taken for a stolen one.
      else if (now && now.refresh === before?.refresh) now.refresh = tokens.refreshToken;
      // else the session was ended or replaced meanwhile
    } catch (error) {
      if (!(error instanceof ApiError && (error.status === 401 || error.status === 403))) throw error;
      if (this.#tokens === before) this.#tokens = undefined;
    }
  }
}

function workspaceOf(token = ''): string | undefined {
  return ownerOf(token)?.workspaceId;
}
