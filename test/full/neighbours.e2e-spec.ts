// Nobody suffers from a neighbour: the scenarios of test/faults/scenarios/neighbours with their large numbers.
import { scenarioTests } from '../faults/harness/scenario-tests.ts';
import { SCENARIOS } from '../faults/scenarios/index.ts';

describe('beside a neighbour that takes all that its limits allow', () =>
  scenarioTests(
    SCENARIOS.filter(({ id, file }) => file.startsWith('neighbours/') && id !== 'C67'), // C67 is about the scenarios
    { full: true },
  ));
