// Property tests: the same random values in each run of npm test, others in each run of npm run test:full.
import fc from 'fast-check';
import { IS_FULL } from '../size/size.ts';

/** Any number. Change it and a property test tries other values. */
const SEED = 20_261_124;

// fast-check prints the seed of a failure, with which `fc.assert(…, { seed, path })` repeats it.
if (!IS_FULL) fc.configureGlobal({ seed: SEED });

export { fc };
