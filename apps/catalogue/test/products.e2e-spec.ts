// Runs the suites about products on one catalogue. The first one deletes every product that has texts.
import { startCatalogue, type Catalogue } from './catalogue.ts';
import { productChoices } from './products/choices.suite.ts';
import { productEdits } from './products/edits.suite.ts';
import { productFloods } from './products/floods.suite.ts';
import { missingTexts } from './products/missing-texts.suite.ts';
import { productRecords } from './products/records.suite.ts';
import { textResync } from './products/text-resync.suite.ts';
import { productWrites } from './products/writes.suite.ts';

let catalogue: Catalogue;
beforeAll(async () => {
  catalogue = await startCatalogue();
});
afterAll(() => catalogue?.close());

const shared = (): Catalogue => catalogue;
productRecords(shared);
productWrites(shared);
productEdits(shared);
productFloods(shared);
productChoices(shared);
textResync(shared);
missingTexts(shared);
