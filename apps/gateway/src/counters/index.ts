// What other rooms use of counters.
export { addressGroup, networkOf } from './addresses.rules.ts';
