// How much the tests of this run do.
export { IS_FULL, sized } from './size.ts';
