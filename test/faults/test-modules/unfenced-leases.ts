// Test module: an outcome needs no epoch, so a worker that has lost its claim may end a generation.
export { IS_HELD, IS_OPEN } from '../../../apps/generations/src/generation-record/lease-guards.rules.ts';
export const IS_LATEST_CLAIM = `$2::int > 0 AND status = 'RUNNING'`;
