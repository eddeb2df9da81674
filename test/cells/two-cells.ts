// Two cells of one installation on this machine: two whole systems, of which the second has auth's database and secrets of the
// first.
import { Client } from 'pg';
import { Environment, type Variables } from '#testing/environment';
import { freePort } from '#testing/servers';
import { until } from '#testing/until';

/** So that what is felt sooner was told by a notification. */
const LONG_MS = '3600000';

export class TwoCells {
  private constructor(
    readonly main: Environment,
    readonly two: Environment,
    /** Auth's database, as superuser. */
    readonly auth: Client,
  ) {}

  /** Starts one cell after the other, because the second needs a migrated database of auth. */
  static async start(): Promise<TwoCells> {
    const gateway = { FALLBACK_READ_MS: LONG_MS, LIMIT_SIGN_INS_PER_MIN: '1000' };
    const port = await freePort();
    const main = await Environment.start({
      name: 'main cell',
      testingUser: true,
      ports: { gateway: port },
      variables: { gateway, auth: { CELL_URL: `http://localhost:${port}` } },
    });
    try {
      const two = await startSecond(main, gateway);
      const auth = new Client(main.servers.postgres.superuserUrl('auth'));
      await auth.connect();
      return new TwoCells(main, two, auth);
    } catch (error) {
      await main.stop();
      throw error;
    }
  }

  async stop(): Promise<void> {
    await this.auth.end();
    await this.two.stop();
    await this.main.stop();
  }

  /** The cells in which rows of an erased workspace may be left. */
  async openErasures(id: string): Promise<string[]> {
    const text = 'SELECT cell FROM erased_workspace WHERE id = $1 AND gone_at IS NULL ORDER BY cell';
    const { rows } = await this.auth.query<{ cell: string }>(text, [id]);
    return rows.map(({ cell }) => cell);
  }

  /** Lets the erasure of a workspace begin: the minute is over in which requests that were under way may still write. */
  async beginErasure(id: string): Promise<void> {
    const text = `UPDATE erased_workspace SET erased_at = erased_at - interval '1 minute' WHERE id = $1`;
    await until('the erasure is known', async () => (await this.auth.query(text, [id])).rowCount === 2);
  }
}

async function startSecond(main: Environment, gateway: Variables): Promise<Environment> {
  const { appUrl, systemUrl } = main.databases.auth;
  const issuer = { TOKEN_ISSUER: new URL(main.baseUrl).origin };
  const port = await freePort();
  return Environment.start({
    name: 'second cell',
    ports: { gateway: port },
    variables: {
      gateway: { ...gateway, ...issuer },
      auth: {
        ...issuer,
        DATABASE_URL: appUrl,
        DATABASE_SYSTEM_URL: systemUrl,
        KEYS_SECRET: main.secrets('keys'),
        CELL: 'two',
        CELL_URL: `http://localhost:${port}`,
      },
    },
  });
}
