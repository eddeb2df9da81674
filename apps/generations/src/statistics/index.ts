// What other rooms use of statistics.
export { ADD_TO_STATISTIC, THIS_HOUR } from './statistics.rules.ts';
