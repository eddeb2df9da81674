// The order in which generations are served that wait for room at their model servers.
import { SimulatedQueue } from '../../test/simulated-queue.ts';
import { FairQueue, LOWERING } from './fair-queue.state.ts';

describe('the fair queue of model servers without room', () => {
  /** Serves so many generations of a server, and tops its workspaces up to 50 after each. Returns who was served. */
  function serve(queue: SimulatedQueue, server: string, workspaces: string[], times: number): string[] {
    queue.server = server;
    return Array.from({ length: times }, () => {
      const [served = ''] = queue.take(1);
      topUp(queue, server, workspaces);
      return served;
    });
  }

  function topUp(queue: SimulatedQueue, server: string, workspaces: string[]): void {
    queue.server = server;
    for (const workspace of workspaces) {
      const own = queue.waiting.filter((one) => one.workspace === workspace && one.server === server);
      queue.add(workspace, 50 - own.length, 'batch');
    }
  }

  const shareOf = (holder: string, served: string[]): number =>
    served.filter((name) => name.startsWith(holder)).length / served.length;

  it.each([1, 10])(
    'serves holders alike that keep one and two shares waiting there, observed every %s',
    (every) => {
      const queue = new SimulatedQueue();
      const workspaces = ['x1', 'z1', 'z2'];
      topUp(queue, 'slow', workspaces);
      const rounds = Array.from({ length: 1000 / every }, () =>
        serve(queue.observe(), 'slow', workspaces, every),
      );
      const share = shareOf('z', rounds.flat().slice(500));
      expect(share).toBeGreaterThan(0.45);
      expect(share).toBeLessThan(0.55);
    },
  );

  it('serves all of many generations although another holder keeps three waiting there', () => {
    const queue = new SimulatedQueue();
    queue.server = 'slow';
    queue.add('a', 10);
    queue.add('b', 3);
    const served = Array.from({ length: 24 }, () => {
      const [name] = queue.observe().take(1);
      queue.add('b', name === 'b' ? 1 : 0);
      return name;
    });
    expect(served.filter((name) => name === 'a')).toHaveLength(10);
  });

  it('is fair at a slow and at a fast one together, and to newcomers of both', () => {
    const queue = new SimulatedQueue();
    const slow: string[] = [];
    const fast: string[] = [];
    topUp(queue, 'slow', ['x1', 'z1', 'z2']);
    topUp(queue, 'fast', ['v1', 'w1', 'w2']);
    for (let n = 0; n < 400; n += 1) {
      queue.observe();
      fast.push(...serve(queue, 'fast', ['v1', 'w1', 'w2'], 20));
      slow.push(...serve(queue, 'slow', ['x1', 'z1', 'z2'], 1));
    }
    for (const share of [shareOf('z', slow.slice(200)), shareOf('w', fast.slice(4000))]) {
      expect(share).toBeGreaterThan(0.45);
      expect(share).toBeLessThan(0.55);
    }
    for (const server of ['slow', 'fast', 'roomy']) {
      queue.server = server;
      queue.observe().add('new', 1);
      expect(queue.take(3)).toContain('new');
    }
  });

  it('goes on where the whole queue is, at one where nothing has waited for long', () => {
    const queue = new SimulatedQueue();
    topUp(queue, 'fast', ['v1', 'w1']);
    for (let n = 0; n < 100; n += 1) serve(queue.observe(), 'fast', ['v1', 'w1'], 5);
    queue.server = 'roomy';
    queue.observe().add('a', 20);
    queue.server = 'slow';
    queue.add('b', 20);
    const of = (name: string) => queue.waiting.filter((one) => one.name === name).map((one) => one.priority);
    expect(of('b')).toEqual(of('a'));
  });

  it.each(['the same', 'another'])(
    'serves those that have come during a pause before those that come later, to %s instance',
    (which) => {
      const queue = new SimulatedQueue();
      const later = which === 'another' ? queue.other : undefined;
      const holders = Array.from({ length: 120 }, (_, n) => String.fromCodePoint(0x4e00 + n));
      topUp(queue, 'fast', ['v1']);
      queue.paused = 'slow';
      const served = holders.flatMap((holder, n) => {
        if (n === 60) queue.paused = '';
        serve(queue.observe(), 'fast', ['v1'], 25);
        queue.server = 'slow';
        queue.observe(later).add(holder, 1, 'automatic', n < 60 ? undefined : later);
        return n < 60 ? [] : queue.take(1);
      });
      expect(served).toEqual(holders.slice(0, 60));
    },
  );

  it('keeps their distances while its priorities are lowered, also for those that have not asked again since', () => {
    const fairQueue = new FairQueue();
    const { at, by } = LOWERING;
    const ends = (first: number) => ({ first, last: first + 400, reached: 0 });
    const observe = (slow: number, fast: number, shared: number): boolean => {
      const servers = new Map([
        ['slow', ends(slow)],
        ['fast', ends(fast)],
      ]);
      return fairQueue.observe({ first: 0, last: 0, servers, shared, isEmpty: false });
    };
    const fronts = () => [fairQueue.frontOf('slow:tiny'), fairQueue.frontOf('fast:tiny'), fairQueue.front];
    expect(observe(at - 9000, at, at - 4)).toBe(false);
    expect(observe(at - 9000, at + 4, at)).toBe(true);
    expect(fronts()).toEqual([at - 9000 - by, at + 4 - by, at + 4 - by]);
    expect(observe(at - 9000, at + 8 - by, at + 4 - by)).toBe(true);
    expect(fronts()).toEqual([at - 9000 - by, at + 8 - by, at + 8 - by]);
    expect(observe(at - 8996 - by, at + 12 - by, at + 8 - by)).toBe(false);
    expect(fronts()).toEqual([at - 8996 - by, at + 12 - by, at + 12 - by]);
  });
});
