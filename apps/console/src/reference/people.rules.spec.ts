// Tests what people are called.
import { memberName } from './people.rules.ts';

const accountId = '019a8e90-1c7d-7a35-9d10-3b1f5a9e2c47';

it.each([
  [{ accountId, name: 'Ann', email: 'ann@example.com' }, 'Ann'],
  [{ accountId, email: 'ann@example.com' }, 'ann@example.com'],
  [{ accountId }, '5a9e2c47'],
])('%j is called %s', (one, name) => expect(memberName(one)).toBe(name));
