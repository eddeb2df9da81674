// What other rooms use of usage.
export { USAGE, USAGE_SUM, type UsageSum, costOf, toUsage } from './usage.rules.ts';
