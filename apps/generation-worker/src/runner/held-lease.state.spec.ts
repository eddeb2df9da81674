// A held lease: its renewals, its loss and its end, on a fake clock.
import { install, type Clock } from '@sinonjs/fake-timers';
import { HeldLease } from './held-lease.state.ts';

const LEASE_MS = 300;

/** Moments of the renewals in milliseconds since the start of the test. */
let renewals: number[];
let clock: Clock;

beforeEach(() => {
  clock = install();
  renewals = [];
});

afterEach(() => {
  clock.uninstall();
});

function hold(renew: () => Promise<boolean>): HeldLease {
  const recorded = (): Promise<boolean> => {
    renewals.push(performance.now());
    return renew();
  };
  return new HeldLease({ generationId: '', epoch: 1 }, recorded, LEASE_MS);
}

const after = (ms: number): Promise<void> => clock.tickAsync(ms).then(() => undefined);
const failing = (): Promise<boolean> => Promise.reject(new Error('no bus'));

describe('a held lease', () => {
  it('is renewed three times within its own time and stays held', async () => {
    const lease = hold(() => Promise.resolve(true));
    await after(4 * LEASE_MS);
    expect(renewals).toEqual(Array.from({ length: 12 }, (_none, index) => 100 * (index + 1)));
    expect(lease.lost.aborted).toBe(false);
    lease.end();
  });

  it('is lost as soon as the owner refuses a renewal, and is not renewed again', async () => {
    const lease = hold(() => Promise.resolve(false));
    await after(100);
    expect(lease.lost.aborted).toBe(true);
    await after(2 * LEASE_MS);
    expect(renewals).toEqual([100]);
  });

  it('survives failed renewals, and is renewed for as long as they fail', async () => {
    const lease = hold(failing);
    await after(10 * LEASE_MS);
    expect(lease.lost.aborted).toBe(false);
    expect(renewals).toHaveLength(30);
    lease.end();
  });

  it('is renewed at the same moments as all other leases of its process', async () => {
    const leases: HeldLease[] = [];
    for (let n = 0; n < 10; n += 1) {
      await after(10);
      leases.push(hold(() => Promise.resolve(true)));
    }
    renewals.length = 0;
    await after(200);
    for (const lease of leases) lease.end();
    expect(renewals.filter((moment) => moment === 200)).toHaveLength(10);
    expect(renewals.every((moment) => moment % 100 === 0)).toBe(true);
  });

  it('is neither renewed nor lost after its end', async () => {
    const lease = hold(() => Promise.resolve(false));
    lease.end();
    await after(2 * LEASE_MS);
    expect({ renewals, lost: lease.lost.aborted }).toEqual({ renewals: [], lost: false });
  });
});
