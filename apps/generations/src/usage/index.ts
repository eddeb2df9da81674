// What other rooms use of usage.
export {
  ADD_TO_BATCH,
  USAGE,
  USAGE_OF_BATCH,
  type UsageSum,
  costOf,
  sumOfUsage,
  toUsage,
  usageBetween,
} from './usage.rules.ts';
