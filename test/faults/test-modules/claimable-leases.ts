// Test module: no generation counts as held, so any worker may claim it at any time.
export {
  IS_LATEST_CLAIM,
  IS_OPEN,
} from '../../../apps/generations/src/generation-record/lease-guards.rules.ts';
export const IS_HELD = 'false';
