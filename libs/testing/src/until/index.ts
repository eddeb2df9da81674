// Waits until something holds, by looking again and again.
import { setTimeout as sleep } from 'node:timers/promises';

/** How long and how often to look, in milliseconds. */
export interface UntilOptions {
  /** 100,000 by default: a test that passes does not wait longer for it, and one that fails names what it has waited for. */
  withinMs?: number;
  /** 20 by default. */
  everyMs?: number;
}

/**
 * Looks until it sees something truthy, and gives that. Throws when this takes too long, and at once when a look
 * throws. `what` completes the sentence "It did not happen that …".
 */
export async function until<T>(
  what: string,
  look: () => T | Promise<T>,
  { withinMs = 100_000, everyMs = 20 }: UntilOptions = {},
): Promise<Exclude<T, false | undefined | null | '' | 0>> {
  const giveUp = performance.now() + withinMs;
  for (;;) {
    const seen = await look();
    if (seen) return seen as Exclude<T, false | undefined | null | '' | 0>;
    if (performance.now() > giveUp) throw new Error(`It did not happen within ${withinMs} ms that ${what}.`);
    await sleep(everyMs);
  }
}
