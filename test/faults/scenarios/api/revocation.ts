// C41: sessions and API keys end and roles change, with and without a notification of the gateways.
import { decodeJwt } from 'jose';
import type { CreatedApiKey } from '#contracts';
import type { Person } from '#testing/environment';
import { HttpClient } from '#testing/http';
import { freePort } from '#testing/servers';
import { until } from '#testing/until';
import { Sql } from '../../harness/environment/database.ts';
import type { FaultEnvironment } from '../../harness/environment/fault-environment.ts';
import { resultOf, type Scenario } from '../../harness/scenario.ts';

/** Longest time until every gateway refuses a session that has ended, in milliseconds. */
const NOTIFIED_MS = 1000;
/** The same without a notification, because gateways read the list of revocations every 30 s. */
const READ_MS = 31_000;

const ACCOUNT = '(SELECT account_id FROM session WHERE id = $1)';
const DELETION = 'DELETE FROM session WHERE id = $1';
/** The ways in which a session ends, besides a sign-out. */
const ENDS = [
  DELETION,
  `UPDATE account SET status = 'DISABLED' WHERE id = ${ACCOUNT}`,
  `DELETE FROM membership WHERE account_id = ${ACCOUNT}`,
];

export const revoked: Scenario = {
  id: 'C41',
  title: 'sessions and keys end and roles change while auth runs, is killed, and without a notification',
  holds: 'two gateways feel it within 1 s, 1 s after auth is back, and 31 s',
  alone: true,
  run: async (context) => {
    const trials = context.full ? 10 : 2;
    const system = await context.open();
    const sql = new Sql(system.servers.postgres.superuserUrl('auth'));
    context.defer(() => sql.close());
    const port = await freePort();
    await system.add('gateway', { PORT: String(port) });
    const trial = new Trial(system, sql, [system.baseUrl, `http://localhost:${port}/api/v2`]);
    const worst = { notified: 0, demoted: 0, keyEnded: 0, killed: 0, silent: 0 };
    for (let n = 0; n < trials; n += 1) {
      for (const end of ENDS) worst.notified = Math.max(worst.notified, await trial.notified(end));
      worst.notified = Math.max(worst.notified, await trial.signedOut());
      worst.demoted = Math.max(worst.demoted, await trial.demoted());
      worst.keyEnded = Math.max(worst.keyEnded, await trial.keyEnded());
      worst.killed = Math.max(worst.killed, await trial.killed());
    }
    worst.silent = await trial.silent();
    const notes = `refused after ${JSON.stringify(worst)} ms`;
    return resultOf({ faults: trials + 1, slowestRecoveryMs: worst.silent, notes }, [
      worst.notified > NOTIFIED_MS && `a session was served for ${worst.notified} ms`,
      worst.demoted > NOTIFIED_MS && `a viewer wrote for ${worst.demoted} ms`,
      worst.keyEnded > NOTIFIED_MS && `an API key was served for ${worst.keyEnded} ms`,
      worst.killed > NOTIFIED_MS && `a session was served for ${worst.killed} ms after auth was back`,
      worst.silent > READ_MS && `a session was served for ${worst.silent} ms without a notification`,
    ]);
  },
};

/** Ends the session of a new person; each method returns the time until all gateways refuse it, in milliseconds. */
class Trial {
  readonly #system: FaultEnvironment;
  readonly #sql: Sql;
  readonly #gateways: readonly string[];
  #people = 0;

  constructor(system: FaultEnvironment, sql: Sql, gateways: readonly string[]) {
    this.#system = system;
    this.#sql = sql;
    this.#gateways = gateways;
  }

  /** Ends it in the usual way. */
  async notified(end: string): Promise<number> {
    const { person, session } = await this.#signIn();
    await this.#sql.rows(end, [session]);
    return this.#refused(person);
  }

  /** Ends it by a sign-out. */
  async signedOut(): Promise<number> {
    const { person } = await this.#signIn();
    await person.call('DELETE', `${this.#system.coreUrl}/accounts/sessions/current`);
    return this.#refused(person);
  }

  /** Makes its owner a viewer, and counts until no gateway accepts a generation. */
  async demoted(): Promise<number> {
    const { person } = await this.#signIn();
    const since = performance.now();
    await this.#sql.rows(`UPDATE membership SET role = 'viewer' WHERE account_id = $1`, [person.accountId]);
    const body = { applicationId: 'product-title' };
    for (const baseUrl of this.#gateways) {
      const client = new HttpClient({ baseUrl, token: person.token });
      const isRefused = async (): Promise<boolean> =>
        (await client.post('/generations', body)).status === 403;
      await until('a gateway feels the role', isRefused);
    }
    return Math.round(performance.now() - since);
  }

  /** Ends an API key of its account. */
  async keyEnded(): Promise<number> {
    const { person } = await this.#signIn();
    const url = `${this.#system.coreUrl}/accounts/keys`;
    const body = { name: 'key', scopes: ['read'] };
    const { id, key = '' } = await person.call<CreatedApiKey>('POST', url, { body });
    for (const gateway of this.#gateways) await served(gateway, key);
    await this.#sql.rows('DELETE FROM api_key WHERE id = $1', [id]);
    return this.#refused({ token: key });
  }

  /** Ends it while auth stands still, which is then killed and started again. Counts from its return. */
  async killed(): Promise<number> {
    const { auth } = this.#system.processes;
    const { person, session } = await this.#signIn();
    await auth.kill('SIGSTOP');
    await this.#sql.rows(DELETION, [session]);
    await auth.kill('SIGKILL');
    await auth.restart();
    return this.#refused(person);
  }

  /** Ends it as if its notification had been sent and was lost. */
  async silent(): Promise<number> {
    const { person, session } = await this.#signIn();
    await this.#sql.rows(
      `DELETE FROM session WHERE id = '${session}';
       UPDATE revocation SET is_announced = true WHERE session_id = '${session}'`,
    );
    return this.#refused(person);
  }

  async #signIn(): Promise<{ person: Person; session: string }> {
    const [person] = await this.#system.addPeople(`leaver-${(this.#people += 1)}`);
    for (const gateway of this.#gateways) await served(gateway, person.token);
    return { person, session: decodeJwt<{ sid: string }>(person.token).sid };
  }

  async #refused({ token }: Pick<Person, 'token'>): Promise<number> {
    const since = performance.now();
    for (const gateway of this.#gateways) {
      const isRefused = async (): Promise<boolean> => (await statusOf(gateway, token)) === 401;
      await until('a gateway refuses the session', isRefused, { withinMs: 2 * READ_MS });
    }
    return Math.round(performance.now() - since);
  }
}

async function served(baseUrl: string, token: string): Promise<void> {
  const status = await statusOf(baseUrl, token);
  if (status !== 200) throw new Error(`A new token was answered ${status}.`);
}

async function statusOf(baseUrl: string, token: string): Promise<number> {
  return (await new HttpClient({ baseUrl, token }).get('/products?limit=1')).status;
}
