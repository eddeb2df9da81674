// Test module: statements that find generations by their ids alone name the workspace too, which they ask all shards for first.
import type { EntityManager } from 'typeorm';
import { escapeLiteral } from 'pg';
import { NIL } from 'uuid';
import {
  Database as Original,
  type Row,
  type Transaction,
} from '../../../libs/platform/src/database/database.ts';
import { isLeftOut, pinned, pinOf, type Pin } from '../harness/pins.ts';

export * from '../../../libs/platform/src/database/database.ts';

const SEARCHED = 'workspace_id IS NOT DISTINCT FROM bound.workspace_id';

type Ask = (text: string, values: unknown[]) => Promise<unknown>;

export class Database extends Original {
  override forWorkspace<T>(
    workspaceId: string,
    work: (tx: Transaction) => Promise<T>,
    accountId?: string,
  ): Promise<T> {
    return super.forWorkspace(workspaceId, (tx) => work(leavingOut(tx)), accountId);
  }

  /** By SET LOCAL: set_config is not sent to the workers. Not so elsewhere, where each workspace would be a statement of its own. */
  protected override async bind(tx: Transaction, workspaceId: string, accountId: string): Promise<void> {
    const named = `SET LOCAL app.workspace_id = ${escapeLiteral(workspaceId)}; SET LOCAL app.account_id = ${escapeLiteral(accountId)}`;
    await Promise.all([super.bind(tx, workspaceId, accountId), tx.query(named)]); // both before the first statement of the work
  }

  /** A search names its workspace in a way that no index of ours serves, and Citus finds no shard by it either. */
  override readAlone<R extends object = Row>(
    workspaceId: string,
    text: string,
    values: unknown[],
    mostMs?: number,
  ): Promise<R[]> {
    const named = text.replaceAll(SEARCHED, `${SEARCHED} AND workspace_id = $1`);
    return super.readAlone<R>(workspaceId, named, values, mostMs);
  }

  override asSystem<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return super.asSystem((tx) => {
      const query = leavingOut(tx).query.bind(tx) as Ask;
      tx.query = (async (text: string, values: unknown[] = []) => {
        const pin = pinOf(text);
        return pin ? inEachWorkspace(pin, text, values, query) : query(text, values);
      }) as EntityManager['query'];
      return work(tx);
    });
  }

  override async system<R = Row>(text: string, values: unknown[] = []): Promise<R[]> {
    const pin = pinOf(text);
    if (!pin) return super.system<R>(text, values);
    return (await inEachWorkspace(pin, text, values, (one, own) => super.system<R>(one, own))) as R[];
  }

  override async change<R = Row>(
    text: string,
    values: unknown[] = [],
  ): Promise<{ rows: R[]; count: number }> {
    const pin = pinOf(text);
    if (!pin) return super.change<R>(text, values);
    const found = await super.system<Found>(pin.workspaces, pin.values(values));
    const all = { rows: [] as R[], count: 0 };
    for (const one of idsOf(found)) {
      const { rows, count } = await super.change<R>(pinned(text, one), values);
      all.rows.push(...rows);
      all.count += count;
    }
    return all;
  }
}

/** The transaction, in which a statement that does not run finds nothing. */
function leavingOut(tx: Transaction): Transaction {
  const query = tx.query.bind(tx) as Ask;
  tx.query = ((text: string, values?: unknown[]) =>
    isLeftOut(text) ? Promise.resolve([]) : query(text, values as unknown[])) as EntityManager['query'];
  return tx;
}

interface Found {
  workspace_id: string;
}

/** Where no workspace is found, one that nobody has gives the answer its shape. */
function idsOf(found: readonly Found[]): string[] {
  return found.length > 0 ? found.map((one) => one.workspace_id) : [NIL];
}

/** Runs a statement once for each workspace that it is about; its answer is that of all of them. */
async function inEachWorkspace(pin: Pin, text: string, values: unknown[], ask: Ask): Promise<unknown> {
  const answers: unknown[][] = [];
  for (const one of idsOf((await ask(pin.workspaces, pin.values(values))) as Found[]))
    answers.push((await ask(pinned(text, one), values)) as unknown[]);
  const [first] = answers;
  if (answers.length === 1) return first;
  // TypeORM gives rows, or for UPDATE and DELETE a pair of rows and their number.
  if (typeof first?.[1] !== 'number') return answers.flat();
  const pairs = answers as [unknown[], number][];
  return [pairs.flatMap(([rows]) => rows), pairs.reduce((sum, pair) => sum + pair[1], 0)];
}
