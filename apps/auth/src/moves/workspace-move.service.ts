// Moves a workspace to another cell: lets nothing be changed, copies its rows table by table, and says that the other cell has
// it. Killed anywhere, it can be run again.
import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '#contracts';
import { CONFIG } from '#platform/config';
import { EventBacklog } from '#platform/events';
import type { AdminConfig } from '../config.ts';
import { MOVED_OWNERS, type MovedOwner } from './moved-tables.rules.ts';
import { MovesStore, type Move } from './moves.store.ts';
import { OwnerDatabase } from './owner-database.client.ts';

/** Pause between two looks at what the workspace waits for, in milliseconds. */
const PAUSE_MS = 1000;
/** How often an event can cause another one: of a product, of the states of its texts, of what follows from these. */
const EVENTS_IN_A_CHAIN = 3;

/** The databases of one owner in the two cells. */
interface Pair {
  from: OwnerDatabase;
  to: OwnerDatabase;
}

/** Addresses of the databases of both cells, by owner. */
type Addresses = Record<keyof Pair, Record<MovedOwner, string>>;

@Injectable()
export class WorkspaceMoveService {
  constructor(
    private readonly store: MovesStore,
    @Inject(CONFIG) private readonly config: AdminConfig,
  ) {}

  /**
   * Moves a workspace of this cell; tells what it waits for, what it has copied, and in the end where the workspace is. Errors:
   * NotFound; InvalidState, those of `MovesStore` and of databases that do not fit; MoveEnded.
   */
  async *move(workspaceId: string, to: string): AsyncGenerator<object> {
    const addresses = this.addresses();
    const from = this.config.CELL;
    if (to === from)
      throw new AppError('InvalidState', { message: 'Run this in the cell that the workspace leaves.' });
    const move = { workspaceId, from, to };
    if (await this.store.begin(move)) {
      const pairs = await open(workspaceId, addresses);
      try {
        yield* this.untilQuiet(move, pairs);
        yield* this.copy(pairs);
        await this.store.finish(move);
      } finally {
        await Promise.all(pairs.flatMap((pair) => [pair.from.close(), pair.to.close()]));
      }
    }
    yield { workspaceId, cell: to };
  }

  /** Leaves a workspace where it is. Errors: NotFound, InvalidState. */
  cancel(workspaceId: string): Promise<void> {
    return this.store.cancel(workspaceId);
  }

  /** The addresses of both cells; asked for first, so that without them nothing is begun. */
  private addresses(): Addresses {
    const { MOVE_FROM_DATABASE_URLS: from, MOVE_TO_DATABASE_URLS: to } = this.config;
    if (from && to) return { from, to };
    throw new AppError('InvalidState', { message: 'Set MOVE_FROM_DATABASE_URLS and MOVE_TO_DATABASE_URLS.' });
  }

  /** Waits until no process of this cell has anything to do for the workspace, and has told what was done. Error: MoveEnded. */
  private async *untilQuiet(move: Move, pairs: readonly Pair[]): AsyncGenerator<object> {
    const events = await EventBacklog.open(this.config, 'auth-admin');
    try {
      let told = '';
      for (let quiet = 0; quiet < EVENTS_IN_A_CHAIN; quiet += 1) {
        await this.store.assertMoving(move);
        const waitsFor = await unfinished(pairs);
        if (!(await this.store.isSettled(move.workspaceId))) waitsFor.push('requests under way');
        if (waitsFor.length === 0) {
          yield* this.untilHandled(move, events);
          continue;
        }
        quiet = -1;
        if (told !== String(waitsFor)) yield { waitsFor };
        told = String(waitsFor);
        await sleep(PAUSE_MS);
      }
    } finally {
      await events.close();
    }
  }

  /** Waits until every consumer has handled the events that there are; one that nobody reads any more never does. Error: MoveEnded. */
  private async *untilHandled(move: Move, events: EventBacklog): AsyncGenerator<object> {
    const last = await events.last();
    let told = '';
    for (;;) {
      const behind = await events.behind(last);
      if (behind.length === 0) return;
      if (told !== String(behind)) yield { waitsFor: behind.map((name) => `consumer ${name}`) };
      told = String(behind);
      await sleep(PAUSE_MS);
      await this.store.assertMoving(move);
    }
  }

  private async *copy(pairs: readonly Pair[]): AsyncGenerator<object> {
    for (const { from } of pairs) await from.takeSnapshot();
    const changed = await unfinished(pairs);
    if (changed.length > 0)
      throw new AppError('InvalidState', {
        message: `Something has begun: ${changed.join(', ')}. Run it again.`,
      });
    for (const pair of pairs) yield { owner: pair.from.owner, rows: await copyRows(pair) };
  }
}

async function open(workspaceId: string, addresses: Addresses): Promise<Pair[]> {
  const pairs: Pair[] = [];
  for (const owner of MOVED_OWNERS)
    pairs.push({
      from: await OwnerDatabase.open(addresses.from[owner], owner, workspaceId),
      to: await OwnerDatabase.open(addresses.to[owner], owner, workspaceId),
    });
  return pairs;
}

async function unfinished(pairs: readonly Pair[]): Promise<string[]> {
  const all: string[] = [];
  for (const { from } of pairs) all.push(...(await from.unfinished()));
  return all;
}

/**
 * Copies the rows of all tables, and counts those read and those added: the other cell may remove some at once, as it does with
 * what is old. What an earlier run has left is deleted before.
 */
async function copyRows({ from, to }: Pair): Promise<number> {
  const tables = await from.tables();
  const counts = new Map<string, number>();
  for (const table of tables) {
    const count = await from.count(table);
    counts.set(table.name, count);
    // A copy has no more rows than its source, so the addresses are those of the other cell.
    if ((await to.count(table)) > count)
      throw mismatch(`has more rows of ${table.name} than the cell that the workspace leaves`, to);
  }
  for (const table of tables.toReversed()) await to.clear(table);
  await to.welcome();
  for (const table of tables) {
    let added = 0;
    for await (const rows of from.rows(table)) added += await to.insert(table, rows);
    if (added !== counts.get(table.name)) throw mismatch(`lacks rows of ${table.name}`, to);
  }
  await to.raiseNumbers();
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

function mismatch(what: string, { owner }: OwnerDatabase): AppError {
  return new AppError('InvalidState', { message: `The other cell's database of ${owner} ${what}.` });
}
