// The demo account of the local start and of docker-compose.yml.
import type { Account } from '#testing/environment';

/** The ids are fixed, so that every start finds the same account. */
export const DEMO: Account = {
  accountId: '019a0000-0000-7000-8000-000000000001',
  workspaceId: '019a0000-0000-7000-8000-000000000002',
  email: 'demo@shelfscribe.dev',
  password: 'shelfscribe-demo',
  name: 'Demo',
};
