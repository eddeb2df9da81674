// Tests fetch outcomes and their split into reports.
import { MAX_REPORT_BYTES, reportFetchBatch, fetchOutcome, type FetchOutcome } from '#contracts';
import { fetchOutcomes, splitIntoReports } from './fetch-outcomes.rules.ts';

const known = (asin: string) => ({
  asin,
  summaries: [{ marketplaceId: 'ATVPDKIKX0DER', itemName: `Title ${asin}` }],
});
const batchId = '0199b2ba-7a4c-7cc3-98c4-dc0c0c07398f';
const bytesOf = (outcomes: FetchOutcome[]) =>
  Buffer.byteLength(JSON.stringify({ batchId, epoch: 2_147_483_647, outcomes }));

describe('fetchOutcomes', () => {
  it('returns one outcome for each requested ASIN, in order, and for no other', () => {
    const outcomes = fetchOutcomes(
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

  it('rejects a product that exceeds a report', () => {
    const bullet_point = Array.from({ length: 60 }, (_, i) => ({ value: `${i}${'長'.repeat(2000)}` }));
    const attributes = { bullet_point, generic_keyword: bullet_point };
    expect(fetchOutcomes('JP', ['B000000001'], [{ asin: 'B000000001', attributes }])).toEqual([
      { asin: 'B000000001', outcome: 'failed', errorCode: 'SourceRejected' },
    ]);
  });
});

describe('splitIntoReports', () => {
  const found = (asin: string, description: string): FetchOutcome => ({
    asin,
    outcome: 'found',
    product: { title: '', brand: '', description, specification: '', feature: '', mainImage: '', link: '' },
  });

  it('makes one report of outcomes that fit into one', () => {
    const outcomes = fetchOutcomes('US', ['B000000001', 'B000000002'], []);
    expect(splitIntoReports(outcomes)).toEqual([outcomes]);
    expect(splitIntoReports([])).toEqual([]);
  });

  it('splits larger outcomes by bytes and loses none', () => {
    const outcomes = Array.from({ length: 20 }, (_, i) => found(`B0000000${i + 10}`, '長"'.repeat(20_000)));
    const reports = splitIntoReports(outcomes);
    expect(reports.flat()).toEqual(outcomes);
    expect(reports.map((report) => report.length)).toEqual([5, 5, 5, 5]);
    for (const report of reports) expect(bytesOf(report)).toBeLessThanOrEqual(MAX_REPORT_BYTES);
  });

  it('fills a report up to its maximum size', () => {
    const half =
      Math.floor((MAX_REPORT_BYTES - 200 - 1) / 2) -
      Buffer.byteLength(JSON.stringify(found('B000000001', '')));
    const pair = [found('B000000001', 'x'.repeat(half)), found('B000000002', 'x'.repeat(half))];
    expect(splitIntoReports(pair)).toHaveLength(1);
    expect(bytesOf(pair)).toBeLessThanOrEqual(MAX_REPORT_BYTES);
    expect(splitIntoReports([...pair, ...pair])).toHaveLength(2);
    expect(splitIntoReports([pair[0]!, found('B000000002', 'x'.repeat(half + 2))])).toHaveLength(2);
    expect(reportFetchBatch.input.safeParse({ batchId, epoch: 1, outcomes: pair }).success).toBe(true);
  });
});
