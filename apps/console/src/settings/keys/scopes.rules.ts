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
export const LIFE_TIMES = ['30', '90', '365', '0'] as const;

/** What a person enters. */
export interface KeyDraft {
  name: string;
  scope: Scope;
  days: (typeof LIFE_TIMES)[number];
}

const DAY_S = 86_400;

/** The request for a key that lives for so many days from `now` on, in Unix seconds. */
export function keyRequestOf({ name, scope, days }: KeyDraft, now: number): ApiKeyRequest {
  const expiresAt = days === '0' ? undefined : Math.floor(now) + Number(days) * DAY_S;
  return present({ name: name.trim(), scopes: [scope], expiresAt });
}
