// Compares the feed with what the owners of the records say has happened: each event of it once, with its version.
import type { Servers } from '#testing/servers';
import { Sql } from '../environment/database.ts';
import { within } from './invariants.ts';

/** An event by its subject, type and version; without a version where the type has none. */
interface Happened {
  event: string;
}

/** Time after which the feed must have everything, in milliseconds. */
const COMPLETE_MS = 60_000;

/** Each version of a product is one event, and the first one is its creation. */
const PRODUCTS = `
  SELECT id || CASE version WHEN 1 THEN ' created' ELSE ' changed' END || ' ' || version AS event
  FROM (SELECT id, generate_series(1, version) AS version FROM product WHERE created_at >= $1) AS one`;
const IMPORTS = `SELECT id || ' ended' AS event FROM import WHERE status <> 'RUNNING'`;
const GENERATIONS = `
  SELECT id || CASE status WHEN 'SUCCESS' THEN ' succeeded' ELSE ' failed' END AS event
  FROM generation WHERE status <> 'RUNNING'`;

const KEPT = `
  SELECT subject || CASE type WHEN 'import.completed' THEN ' ended' WHEN 'generation.succeeded' THEN ' succeeded'
    WHEN 'generation.failed' THEN ' failed' WHEN 'product.created' THEN ' created' ELSE ' changed' END
    || coalesce(' ' || (data ->> 'version'), '') AS event
  FROM event WHERE type <> 'generation.reviewed'`;

/** What the feed lacks or has twice of all that has happened since a moment; nothing may happen any more. */
export async function checkFeed({ postgres }: Servers, since: Date): Promise<string[]> {
  const [catalogue, generations, notifications] = (
    ['catalogue', 'generations', 'notifications'] as const
  ).map((owner) => new Sql(postgres.superuserUrl(owner))) as [Sql, Sql, Sql];
  const eventsOf = async (owner: Sql, text: string, values: unknown[] = []): Promise<string[]> =>
    (await owner.rows<Happened>(text, values)).map(({ event }) => event);
  try {
    const happened = [
      ...(await eventsOf(catalogue, PRODUCTS, [since])),
      ...(await eventsOf(catalogue, IMPORTS)),
      ...(await eventsOf(generations, GENERATIONS)),
    ];
    let missing: string[] = [];
    let surplus: string[] = [];
    await within(COMPLETE_MS, async () => {
      const kept = await eventsOf(notifications, KEPT);
      [missing, surplus] = [without(happened, kept), without(kept, happened)];
      return missing.length + surplus.length === 0;
    });
    const shown = (events: readonly string[]): string => events.slice(0, 3).join(', ');
    return [
      ...(missing.length > 0 ? [`the feed lacks ${missing.length} events: ${shown(missing)}`] : []),
      ...(surplus.length > 0 ? [`the feed has ${surplus.length} events too many: ${shown(surplus)}`] : []),
    ];
  } finally {
    await Promise.all([catalogue, generations, notifications].map((owner) => owner.close()));
  }
}

/** The texts that a list has more often than another one. */
function without(texts: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const text of others) left.set(text, (left.get(text) ?? 0) + 1);
  return texts.filter((text) => {
    const count = left.get(text) ?? 0;
    left.set(text, count - 1);
    return count <= 0;
  });
}
