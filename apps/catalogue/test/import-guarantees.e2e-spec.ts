// Runs the suites about what one request for an import leads to, on one catalogue: one import, one batch that follows it, the
// marketplace of its workspace, and the rows of a file in their order.
import { startCatalogue, type Catalogue } from './catalogue.ts';
import { csvOrder } from './imports/csv-order.suite.ts';
import { defaultMarketplaces } from './imports/default-marketplace.suite.ts';
import { followUps } from './imports/follow-ups.suite.ts';
import { idempotency } from './imports/idempotency.suite.ts';

let catalogue: Catalogue;
beforeAll(async () => {
  catalogue = await startCatalogue();
});
afterAll(() => catalogue?.close());

const shared = (): Catalogue => catalogue;
idempotency(shared);
followUps(shared);
csvOrder(shared);
defaultMarketplaces(shared);
