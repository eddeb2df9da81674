// What other rooms use of rate-limit.
export { addressGroup, networkOf } from './rate-limit.rules.ts';
