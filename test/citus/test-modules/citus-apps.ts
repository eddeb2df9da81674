// Test module: processes of ours run in the test build for Citus, which the variable CITUS_PROCESSES has.
import { nodeEnv as usual, type Variables } from '../../../libs/testing/src/environment/apps.ts';

export * from '../../../libs/testing/src/environment/apps.ts';

export const nodeEnv = (): Variables => ({
  ...usual(),
  ...(JSON.parse(process.env['CITUS_PROCESSES'] ?? '{}') as Variables),
});
