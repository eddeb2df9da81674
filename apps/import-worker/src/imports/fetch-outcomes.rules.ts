// Turns the items of a marketplace into fetch outcomes, one for each ASIN, and splits them into reports.
import { MAX_REPORT_BYTES, type FetchOutcome, type Marketplace } from '#contracts';
import type { CatalogItem } from '../mapping/item-reader.rules.ts';
import { toProduct } from '../mapping/product-mapping.rules.ts';

/** Room for the other fields of a report and its brackets, in bytes. */
const ENVELOPE_BYTES = 200;
/** Maximum size of the outcomes of one report, in bytes of JSON. */
const MAX_OUTCOMES_BYTES = MAX_REPORT_BYTES - ENVELOPE_BYTES;

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
    if (!item) return { asin, outcome: 'failed', errorCode: 'NotFound' };
    const product = toProduct(item, marketplace);
    const found: FetchOutcome | undefined = product && { asin, outcome: 'found', product };
    if (!found || bytesOf(found) > MAX_OUTCOMES_BYTES)
      return { asin, outcome: 'failed', errorCode: 'SourceRejected' };
    return found;
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
