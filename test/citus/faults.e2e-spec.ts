// Two groups of the faults on Citus, those of imports and of the API, but for those that need what Citus does not run. The others
// write down what happened by triggers of their own, for which the shards have no table.
import { scenarioTests } from '../faults/harness/scenario-tests.ts';
import { SCENARIOS } from '../faults/scenarios/index.ts';

describe('imports and requests under faults', () =>
  scenarioTests(SCENARIOS.filter(({ file }) => /^(imports|api)[/]/.test(file))));
