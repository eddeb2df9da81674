// The workspace that an account gets when it is registered, or when it has left or lost its last one. Pure.
import type { Marketplace } from '#contracts';

/** Its name is that of the person or, without one, what stands before the @ of the e-mail. */
export function firstWorkspaceOf({ name, email }: { name: string; email: string }): {
  name: string;
  marketplace: Marketplace;
} {
  return { name: name || email.replace(/@.*/, ''), marketplace: 'US' };
}
