// Tests the query of the feed: which types of events it names.
import { feedQuery } from './feed.ts';

it('a type that is named twice is one type, however often it is named', () => {
  const types = Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? 'product.created' : 'import.completed'));
  expect(feedQuery.parse({ types: types.join(',') }).types).toEqual(['product.created', 'import.completed']);
});
