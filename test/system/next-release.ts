// A next release for upgrades: its owners write jobs of version 2, and its workers read versions 1 and 2.
import { replaceModule, type TestBuild } from '#testing/test-build';

type Contracts = typeof import('../../libs/contracts/src/index.ts');
type Outbox = typeof import('../../libs/platform/src/outbox/outbox.ts');

/** The next release. */
export const NEXT_RELEASE: TestBuild = {
  modules: [
    replaceModule<Contracts, typeof import('./next-release/contracts.ts')>(
      'libs/contracts/src/index.ts',
      'test/system/next-release/contracts.ts',
    ),
    replaceModule<Outbox, typeof import('./next-release/outbox.ts')>(
      'libs/platform/src/outbox/outbox.ts',
      'test/system/next-release/outbox.ts',
    ),
  ],
};
