// From a marketplace's answer to the reports of a ticket: an outcome for each product, in parts of bounded size.
import { MAX_REPORT_BYTES, type Marketplace, type FetchOutcome } from '#contracts';
import { toProduct } from '../mapping/product-mapping.rules.ts';

/** Room for ticket, epoch and brackets around the outcomes of a report. */
const ENVELOPE_BYTES = 200;
const MOST_BYTES = MAX_REPORT_BYTES - ENVELOPE_BYTES;

/**
 * One outcome for each ASIN asked for, in that order, whatever else was answered. A product the marketplace
 * left out is unknown to it; one of which it tells nothing, or more than a report holds, it rejected.
 */
export function outcomesOf(
  marketplace: Marketplace,
  asins: readonly string[],
  items: readonly { asin: string }[],
): FetchOutcome[] {
  const told = new Map(items.map((item) => [item.asin, item]));
  return asins.map((asin): FetchOutcome => {
    const item = told.get(asin);
    if (!item) return { asin, outcome: 'failed', errorCode: 'NotFound' };
    const product = toProduct(item, marketplace);
    const found: FetchOutcome | undefined = product && { asin, outcome: 'found', product };
    if (!found || bytesOf(found) > MOST_BYTES)
      return { asin, outcome: 'failed', errorCode: 'SourceRejected' };
    return found;
  });
}

/** The outcomes in as few reports as their size allows, in order. */
export function inReports(outcomes: readonly FetchOutcome[]): FetchOutcome[][] {
  const reports: FetchOutcome[][] = [];
  let room = 0;
  for (const outcome of outcomes) {
    const bytes = bytesOf(outcome) + 1; // the comma
    if (bytes > room) {
      reports.push([]);
      room = MOST_BYTES + 1;
    }
    reports.at(-1)?.push(outcome);
    room -= bytes;
  }
  return reports;
}

function bytesOf(outcome: FetchOutcome): number {
  return Buffer.byteLength(JSON.stringify(outcome));
}
