// A next release for upgrades: its owners write jobs of version 2, and its workers read versions 1 and 2.
import { replaceModule, type TestBuild } from '#testing/test-build';
import type * as Contracts from '../../../libs/contracts/src/index.ts';
import type * as Outbox from '../../../libs/platform/src/outbox/outbox.ts';
import type * as NextContracts from './next-contracts.ts';
import type * as NextOutbox from './next-outbox.ts';

/** The next release. */
export const NEXT_RELEASE: TestBuild = {
  modules: [
    replaceModule<typeof Contracts, typeof NextContracts>(
      'libs/contracts/src/index.ts',
      'test/system/test-modules/next-contracts.ts',
    ),
    replaceModule<typeof Outbox, typeof NextOutbox>(
      'libs/platform/src/outbox/outbox.ts',
      'test/system/test-modules/next-outbox.ts',
    ),
  ],
};
