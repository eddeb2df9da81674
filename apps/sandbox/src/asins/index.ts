// What other rooms use of asins.
export { FLAKY_FAILURES, SLOW_MS, faultOf, isAsin } from './asin.rules.ts';
