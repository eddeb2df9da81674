// A lease: renewed, lost, run out, ended.
import { setTimeout as sleep } from 'node:timers/promises';
import { HeldLease } from './held-lease.ts';

const LEASE_MS = 90;

async function keepFor(
  ms: number,
  renew: () => Promise<boolean>,
): Promise<{ lost: boolean; renewals: number }> {
  let renewals = 0;
  const lease = new HeldLease(() => {
    renewals += 1;
    return renew();
  }, LEASE_MS);
  await sleep(ms);
  lease.end();
  return { lost: lease.lost.aborted, renewals };
}

describe('a lease', () => {
  it('is renewed three times in its life, and lives on', async () => {
    const { lost, renewals } = await keepFor(4 * LEASE_MS, () => Promise.resolve(true));
    expect(lost).toBe(false);
    expect(renewals).toBeGreaterThanOrEqual(7);
  });

  it('is lost as soon as a renewal says so, and not renewed again', async () => {
    expect(await keepFor(2 * LEASE_MS, () => Promise.resolve(false))).toEqual({
      lost: true,
      renewals: 1,
    });
  });

  it('outlives renewals that fail, but not its time', async () => {
    const fails = () => Promise.reject(new Error('no bus'));
    expect((await keepFor(LEASE_MS - 40, fails)).lost).toBe(false);
    expect((await keepFor(LEASE_MS + 40, fails)).lost).toBe(true);
  });

  it('counts from the moment at which its renewal was asked for', async () => {
    const answers = [() => sleep(150, true)];
    await sleep(105 - (performance.now() % 100)); // leases are renewed at the same moments
    const lease = new HeldLease(() => answers.shift()?.() ?? Promise.reject(new Error('no bus')), 300);
    await sleep(330);
    expect(lease.lost.aborted).toBe(false); // asked for at 100, granted at 250, so it lasts until 400
    await sleep(150);
    expect(lease.lost.aborted).toBe(true);
    lease.end();
  });

  it('is renewed at the same moments as all others of its process', async () => {
    const moments: number[] = [];
    const begin = (): HeldLease =>
      new HeldLease(() => {
        moments.push(performance.now());
        return Promise.resolve(true);
      }, 600);
    const leases: HeldLease[] = [];
    for (let n = 0; n < 10; n += 1) {
      leases.push(begin());
      await sleep(20); // together as long as from one renewal to the next
    }
    moments.length = 0;
    await sleep(250);
    for (const lease of leases) lease.end();
    expect(moments.length).toBeGreaterThanOrEqual(10);
    const first = moments.slice(0, 10);
    expect(Math.max(...first) - Math.min(...first)).toBeLessThan(30);
  });

  it('that was ended is neither renewed nor lost', async () => {
    let renewals = 0;
    const lease = new HeldLease(() => {
      renewals += 1;
      return Promise.resolve(false);
    }, LEASE_MS);
    lease.end();
    await sleep(2 * LEASE_MS);
    expect({ renewals, lost: lease.lost.aborted }).toEqual({ renewals: 0, lost: false });
  });
});
