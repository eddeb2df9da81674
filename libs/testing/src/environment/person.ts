// A signed-in person: the API's client, an HTTP client for requests that it would not send, and the few steps that most
// tests repeat.
import assert from 'node:assert/strict';
import { v7 } from 'uuid';
import { ApiError, Shelfscribe, type SignedIn } from '#client';
import type { Generation, GenerationRequest, ImportState, Marketplace } from '#contracts';
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
  /** The operations of the API. Their answers are checked too. */
  readonly api: Shelfscribe;
  /** The access token of the sign-in. */
  readonly token: string;
  readonly refreshToken: string;

  private constructor(account: Account, api: Shelfscribe, tokens: SignedIn, address: ApiAddress) {
    const { accessToken: token, refreshToken = '' } = tokens;
    super({ ...address, token });
    Object.assign(this, account);
    this.api = api; // last, as the next ones, because the account may be a person who signed in earlier
    this.token = token;
    this.refreshToken = refreshToken;
  }

  /** Registers an account with its own, empty workspace, and signs it in. */
  static async register(name: string, address: ApiAddress): Promise<Person> {
    // With the end of an id, so that the second try of a test makes a person of its own.
    const email = `${name}-${v7().slice(-12)}@example.com`;
    const password = `the password of ${name}`;
    const { data } = await clientOf(address).createAccount({ body: { email, password, name } });
    const { id: accountId, workspaces } = data;
    return Person.signIn({ accountId, workspaceId: workspaces[0]!.id, email, password, name }, address);
  }

  /** Signs an account in; throws when it is refused. */
  static async signIn(account: Account, address: ApiAddress): Promise<Person> {
    const { email, password } = account;
    const api = clientOf(address);
    return new Person(account, api, await api.signIn({ email, password }), address);
  }

  /** Imports products and waits for the end of the import. */
  async importProducts(asins: string[], marketplace?: Marketplace): Promise<ImportState> {
    const { data } = await this.api.importRetailerProducts({ body: { asins, marketplace } });
    assert('id' in data);
    return this.importEnd(data.id);
  }

  /** Waits for the end of an import; each time it looks, the three arrays must partition the submitted set. */
  importEnd(id: string, withinMs = 120_000): Promise<ImportState> {
    const look = async (): Promise<ImportState | false> => {
      const { data } = await this.api.getImport({ path: { id } });
      const all = [...data.success, ...data.importing, ...data.failure];
      assert.deepEqual(all.toSorted(), data.items.map((item) => item.asin ?? String(item.row)).toSorted());
      return data.status !== 'RUNNING' && data;
    };
    return until(`import ${id} has ended`, tolerant(look), { withinMs, everyMs: 250 });
  }

  /** Requests a generation and waits for its end, at most 60 s. */
  async generate(body: GenerationRequest): Promise<Generation> {
    const { data } = await this.api.createGeneration({ body, headers: { Prefer: 'wait=60' } });
    assert.notEqual(data.status, 'RUNNING');
    return data as Generation;
  }

  /** Waits for the end of a generation. */
  generationEnd(id: string, withinMs = 60_000): Promise<Generation> {
    const look = async (): Promise<Generation | false> => {
      const { data } = await this.api.getGeneration({ path: { id } });
      return data.status !== 'RUNNING' && (data as Generation);
    };
    return until(`generation ${id} has ended`, tolerant(look), { withinMs, everyMs: 100 });
  }
}

/** What a client that waits is told to try again: it asks too often, or something is busy or just restarting. */
const PASSING = [429, 503, 504];

/** Looks again after such a refusal. */
function tolerant<T>(look: () => Promise<T | false>): () => Promise<T | false> {
  return () =>
    look().catch((error: unknown) => {
      if (error instanceof ApiError && PASSING.includes(error.status)) return false;
      throw error;
    });
}

function clientOf({ baseUrl, coreUrl, document }: ApiAddress): Shelfscribe {
  return new Shelfscribe({ baseUrl, coreUrl, fetch: document.checkedFetch });
}
