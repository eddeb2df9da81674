// Tests which deliveries are chosen: nobody gets more than a share, and those who have least come first.
import { chooseDue, limitsOf, type Place } from './fair-share.rules.ts';

/** Places of a holder, by default in one workspace with one webhook at a host of its own. */
function places(holder: string, count: number, changes: Partial<Place> = {}): Place[] {
  const place = {
    holderId: holder,
    workspaceId: `${holder}-w`,
    webhookId: `${holder}-h`,
    host: `${holder}.test`,
  };
  return Array.from({ length: count }, () => ({ ...place, ...changes }));
}

/** How many places each has, by one of its ids. */
const countBy = (chosen: readonly Place[], id: keyof Place): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(chosen, (one) => one[id])].map(([key, some]) => [key, some.length]));

const limits = { share: 25, most: 1000 };

it('a holder, and a host, has a quarter of the places of a worker, and half of them wait', () => {
  expect([100, 50, 3].map((places) => limitsOf(places, places))).toEqual([
    { share: 25, waiting: 50 },
    { share: 12, waiting: 25 },
    { share: 1, waiting: 1 },
  ]);
});

it('with many workers, a quarter of what they make waits, as the check of autoscalers counts, and the shares stay', () => {
  expect([0, 100, 300, 1000].map((running) => limitsOf(50, running))).toEqual([
    { share: 12, waiting: 25 },
    { share: 12, waiting: 25 },
    { share: 12, waiting: 75 },
    { share: 12, waiting: 250 },
  ]);
});

it('more than a tenth of what any number of workers make waits, for less of which the autoscaler adds none', () => {
  for (let workers = 1; workers <= 40; workers += 1)
    expect(limitsOf(50, 50 * workers).waiting).toBeGreaterThan((50 * workers) / 10);
});

it('a holder has a quarter of the places, over all workspaces and webhooks, with those that it has already', () => {
  const waiting = [1, 2, 3].flatMap((n) =>
    places('a', 20, { workspaceId: `a-${n}`, webhookId: `a-${n}`, host: `${n}.test` }),
  );
  expect(chooseDue(waiting, places('a', 5), limits)).toHaveLength(20);
});

it('a holder that has the id of its workspace is not counted twice', () => {
  expect(chooseDue(places('a', 30, { workspaceId: 'a' }), [], limits)).toHaveLength(25);
});

it('a host has a quarter of the places, whoever has deliveries there', () => {
  const waiting = ['a', 'b', 'c', 'd'].flatMap((holder) => places(holder, 20, { host: 'one.test' }));
  const chosen = chooseDue(waiting, places('e', 1, { host: 'one.test' }), limits);
  expect(countBy(chosen, 'holderId')).toEqual({ a: 6, b: 6, c: 6, d: 6 });
});

it('a host without room holds up no other host of its holder', () => {
  const waiting = [...places('a', 40, { host: 'full.test' }), ...places('a', 3, { host: 'free.test' })];
  expect(countBy(chooseDue(waiting, places('b', 25, { host: 'full.test' }), limits), 'host')).toEqual({
    'free.test': 3,
  });
});

it('holders take turns first, and the workspaces of each second', () => {
  const flood = [1, 2, 3].flatMap((n) => places('a', 20, { workspaceId: `a-${n}` }));
  const chosen = chooseDue([...flood, ...places('b', 20)], [], { share: 25, most: 12 });
  expect(countBy(chosen, 'holderId')).toEqual({ a: 6, b: 6 });
  expect(countBy(chosen, 'workspaceId')).toEqual({ 'a-1': 2, 'a-2': 2, 'a-3': 2, 'b-w': 6 });
});

it('who has fewest places comes first', () => {
  const waiting = [...places('a', 5), ...places('b', 1)];
  expect(chooseDue(waiting, places('a', 1), { share: 25, most: 1 })).toEqual(places('b', 1));
});

it('the deliveries of one webhook keep their order', () => {
  const waiting = places('a', 4).map((place, order) => ({ ...place, order }));
  expect(chooseDue(waiting, [], { share: 3, most: 9 }).map(({ order }) => order)).toEqual([0, 1, 2]);
});
