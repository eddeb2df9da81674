// Runs the suites about fetches from the marketplace on one catalogue.
import { startCatalogue, type Catalogue } from './catalogue.ts';
import { fetchDemand } from './fetching/demand.suite.ts';
import { fetchFailures } from './fetching/failures.suite.ts';
import { fanOut } from './fetching/fan-out.suite.ts';
import { lockOrder } from './fetching/lock-order.suite.ts';
import { repeatedCalls } from './fetching/repeated-calls.suite.ts';

let catalogue: Catalogue;
beforeAll(async () => {
  catalogue = await startCatalogue();
});
afterAll(() => catalogue?.close());

const shared = (): Catalogue => catalogue;
fetchDemand(shared);
fetchFailures(shared);
fanOut(shared);
lockOrder(shared);
repeatedCalls(shared);
