// Turns the items of a marketplace into fetch outcomes, one for each ASIN, and splits them into reports.
import { MAX_REPORT_BYTES, type FetchOutcome, type Marketplace } from '#contracts';
import { type CatalogItem, toProduct } from '../mapping/index.ts';

/** Maximum size of the outcomes of one report, in bytes of JSON. 200 are for its other fields and its brackets. */
const MAX_OUTCOMES_BYTES = MAX_REPORT_BYTES - 200;

/**
 * One outcome for each requested ASIN, in order; other items are ignored. An absent item is NotFound. An item with
 * nothing but its ASIN, or with a product that exceeds a report, is SourceRejected.
 */
export function fetchOutcomes(
  marketplace: Marketplace,
  asins: readonly string[],
  items: readonly CatalogItem[],
): FetchOutcome[] {
  const byAsin = new Map(items.map((item) => [item.asin, item]));
  return asins.map((asin): FetchOutcome => {
    const item = byAsin.get(asin);
    const product = item && toProduct(item, marketplace);
    const found: FetchOutcome | undefined = product && { asin, outcome: 'found', product };
    if (found && bytesOf(found) <= MAX_OUTCOMES_BYTES) return found;
    return { asin, outcome: 'failed', errorCode: item ? 'SourceRejected' : 'NotFound' };
  });
}

/** The outcomes in as few reports as MAX_REPORT_BYTES allows, in order. */
export function splitIntoReports(outcomes: readonly FetchOutcome[]): FetchOutcome[][] {
  const reports: FetchOutcome[][] = [];
  let room = 0;
  for (const outcome of outcomes) {
    const bytes = bytesOf(outcome) + 1; // the comma
    if (bytes > room) {
      reports.push([]);
      room = MAX_OUTCOMES_BYTES + 1;
    }
    reports.at(-1)?.push(outcome);
    room -= bytes;
  }
  return reports;
}

function bytesOf(outcome: FetchOutcome): number {
  return Buffer.byteLength(JSON.stringify(outcome));
}
