// Runs the suites about accounts and their API keys on one auth.
import { startAuth, type RunningAuth } from './running-auth.ts';
import { accounts } from './accounts/accounts.suite.ts';
import { apiKeys } from './accounts/api-keys.suite.ts';
import { isolation } from './accounts/isolation.suite.ts';
import { registration } from './accounts/registration.suite.ts';

let auth: RunningAuth;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth?.close());

const shared = (): RunningAuth => auth;
accounts(shared);
registration(shared);
apiKeys(shared);
isolation(shared);
