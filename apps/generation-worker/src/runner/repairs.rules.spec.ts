// Tests which items of an answer take the places of those that were to be written again.
import { applicationOf, type ItemsOutput } from '#content';
import type { GenerationTask } from '#contracts';
import { BENCH, taskFor } from '../../test/tasks.ts';
import { withItems } from './repairs.rules.ts';

const formOf = (task: GenerationTask) => applicationOf(task).output(task) as ItemsOutput;

const items = (...texts: string[]) => texts.map((text) => ({ text }));

describe('an answer to a repair of some items', () => {
  const first = items('a', 'b', 'c', 'd', 'e');

  it.each([
    ['as many items as were asked for', [2], items('C'), items('a', 'b', 'C', 'd', 'e')],
    ['several that were asked for', [1, 4], items('B', 'E'), items('a', 'B', 'c', 'd', 'E')],
    ['the whole content again', [1, 2], items('A', 'B', 'C', 'D', 'E'), items('a', 'B', 'C', 'd', 'e')],
    ['fewer, of which nobody knows which they are', [1, 4], items('E'), first],
    ['more, of which nobody knows which they are', [2], items('C', 'other'), first],
    ['none', [2], [], first],
  ])('with %s', (_what, places, answer, whole) => {
    expect(withItems(first, places, answer, formOf(taskFor('product-title')))).toEqual(whole);
  });

  it('takes no picture away from an item that stays', () => {
    const images = ['https://m.test/a.jpg', 'https://m.test/b.jpg'];
    const form = formOf({ ...taskFor('alt-text'), product: { ...BENCH, images } });
    const whole = images.map((image) => ({ image, text: 'a' }));
    const again = [{ image: images[1] ?? '', text: 'A' }];
    expect(withItems(whole, [0], again, form)).toEqual([{ image: '2', text: 'A' }, whole[1]]);
  });
});
