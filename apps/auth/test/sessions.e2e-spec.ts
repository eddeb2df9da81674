// Runs the suites about sessions and the keys that sign their tokens on one auth. The last one removes the keys.
import { startAuth, type RunningAuth } from './running-auth.ts';
import { signingKeys } from './sessions/keys.suite.ts';
import { refresh } from './sessions/refresh.suite.ts';
import { revocations } from './sessions/revocations.suite.ts';
import { sessions } from './sessions/sessions.suite.ts';

let auth: RunningAuth;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth?.close());

const shared = (): RunningAuth => auth;
sessions(shared);
refresh(shared);
revocations(shared);
signingKeys(shared);
