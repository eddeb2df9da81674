// Who is signed in, in this tab and with the others.
import { ApiError, ownerOf, type Account, type Credentials } from '#client';
import { followAccount } from '../language/language.state.ts';
import { api, beforeRefreshed } from './ask.client.ts';
import { hasCode } from './failures.rules.ts';

/** Notes that this browser has a session, so that signed-out pages need not ask. It says nothing else. */
const MARK = 'shelfscribe.session';

/** What a tab tells the others when it signs out, and when it goes on in another workspace. */
const SIGNED_OUT = 'signed-out';
const SWITCHED = 'switched';

/** `unknown` until `begin` has ended. */
export interface Session {
  is: 'unknown' | 'in' | 'out' | 'expired';
  /** Who is signed in; still there when the session has expired. */
  account?: Account;
}

const tabs = new BroadcastChannel('shelfscribe.session');
const listeners = new Set<() => void>();
let session: Session = { is: 'unknown' };
let begun: Promise<void> | undefined;
let isSigningOut = false;

tabs.onmessage = ({ data }) => {
  if (data === SIGNED_OUT) leave();
  if (data === SWITCHED) restart();
};

// Who is removed from a workspace has a session that goes on in another one, and somebody else may have signed in in another tab.
// The page is still that of the first, and would save there, or as that person, what was meant here: nothing is sent any more, and
// everything begins anew.
beforeRefreshed((token) => {
  const { account } = session;
  const owner = ownerOf(token);
  const isSame = owner?.accountId === account?.id && owner?.workspaceId === account?.currentWorkspaceId;
  return isSigningOut || account === undefined || isSame ? Promise.resolve() : beginAnew();
});

// With the button Back, a browser may show a page from its cache, as it was left.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted && localStorage.getItem(MARK) === null) leave();
});

/** The session as it is now. */
export function current(): Session {
  return session;
}

/** Calls a listener after each change until the function that it gives is called. */
export function watch(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Goes on with the session of this browser, once; later calls wait for the first. */
export function begin(): Promise<void> {
  begun ??= resume().catch((error: unknown) => {
    begun = undefined;
    throw error;
  });
  return begun;
}

/** Begins a session. Another account than the one that was here gets a new page; the same goes on in the workspace of the page. */
export async function signIn(credentials: Credentials): Promise<void> {
  const before = session.account;
  await api.signIn({ ...credentials, refresh: 'cookie' });
  localStorage.setItem(MARK, 'yes');
  const { data: account } = await api.getAccount();
  if (before !== undefined && before.id !== account.id) return location.reload();
  if (before === undefined || before.currentWorkspaceId === account.currentWorkspaceId)
    return change({ is: 'in', account });
  await goBackTo(before.currentWorkspaceId);
}

/** A sign-in begins in the workspace that the account joined first. The page is of another one, or of none any more. */
async function goBackTo(workspaceId: string): Promise<void> {
  try {
    await api.enterWorkspace(workspaceId);
  } catch (error) {
    if (hasCode(error, 'UnknownReference')) return beginAnew();
    throw error;
  }
  change({ is: 'in', account: (await api.getAccount()).data });
}

/** Ends the session here and in the other tabs. */
export async function signOut(): Promise<void> {
  isSigningOut = true; // the session ends, in whatever workspace it is by now
  try {
    await api.signOut();
  } catch (error) {
    isSigningOut = false;
    const hasEnded = error instanceof ApiError && (error.status === 401 || error.status === 404);
    if (!hasEnded) throw error;
  }
  localStorage.removeItem(MARK);
  tabs.postMessage(SIGNED_OUT);
  leave();
}

/** Goes on in another workspace of the account: here and in the other tabs, everything begins anew. */
export async function enterWorkspace(id: string): Promise<void> {
  // Not `enterWorkspace`: a page that stays, because a person has entered something there, stays in its workspace.
  await api.switchWorkspace({ body: { workspaceId: id } });
  await beginAnew();
}

/**
 * Goes on in the workspace to which the API leads the session, here and in the other tabs: where it was is gone for it. What waits
 * for it goes on no more.
 */
export function beginAnew(): Promise<never> {
  tabs.postMessage(SWITCHED);
  restart();
  return new Promise(() => undefined);
}

/** Notes that the API does not accept the session any more. */
export function expire(): void {
  if (session.is === 'in') change({ ...session, is: 'expired' });
}

/** Notes what the account has become. */
export function keep(account: Account): void {
  change({ ...session, account });
}

async function resume(): Promise<void> {
  if (localStorage.getItem(MARK) === null) return change({ is: 'out' });
  if (!(await api.resume())) {
    localStorage.removeItem(MARK);
    return change({ is: 'out' });
  }
  const { data: account } = await api.getAccount();
  change({ is: 'in', account });
}

/** Leaves the document, and with it everything that this tab holds of the session. */
function leave(): void {
  location.replace(`${import.meta.env.BASE_URL}sign-in`);
}

function restart(): void {
  location.replace(import.meta.env.BASE_URL);
}

function change(next: Session): void {
  session = next;
  if (next.account) followAccount(next.account);
  for (const listener of listeners) listener();
}
