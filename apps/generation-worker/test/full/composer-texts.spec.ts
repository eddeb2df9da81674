// Writes what the offline composer makes of the products of all shelves into files below .local, for people to judge.
import { mkdirSync, writeFileSync } from 'node:fs';
import type { ApplicationId, GenerationTask } from '#contracts';
import { applicationOf, contextOf } from '#content';
import { projectFile } from '#testing/servers';
import { compose } from '../../src/models/composer.rules.ts';
import type { ModelError } from '../../src/models/port.ts';
import { readShelf, SHELVES, shelfTask } from '../sample-products.ts';

const FOLDER = projectFile('.local/texts-of-composer');
const KINDS: readonly ApplicationId[] = [
  'product-title',
  'item-highlights',
  'bullet-points',
  'product-description',
  'search-terms',
  'seo-meta',
  'faq',
];

/** What the composer writes; what a book tells answers none of the questions that it knows. */
function composed(task: GenerationTask): ReturnType<typeof compose> {
  try {
    return compose(contextOf({ task, application: applicationOf(task), secrets: [] }), 'seed');
  } catch (error) {
    const isExpected =
      task.applicationId === 'faq' && (error as ModelError).code === 'InsufficientProductData';
    if (isExpected && task.product?.tags?.includes('Books')) return '(no question)';
    throw error;
  }
}

it.each(Object.keys(SHELVES) as (keyof typeof SHELVES)[])(
  'the texts in %s can be read in a file',
  (shelf) => {
    const texts = readShelf(shelf).map((product) => {
      const written = KINDS.map((id) => {
        const task = shelfTask(id, product, shelf);
        const content = composed(task);
        if (typeof content === 'string') return content;
        return content.map((item) => Object.values(item).map(String).join(': ')).join('\n');
      });
      expect(written).not.toContain('');
      return [`## ${product.title}`, ...KINDS.map((id, place) => `**${id}**\n\n${written[place]}`)].join(
        '\n\n',
      );
    });
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(`${FOLDER}/${SHELVES[shelf]}.md`, `${texts.join('\n\n')}\n`);
  },
);
