// Outcomes of a ticket: one for each ASIN, in reports that the bus can carry.
import { MAX_REPORT_BYTES, reportFetchBatch, fetchOutcome, type FetchOutcome } from '#contracts';
import { inReports, outcomesOf } from './reports.rules.ts';

const known = (asin: string) => ({
  asin,
  summaries: [{ marketplaceId: 'ATVPDKIKX0DER', itemName: `Title ${asin}` }],
});
const batchId = '0199b2ba-7a4c-7cc3-98c4-dc0c0c07398f';
const bytesOf = (outcomes: FetchOutcome[]) =>
  Buffer.byteLength(JSON.stringify({ batchId, epoch: 2_147_483_647, outcomes }));

describe('outcomesOf', () => {
  it('answers for every ASIN asked for, in that order, and for no other', () => {
    const outcomes = outcomesOf(
      'US',
      ['B000000002', 'B000000001', 'B000000003'],
      [known('B000000001'), { asin: 'B000000003' }, known('B000000009')],
    );
    expect(outcomes).toEqual([
      { asin: 'B000000002', outcome: 'failed', errorCode: 'NotFound' },
      {
        asin: 'B000000001',
        outcome: 'found',
        product: expect.objectContaining({ title: 'Title B000000001' }),
      },
      { asin: 'B000000003', outcome: 'failed', errorCode: 'SourceRejected' },
    ]);
    expect(outcomes.map((outcome) => fetchOutcome.safeParse(outcome).success)).toEqual([true, true, true]);
  });

  it('rejects a product that no report could hold', () => {
    const bullet_point = Array.from({ length: 60 }, (_, i) => ({ value: `${i}${'長'.repeat(2000)}` }));
    const attributes = { bullet_point, generic_keyword: bullet_point };
    expect(
      outcomesOf('JP', ['B000000001'], [{ asin: 'B000000001', attributes } as { asin: string }]),
    ).toEqual([{ asin: 'B000000001', outcome: 'failed', errorCode: 'SourceRejected' }]);
  });
});

describe('inReports', () => {
  const found = (asin: string, description: string): FetchOutcome => ({
    asin,
    outcome: 'found',
    product: { title: '', brand: '', description, specification: '', feature: '', mainImage: '', link: '' },
  });

  it('makes one report of what fits into one', () => {
    const outcomes = outcomesOf('US', ['B000000001', 'B000000002'], []);
    expect(inReports(outcomes)).toEqual([outcomes]);
    expect(inReports([])).toEqual([]);
  });

  it('splits what does not, counting bytes, and loses nothing', () => {
    const outcomes = Array.from({ length: 20 }, (_, i) => found(`B0000000${i + 10}`, '長"'.repeat(20_000)));
    const reports = inReports(outcomes);
    expect(reports.flat()).toEqual(outcomes);
    expect(reports.map((report) => report.length)).toEqual([5, 5, 5, 5]);
    for (const report of reports) expect(bytesOf(report)).toBeLessThanOrEqual(MAX_REPORT_BYTES);
  });

  it('fills a report to its brim', () => {
    const half =
      Math.floor((MAX_REPORT_BYTES - 200 - 1) / 2) -
      Buffer.byteLength(JSON.stringify(found('B000000001', '')));
    const pair = [found('B000000001', 'x'.repeat(half)), found('B000000002', 'x'.repeat(half))];
    expect(inReports(pair)).toHaveLength(1);
    expect(bytesOf(pair)).toBeLessThanOrEqual(MAX_REPORT_BYTES);
    expect(inReports([...pair, ...pair])).toHaveLength(2);
    expect(inReports([pair[0]!, found('B000000002', 'x'.repeat(half + 2))])).toHaveLength(2);
    expect(reportFetchBatch.input.safeParse({ batchId, epoch: 1, outcomes: pair }).success).toBe(true);
  });
});
