// Runs the suites about what one request for an import leads to, on one catalogue: one import, and one batch that follows it.
import { startCatalogue, type Catalogue } from './catalogue.ts';
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
