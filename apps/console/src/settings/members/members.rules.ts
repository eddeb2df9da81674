// What members are called, and who of them has to stay. Pure.
import type { Member } from '#client';

/** Characters of an id by which a member is known who has no name, and whose e-mail is not shown. */
const ID_CHARACTERS = 8;

/** The name of a member, else the e-mail, which the API tells to owners only, else the end of the id. */
export function memberName({ name, email, accountId }: Pick<Member, 'name' | 'email' | 'accountId'>): string {
  return name ?? email ?? accountId.slice(-ID_CHARACTERS);
}

/** The account of the one owner, who cannot go; undefined when there are several, or may be beyond what was read. */
export function onlyOwner(members: readonly Member[], hasMore: boolean): string | undefined {
  const owners = members.filter(({ role }) => role === 'owner');
  return owners.length === 1 && !hasMore ? owners[0]?.accountId : undefined;
}
