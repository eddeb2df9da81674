// What a new API key may do, and until when. Pure.
import type { ApiKeyRequest, Role, Scope } from '#client';
import { present } from '../../api/present.rules.ts';

/** The scopes of keys that each role may make: none can do more than its owner. */
export const SCOPES_OF_ROLE: Readonly<Record<Role, readonly Scope[]>> = {
  viewer: ['read'],
  editor: ['read', 'write'],
  owner: ['read', 'write', 'admin'],
};

/** The life times to choose from, in days; 0: it does not expire. */
export const LIFE_TIMES = [30, 90, 365, 0] as const;

const DAY_S = 86_400;

/** The request for a key that lives for so many days from `now` on, in Unix seconds. */
export function keyRequestOf(name: string, scope: Scope, days: number, now: number): ApiKeyRequest {
  const expiresAt = days > 0 ? Math.floor(now) + days * DAY_S : undefined;
  return present({ name: name.trim(), scopes: [scope], expiresAt });
}
