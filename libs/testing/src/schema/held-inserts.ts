// Holds up an insert, so that a test can ask again while the first request still runs.
import { until } from '../until/index.ts';
import { changeSchema, type Query } from './change-schema.ts';

/** Name of the connections whose requests have a key. */
const KEYED = 'request with a key';

/** The inserts into a table of an owner that has idempotency keys. */
export class HeldInserts {
  readonly #table: string;
  readonly #query: Query;

  constructor(table: string, query: Query) {
    this.#table = table;
    this.#query = query;
  }

  /**
   * From now on inserts wait for `holding`. On a busy machine the time-outs of the role would end that wait before the repeat has
   * been refused. So a trigger asks for the lock again and again, which no time-out for locks ends; and another one sets the
   * limits of both requests by their first insert, that of the key: no end for the first, which waits in the trigger, and
   * 100 ms for the second, which waits for the key that the first holds. It also names them: what the service inserts by itself
   * meanwhile waits too, and is not what the test waits for.
   */
  begin(): Promise<void> {
    return changeSchema(
      this.#query,
      `CREATE FUNCTION wait_for_test() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         WHILE NOT pg_try_advisory_xact_lock_shared(1) LOOP PERFORM pg_sleep(0.01); END LOOP;
         RETURN NULL;
       END $$;
       CREATE TRIGGER wait_for_test BEFORE INSERT ON ${this.#table} EXECUTE FUNCTION wait_for_test();
       CREATE FUNCTION limits_of_test() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         PERFORM set_config('statement_timeout', '0', true), set_config('transaction_timeout', '0', true),
           set_config('lock_timeout', '100ms', true), set_config('application_name', '${KEYED}', true);
         RETURN NULL;
       END $$;
       CREATE TRIGGER limits_of_test BEFORE INSERT ON idempotency EXECUTE FUNCTION limits_of_test()`,
    );
  }

  /** Lets inserts be. The triggers go first: a table is locked before its partitions then, as by everybody else. */
  end(): Promise<void> {
    return changeSchema(
      this.#query,
      `DROP TRIGGER wait_for_test ON ${this.#table}; DROP FUNCTION wait_for_test;
       DROP TRIGGER limits_of_test ON idempotency; DROP FUNCTION limits_of_test`,
    );
  }

  /** Does `work` while the insert of `insert` is held up; gives what that answers at last. */
  async holding<T>(insert: () => Promise<T>, work: () => Promise<void>): Promise<T> {
    await this.#query('SELECT pg_advisory_lock(1)');
    const answer = insert();
    try {
      await until('the insert is held up', async () => (await this.#held()) === 1);
      await work();
    } finally {
      await this.#query('SELECT pg_advisory_unlock(1)');
    }
    return answer;
  }

  async #held(): Promise<number> {
    const rows = await this.#query(
      `SELECT FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND application_name = '${KEYED}'`,
    );
    return (rows as unknown[]).length;
  }
}
