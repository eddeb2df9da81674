// Writes what the offline composer makes of the products of all shelves into files below .local, for people to judge.
import { mkdirSync, writeFileSync } from 'node:fs';
import type { ApplicationId } from '#contracts';
import { applicationOf, contextOf } from '#content';
import { projectFile } from '#testing/servers';
import { compose } from '../../src/models/composer.rules.ts';
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

it.each(Object.keys(SHELVES) as (keyof typeof SHELVES)[])(
  'the texts in %s can be read in a file',
  (shelf) => {
    const texts = readShelf(shelf).map((product) => {
      const written = KINDS.map((id) => {
        const task = shelfTask(id, product, shelf);
        const content = compose(contextOf({ task, application: applicationOf(task), secrets: [] }), 'seed');
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
