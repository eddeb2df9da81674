// What many measurements say.
export { median, percentile } from './percentile.ts';
