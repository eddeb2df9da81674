// What people do beside generating: they cancel, accept, import and send files, and repeat a request until it is answered.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Generation, ImportState, Product } from '#contracts';
import type { Person } from '#testing/environment';
import { Tally } from '../../harness/checks/tally.ts';
import { within } from '../../harness/checks/invariants.ts';
import { Sql } from '../../harness/environment/database.ts';
import type { GenerationEnvironment } from '../../harness/environment/generation-environment.ts';
import type { Context } from '../../harness/scenario.ts';
import { thrownLater } from '../../harness/thrown-later.ts';

/** Pause after an answer that asks for another try, and between two pieces of work, in milliseconds. */
const PAUSE_MS = 500;
/** Longest time that one request is repeated, in milliseconds. */
const GIVE_UP_MS = 120_000;
const ASINS = 5;
/** Several chunks, so that a gateway can die between two of them. */
const ROWS = 750;
/** More time between two files, in milliseconds. */
const FILE_PAUSE_MS = 3000;
const PRODUCT = { title: 'Fenwick board, cut from oak' };
const ACCEPTED = 'Oak Board';

/** An import, and whether its cancellation was answered. */
interface StartedImport {
  id: string;
  isCancelled: boolean;
}

/** Works until it is stopped, in a workspace of its own. */
export class EverydayWork {
  /** How often each piece of work was done. */
  readonly done = new Tally();
  readonly #context: Context;
  readonly #env: GenerationEnvironment;
  readonly #person: Person;
  readonly #imports: StartedImport[] = [];
  /** Titles of the rows of all files. */
  readonly #titles: string[] = [];
  /** The product of the generations that are cancelled. */
  #cancelledProduct: Product | undefined;
  /** Answers to cancellations. */
  readonly #cancelled: Generation[] = [];
  /** Products whose text was accepted. */
  readonly #accepted: string[] = [];
  readonly #lanes: Promise<unknown>;
  #isStopped = false;
  #number = 0;

  constructor(context: Context, env: GenerationEnvironment, person: Person) {
    this.#context = context;
    this.#env = env;
    this.#person = person;
    const lane = async (work: () => Promise<void>): Promise<void> => {
      for (; !this.#isStopped && !context.signal.aborted; await sleep(PAUSE_MS)) await work();
    };
    const all = [() => this.#cancel(), () => this.#accept(), () => this.#import(), () => this.#sendFile()];
    this.#lanes = thrownLater(Promise.all(all.map(lane))); // by stop()
  }

  /** Ends the work that has begun. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#lanes;
  }

  /** What is not as the clients were told, once everything has ended or this time, in milliseconds, is over. */
  async problems(withinMs: number): Promise<(string | false)[]> {
    const imports = (): Promise<ImportState[]> =>
      this.#readEach<ImportState>(this.#imports.map(({ id }) => `/products/imports/${id}`));
    const { sql } = this.#env.auditLog;
    const isSettled = async (): Promise<boolean> =>
      (await imports()).every(({ status }) => status !== 'RUNNING') &&
      (await sql.number('SELECT count(*) FROM acceptance')) === 0;
    const areEnded = await within(withinMs, isSettled);
    const states = await imports();
    const wrongImports = states.filter((state, i) => isWrong(state, this.#imports[i]!.isCancelled));
    const rows = await this.#wrongRows();
    const cancelled = await this.#wrongEnds();
    const texts = await this.#wrongTexts();
    return [
      !areEnded && 'imports or acceptances have not ended',
      wrongImports.length > 0 && `imports did not end as they should: ${JSON.stringify(wrongImports)}`,
      rows > 0 && `${rows} rows of files are not one product each`,
      cancelled > 0 && `${cancelled} cancelled generations are not as the answer said`,
      texts > 0 && `${texts} products have not the text that was accepted`,
    ];
  }

  /** About a product of its own: of the newest one, which may be the row of a file, a title may not be writable. */
  async #cancel(): Promise<void> {
    this.#cancelledProduct ??= await this.#insist<Product>(201, '/products', PRODUCT);
    const id = await this.#env.load.submitOne(this.#person, {
      inputs: { productId: this.#cancelledProduct.id },
    });
    await sleep(this.#context.random() * PAUSE_MS);
    this.#cancelled.push(await this.#insist<Generation>(200, `/generations/${id}/cancel`));
    this.done.add('cancel');
  }

  /** One product an acceptance: two texts of one product would race for the last place. */
  async #accept(): Promise<void> {
    const product = await this.#insist<Product>(201, '/products', PRODUCT);
    const id = await this.#env.load.submitOne(this.#person, { inputs: { productId: product.id } });
    await within(GIVE_UP_MS, () => this.#hasEnded(id));
    await this.#insist(200, `/generations/${id}/accept`, { result: [{ text: ACCEPTED }] });
    this.#accepted.push(product.id);
    this.done.add('accept');
  }

  /** Every second import is cancelled. */
  async #import(): Promise<void> {
    const asins = Array.from(
      { length: ASINS },
      () => `B0EVER${(this.#number += 1).toString(36).toUpperCase().padStart(4, '0')}`,
    );
    const { id } = await this.#insist<ImportState>(202, '/products/import/retailer', { asins });
    const started: StartedImport = { id, isCancelled: false };
    this.#imports.push(started);
    if (this.#imports.length % 2 === 0) {
      await this.#insist(200, `/products/imports/${id}/cancel`);
      started.isCancelled = true;
    }
    this.done.add('import');
  }

  async #sendFile(): Promise<void> {
    const titles = Array.from({ length: ROWS }, () => `Everyday ${(this.#number += 1)}`);
    const headers = { 'content-type': 'text/csv' };
    const { id } = await this.#insist<ImportState>(
      202,
      '/products/import/csv',
      ['title', ...titles].join('\n'),
      headers,
    );
    this.#imports.push({ id, isCancelled: false });
    this.#titles.push(...titles);
    this.done.add('file');
    await sleep(FILE_PAUSE_MS);
  }

  /** Repeats a request under one key until it is answered as wanted; only a busy or broken system may refuse it. */
  async #insist<T>(
    wanted: number,
    path: string,
    body?: unknown,
    more: Record<string, string> = {},
  ): Promise<T> {
    const headers = { ...more, 'idempotency-key': `everyday-${(this.#number += 1)}` };
    const giveUp = Date.now() + GIVE_UP_MS;
    while (!this.#context.signal.aborted && Date.now() < giveUp) {
      const answer = await this.#person
        .request<T>('POST', path, { body, headers, withinMs: 30_000 })
        .catch(() => undefined); // the gateway was killed
      if (answer?.status === wanted) return answer.body;
      const isBusy = answer === undefined || answer.status > 500 || [409, 429].includes(answer.status);
      if (!isBusy)
        throw new Error(`POST ${path} was answered ${answer.status}: ${JSON.stringify(answer.body)}`);
      await sleep(PAUSE_MS);
    }
    throw new Error(`POST ${path} was not answered ${wanted} in time.`);
  }

  async #hasEnded(id: string): Promise<boolean> {
    const answer = await this.#person
      .request<Generation>('GET', `/generations/${id}`, { withinMs: 10_000 })
      .catch(() => undefined);
    return answer?.status === 200 && answer.body.status !== 'RUNNING';
  }

  async #wrongRows(): Promise<number> {
    const catalogue = new Sql(this.#env.system.servers.postgres.superuserUrl('catalogue'));
    try {
      return await catalogue.number(
        `SELECT count(*) FROM (
           SELECT count(product.id) AS products FROM unnest($1::text[]) AS row (title)
           LEFT JOIN product ON workspace_id = $2 AND content ->> 'title' = row.title GROUP BY row.title) AS counted
         WHERE products <> 1`,
        [this.#titles, this.#person.workspaceId],
      );
    } finally {
      await catalogue.close();
    }
  }

  #wrongEnds(): Promise<number> {
    const told = this.#cancelled.map(({ id, status }) => ({ id, status }));
    return this.#env.auditLog.sql.number(
      `SELECT count(*) FROM json_to_recordset($1::json) AS told (id uuid, status text)
       LEFT JOIN generation USING (id) WHERE generation.status IS DISTINCT FROM told.status`,
      [JSON.stringify(told)],
    );
  }

  async #wrongTexts(): Promise<number> {
    const products = await this.#readEach<Product>(this.#accepted.map((id) => `/products/${id}`));
    return products.filter(({ title }) => title !== ACCEPTED).length;
  }

  /** One after the other: a long run has more of them than a gateway takes at once. */
  async #readEach<T>(paths: readonly string[]): Promise<T[]> {
    const found: T[] = [];
    for (const path of paths) found.push(await this.#person.call<T>('GET', path));
    return found;
  }
}

/** True for an import that has lost an item, or has failed without having been cancelled. */
function isWrong({ status, counts }: ImportState, isCancelled: boolean): boolean {
  if (counts.success + counts.failure !== counts.total) return true;
  return status !== 'COMPLETED' && !isCancelled;
}
