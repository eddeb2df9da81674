// Who of the members has to stay. Pure.
import type { Member } from '#client';

/** The account of the one owner, who cannot go; undefined when there are several, or may be beyond what was read. */
export function onlyOwner(members: readonly Member[], hasMore: boolean): string | undefined {
  const owners = members.filter(({ role }) => role === 'owner');
  return owners.length === 1 && !hasMore ? owners[0]?.accountId : undefined;
}
