// Measures what the offline composer costs: alone, because another test beside it takes the processors away.
import type { ApplicationId } from '#contracts';
import { applicationOf, contextOf } from '#content';
import { compose } from '../../src/models/composer.rules.ts';
import { readShelf, SHELVES, shelfTask } from '../sample-products.ts';

const KINDS: readonly ApplicationId[] = ['product-title', 'bullet-points', 'product-description', 'listing'];
/** CPU of a text in milliseconds, on average, once the code is warm. */
const MOST_CPU = 20;

it(`takes less than ${MOST_CPU} ms of CPU for a text`, () => {
  const shelves = Object.keys(SHELVES) as (keyof typeof SHELVES)[];
  const tasks = shelves.flatMap((shelf) =>
    readShelf(shelf).flatMap((product) => KINDS.map((id) => shelfTask(id, product, shelf))),
  );
  const cpuOf = (): number => {
    const before = process.cpuUsage();
    for (const task of tasks)
      compose(contextOf({ task, application: applicationOf(task), secrets: [] }), 'seed');
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000 / tasks.length;
  };
  cpuOf();
  expect(cpuOf()).toBeLessThan(MOST_CPU);
});
