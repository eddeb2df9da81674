// A signed-in person: an HTTP client with a token, and the few steps that most tests repeat.
import assert from 'node:assert/strict';
import type { Generation, ImportResult, ImportState, SessionTokens } from '#contracts';
import type { ApiDocument } from '../http/api-document.ts';
import { HttpClient } from '../http/http-client.ts';
import { until } from '../until/index.ts';

/** An account to begin with. */
export interface Account {
  accountId: string;
  workspaceId: string;
  email: string;
  password: string;
  name: string;
}

/** Where the API is, and the document that its answers are checked against. */
export interface ApiAddress {
  /** `{base_url}`: paths of requests are relative to it. */
  baseUrl: string;
  /** `{core_url}`. */
  coreUrl: string;
  document: ApiDocument;
}

/** A person who is signed in. */
export class Person extends HttpClient implements Account {
  declare readonly accountId: string;
  declare readonly workspaceId: string;
  declare readonly email: string;
  declare readonly password: string;
  declare readonly name: string;
  /** The access token. */
  readonly token: string;
  readonly refreshToken: string;

  private constructor(account: Account, tokens: SessionTokens, { baseUrl, document }: ApiAddress) {
    const { accessToken: token, refreshToken } = tokens;
    super({ baseUrl, document, token });
    Object.assign(this, account);
    this.token = token; // last, because the account may be a person with an earlier token
    this.refreshToken = refreshToken;
  }

  /** Signs an account in; throws when it is refused. */
  static async signIn(account: Account, address: ApiAddress): Promise<Person> {
    const { email, password } = account;
    const url = `${address.coreUrl}/accounts/sessions/email`;
    const client = new HttpClient(address);
    const tokens = await client.call<SessionTokens>('POST', url, { body: { email, password } });
    return new Person(account, tokens, address);
  }

  /** Imports products and waits for the end of the import. */
  async importProducts(asins: readonly string[], marketplace?: string): Promise<ImportState> {
    const body = { asins, marketplace };
    const { id } = await this.call<ImportResult>('POST', '/products/import/retailer', { body });
    return this.importEnd(id);
  }

  /** Waits for the end of an import; each time it looks, the three arrays must partition the submitted set. */
  importEnd(id: string, withinMs = 120_000): Promise<ImportState> {
    const look = async (): Promise<ImportState | false> => {
      const { status, body } = await this.get<ImportState>(`/products/imports/${id}`);
      if (status !== 200) return false; // such as 429 for many that wait at once
      const all = [...body.success, ...body.importing, ...body.failure];
      assert.deepEqual(all.toSorted(), body.items.map((item) => item.asin ?? String(item.row)).toSorted());
      return body.status !== 'RUNNING' && body;
    };
    return until(`import ${id} has ended`, look, { withinMs, everyMs: 250 });
  }

  /** Requests a generation and waits for its end, at most 60 s. */
  async generate(body: object): Promise<Generation> {
    const headers = { prefer: 'wait=60' };
    const generation = await this.call<Generation>('POST', '/generations', { body, headers });
    assert.notEqual(generation.status, 'RUNNING');
    return generation;
  }

  /** Waits for the end of a generation. */
  generationEnd(id: string, withinMs = 60_000): Promise<Generation> {
    const look = async (): Promise<Generation | false> => {
      const { status, body } = await this.get<Generation>(`/generations/${id}`);
      return status === 200 && body.status !== 'RUNNING' && body;
    };
    return until(`generation ${id} has ended`, look, { withinMs, everyMs: 100 });
  }
}
