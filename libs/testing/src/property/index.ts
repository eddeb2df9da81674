// fast-check for property tests, with the seed of this run.
export { fc } from './property.ts';
