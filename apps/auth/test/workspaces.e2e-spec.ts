// Runs the suites about workspaces on one auth.
import { startAuth, type RunningAuth } from './running-auth.ts';
import { workspaceErasure } from './workspaces/erasure.suite.ts';
import { holders } from './workspaces/holders.suite.ts';
import { invitations } from './workspaces/invitations.suite.ts';
import { workspaces } from './workspaces/workspaces.suite.ts';

let auth: RunningAuth;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth?.close());

const shared = (): RunningAuth => auth;
workspaces(shared);
holders(shared);
invitations(shared);
workspaceErasure(shared);
