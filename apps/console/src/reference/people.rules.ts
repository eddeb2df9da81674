// What people are called. Pure.
import type { Member } from '#client';

/** Characters of an id by which a member is known who has no name, and whose e-mail is not shown. */
const ID_CHARACTERS = 8;

/** The name of a member, else the e-mail, which the API tells to owners only, else the end of the id. */
export function memberName({ name, email, accountId }: Pick<Member, 'name' | 'email' | 'accountId'>): string {
  return name ?? email ?? accountId.slice(-ID_CHARACTERS);
}
