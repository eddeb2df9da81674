// The main flows of the console in one browser on one system, and then what the whole API must hold on the same system.
import {
  openFaultEnvironment,
  type OpenEnvironment,
} from '../../../test/faults/harness/environment/fault-environment.ts';
import { scenarioTests } from '../../../test/faults/harness/scenario-tests.ts';
import { fuzzedShort } from '../../../test/faults/scenarios/api/fuzzing.ts';
import { fewKeys } from '../../../test/faults/scenarios/api/idempotency.ts';
import { batchFlow } from './flows/batches.ts';
import { generationFlows } from './flows/generations.ts';
import { importFlow } from './flows/imports.ts';
import { productFlows } from './flows/products.ts';
import { sessionFlows } from './flows/sessions.ts';
import { settingFlows } from './flows/settings.ts';
import { Stack } from './visit.ts';

/** Long enough to cut a connection while the model still writes, in milliseconds. */
const SLOW_MODEL_MS = 8000;

let opened: OpenEnvironment;
const stack = new Stack(undefined, async () => {
  const variables = { sandbox: { SANDBOX_SLOW_MODEL_MS: String(SLOW_MODEL_MS) } };
  opened = await openFaultEnvironment('console', new AbortController().signal, { people: 2, variables });
  return opened;
});

describe('the page', () => sessionFlows(stack));
describe('products', () => productFlows(stack));
describe('an import', () => importFlow(stack));
describe('generations', () => generationFlows(stack));
describe('a batch', () => batchFlow(stack));
describe('settings', () => settingFlows(stack));

it('has lost no process until now', () => {
  expect(opened.crashes.splice(0)).toEqual([]);
});

// Last, because one of the requests erases a workspace.
describe('the API', () => scenarioTests([fewKeys, fuzzedShort], { given: () => opened }));
