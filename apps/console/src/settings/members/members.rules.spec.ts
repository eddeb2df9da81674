// Tests what members are called, and who has to stay.
import type { Member, Role } from '#client';
import { memberName, onlyOwner } from './members.rules.ts';

const member = (accountId: string, role: Role = 'owner'): Member => ({ accountId, role, createdAt: 0 });

describe('memberName', () => {
  const accountId = '019a8e90-1c7d-7a35-9d10-3b1f5a9e2c47';
  it.each([
    [{ accountId, name: 'Ann', email: 'ann@example.com' }, 'Ann'],
    [{ accountId, email: 'ann@example.com' }, 'ann@example.com'],
    [{ accountId }, '5a9e2c47'],
  ])('of %j is %s', (one, name) => expect(memberName(one)).toBe(name));
});

describe('onlyOwner', () => {
  const one = member('one');
  const two = member('two');
  const editor = member('three', 'editor');
  it('is the one owner of a list that is whole', () => expect(onlyOwner([one, editor], false)).toBe('one'));
  it('is nobody when there are two', () => expect(onlyOwner([one, two], false)).toBeUndefined());
  it('is nobody while the rest may have others', () => expect(onlyOwner([one], true)).toBeUndefined());
});
