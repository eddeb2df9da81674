// The fault suite in short: no fault, many faults, one dead worker. The whole of it: npm run test:faults.
import { quiet, shortChaos } from './scenarios/general/chaos.ts';
import { Run } from './harness/scenario-runner.ts';
import { killedOnce } from './scenarios/workers/killed-workers.ts';

/** Fixed, so that a failure comes again. */
const SEED = 7;

describe('the system under faults', () => {
  it.each([quiet, shortChaos, killedOnce])(
    '$id: $title',
    async (scenario) => {
      const lines: string[] = [];
      const run = new Run({
        full: false,
        seed: SEED,
        signal: new AbortController().signal,
        say: (line) => lines.push(line),
      });
      const result = await run.one(scenario);
      expect({ ...result, lines: result.passed ? [] : lines }).toMatchObject({
        passed: true,
        lost: 0,
        doubled: 0,
        lines: [],
      });
    },
    180_000,
  );
});
