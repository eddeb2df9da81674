// Imports so much at once that the marketplace would refuse calls, and counts those that it refused.
import type { Person } from '#testing/environment';

/** Calls of the marketplace, and those of them that it refused. */
export interface Calls {
  calls: number;
  throttled: number;
}

/** Imports so far: what one of them fetched is not fetched again. */
let imports = 0;

/** Imports several hundred products at once; gives the calls that this took. */
export async function callsOfManyImports(person: Person, sandboxUrl: string): Promise<Calls> {
  const counters = async () => (await (await fetch(`${sandboxUrl}/debug/marketplace`)).json()) as Calls;
  const before = await counters();
  imports += 1;
  const running = (['US', 'US', 'US', 'DE'] as const).map((marketplace, n) => {
    const asins = Array.from({ length: 80 }, (_, i) => `B0QUOT${imports}${n}${String(i).padStart(2, '0')}`);
    return person.importProducts(asins, marketplace);
  });
  await Promise.all(running);
  const after = await counters();
  return { calls: after.calls - before.calls, throttled: after.throttled - before.throttled };
}
