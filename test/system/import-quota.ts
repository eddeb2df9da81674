// Imports so much at once that the marketplace would refuse calls, and counts those that it refused.
import type { Person } from '#testing/environment';

interface Counters {
  calls: number;
  throttled: number;
}

/** Imports that were checked: what one of them fetched is not fetched again. */
let checked = 0;

/** Fails unless several imports at once keep to the quota of the marketplace that the sandbox plays. */
export async function checkQuota(person: Person, sandboxUrl: string): Promise<void> {
  const counters = async () => (await (await fetch(`${sandboxUrl}/debug/marketplace`)).json()) as Counters;
  const before = await counters();
  checked += 1;
  const imports = (['US', 'US', 'US', 'DE'] as const).map((marketplace, n) => {
    const asins = Array.from({ length: 80 }, (_, i) => `B0QUOT${checked}${n}${String(i).padStart(2, '0')}`);
    return person.importProducts(asins, marketplace);
  });
  await Promise.all(imports);
  const after = await counters();
  expect(after.calls - before.calls).toBeGreaterThan(10);
  // Calls leave half a second apart; on a full machine one may be late and arrive with those after it.
  expect(after.throttled - before.throttled).toBeLessThanOrEqual(1);
}
