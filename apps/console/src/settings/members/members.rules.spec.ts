// Tests who of the members has to stay.
import type { Member, Role } from '#client';
import { onlyOwner } from './members.rules.ts';

const member = (accountId: string, role: Role = 'owner'): Member => ({ accountId, role, createdAt: 0 });
const one = member('one');
const two = member('two');
const editor = member('three', 'editor');

it('is the one owner of a list that is whole', () => expect(onlyOwner([one, editor], false)).toBe('one'));
it('is nobody when there are two', () => expect(onlyOwner([one, two], false)).toBeUndefined());
it('is nobody while the rest may have others', () => expect(onlyOwner([one], true)).toBeUndefined());
