// Test module: any worker may claim any generation, and end it again after its end.
export { IS_OPEN } from '../../../apps/generations/src/generation-record/lease-guards.rules.ts';
export const IS_HELD = 'false';
export const IS_LATEST_CLAIM = '$2::int > 0';
