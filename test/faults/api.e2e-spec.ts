// The API under requests from its own document, and under repeated ones, in short: npm run test:faults does more.
import { Run } from './harness/scenario-runner.ts';
import { fuzzedShort } from './scenarios/api/fuzzing.ts';
import { fewKeys } from './scenarios/api/idempotency.ts';

const lines: string[] = [];
/** The seed is fixed, so that a failure comes again. */
const run = new Run({
  full: false,
  seed: 7,
  signal: new AbortController().signal,
  say: (line) => lines.push(line),
});
afterAll(() => run.close(), 60_000);

it.each([fewKeys, fuzzedShort])(
  '$id: $title',
  async (scenario) => {
    const { why, ...result } = await run.one(scenario);
    expect({ result, why, lines }).toMatchObject({ result: { passed: true }, why: undefined, lines: [] });
  },
  120_000,
);
