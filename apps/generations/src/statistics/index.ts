// What other rooms use of statistics.
export { ADD_TO_STATISTIC, THIS_HOUR, hourOf } from './statistics.rules.ts';
