// People who are signed in to a running auth, alone or together in a workspace.
import { decodeJwt } from 'jose';
import {
  acceptInvitation,
  CHANGED,
  createInvitation,
  createSession,
  membershipsChanged,
  type Actor,
  type Role,
} from '#contracts';
import type { Bus } from '#platform/messaging';
import { PASSWORD, type RunningAuth } from './running-auth.ts';

/** A person who is signed in to a workspace of the own. */
export interface SignedIn {
  email: string;
  actor: Actor;
}

/** Account, workspace and session of an access token. */
export function actorOf(accessToken: string): Actor {
  const { sub = '', wid, sid } = decodeJwt<{ wid: string; sid: string }>(accessToken);
  return { accountId: sub, workspaceId: wid, sessionId: sid };
}

/** The memberships of every notification from now on, as `<account> <workspace>`. */
export function announcements(gateway: Bus): string[] {
  const announced: string[] = [];
  gateway.onNotification(membershipsChanged, CHANGED, ({ memberships }) => {
    announced.push(...memberships.map(({ accountId, workspaceId }) => `${accountId} ${workspaceId}`));
  });
  return announced;
}

/** Signs in the owner of a new workspace. */
export async function someone(auth: RunningAuth, gateway: Bus): Promise<SignedIn> {
  const { email } = await auth.putAccount();
  const { accessToken } = await gateway.request(createSession, { email, password: PASSWORD });
  return { email, actor: actorOf(accessToken) };
}

/** An owner, and another person with this role in the workspace of the owner. */
export async function pair(
  auth: RunningAuth,
  gateway: Bus,
  role: Role,
): Promise<{ owner: Actor; workspaceId: string; other: SignedIn }> {
  const { actor: owner } = await someone(auth, gateway);
  const other = await someone(auth, gateway);
  const { workspaceId } = owner;
  await join(gateway, owner, other, role);
  return { owner, workspaceId, other };
}

/** Makes another person a member of the workspace of an owner, by an invitation that the person accepts. */
export async function join(gateway: Bus, owner: Actor, other: SignedIn, role: Role): Promise<void> {
  const invited = { actor: owner, workspaceId: owner.workspaceId, body: { email: other.email, role } };
  const { invitation } = await gateway.request(createInvitation, invited);
  await gateway.request(acceptInvitation, { actor: other.actor, body: { code: invitation.code! } });
}
