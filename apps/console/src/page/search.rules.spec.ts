// Tests what is read out of an address.
import { countingNumber, oneOf, searchBy, someText } from './search.rules.ts';

const read = searchBy<{ of?: 'a' | 'b'; id?: string; version?: number }>({
  of: oneOf(['a', 'b']),
  id: someText,
  version: countingNumber,
});

it('reads each parameter', () =>
  expect(read({ of: 'b', id: 'x', version: '2' })).toEqual({ of: 'b', id: 'x', version: 2 }));

it.each([
  [{ of: 'c' }],
  [{ id: '' }],
  [{ id: 5 }],
  [{ version: 0 }],
  [{ version: 1.5 }],
  [{ version: 'x' }],
  [{ other: 'a' }],
])('leaves out of %j what makes no sense', (given) => expect(read(given)).toEqual({}));
