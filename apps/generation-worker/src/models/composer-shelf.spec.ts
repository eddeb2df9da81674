// The offline composer with invented products of its marketplaces: every text passes the review, in its language.
import type { ApplicationId } from '#contracts';
import { applicationOf, type Content, contextOf, review } from '#content';
import { sized } from '#testing/size';
import { readShelf, SHELVES, shelfTask } from '../../test/sample-products.ts';
import { compose } from './composer.rules.ts';
import { ModelError } from './port.ts';

const LANGUAGES = Object.keys(SHELVES) as (keyof typeof SHELVES)[];
/** What it writes of a product alone. */
const KINDS: readonly ApplicationId[] = [
  'product-title',
  'bullet-points',
  'product-description',
  'item-highlights',
  'search-terms',
  'seo-meta',
  'listing',
];
/** Products of each shelf. */
const PRODUCTS = sized(6, 20);

/** Fewest words of search terms of a product. */
const FEWEST_TERMS = 5;

const written = (...given: Parameters<typeof shelfTask>): Content => {
  const task = shelfTask(...given);
  return compose(contextOf({ task, application: applicationOf(task), secrets: [] }), 'seed');
};

const codeOf = (tag: string): string => tag.split('-')[0] ?? tag;

describe.each(LANGUAGES)('the offline composer in %s', (language) => {
  const products = readShelf(language).slice(0, PRODUCTS);

  it.each(KINDS)('writes %s of which the review finds nothing', (applicationId) => {
    for (const product of products) {
      const task = shelfTask(applicationId, product, language);
      const context = contextOf({ task, application: applicationOf(task), secrets: [] });
      const { all, complete } = review(compose(context, 'seed'), context);
      expect({ title: product.title, complete, found: all.map(({ rule }) => rule) }).toEqual({
        title: product.title,
        complete: true,
        found: [],
      });
    }
  });

  it(`writes at least ${FEWEST_TERMS} search terms of a product`, () => {
    const terms = products.map((product) => written('search-terms', product, language) as string);
    expect(terms.filter((text) => text.split(' ').length < FEWEST_TERMS)).toEqual([]);
  });

  it('writes these texts', () => {
    const texts = products
      .slice(0, 3)
      .flatMap((product) => KINDS.map((id) => written(id, product, language)));
    expect(texts).toMatchSnapshot();
  });

  it('writes no other language', () => {
    for (const other of LANGUAGES.filter((tag) => codeOf(tag) !== codeOf(language)))
      for (const product of products)
        expect(() => written('product-description', product, language, other)).toThrow(
          new ModelError('UnsupportedLanguage'),
        );
  });
});
