// What the workspace is that an account gets with its registration, or when it has left or lost its last one. Pure.
import type { Marketplace } from '#contracts';

/** It has the name of the person or, without one, what stands before the @ of the e-mail. */
export function firstWorkspaceOf({ name, email }: { name: string; email: string }): {
  name: string;
  marketplace: Marketplace;
} {
  return { name: name || email.replace(/@.*/, ''), marketplace: 'US' };
}
