// Tests what files do to the field of a new import.
import { readColumns } from './asin-file.rules.ts';
import { EMPTY, withColumn, withFile, type ImportDraft } from './import-draft.rules.ts';

const file = (draft: ImportDraft, text: string): ImportDraft =>
  withFile(draft, 'list.csv', readColumns(text));
const pasted: ImportDraft = { ...EMPTY, text: 'B07Y33KYXZ\n' };

it.each(['', 'PK\u0003\u0004\u0014 garbage of a spreadsheet', 'name,size\ndesk,3'])(
  'takes nothing from a file without ASINs: %j',
  (text) => {
    expect(file(pasted, text)).toEqual({ ...pasted, refused: { name: 'list.csv', reason: 'noAsins' } });
  },
);

it('puts the ASINs of a file behind what a person wrote, and in the place of those of the file before', () => {
  const first = file(pasted, 'asin,sku\nB000000001,B0SKU00001\nwrong,B0SKU00002');
  expect(first).toMatchObject({ text: 'B07Y33KYXZ\nB0SKU00001\nB0SKU00002', taken: 1 });
  expect(withColumn(first, 0)).toMatchObject({ text: 'B07Y33KYXZ\nB000000001\nwrong', taken: 0 });
  const corrected = file(withColumn(first, 0), 'B000000001\nB000000002');
  expect(corrected.text).toBe('B07Y33KYXZ\nB000000001\nB000000002');
  const changed = { ...corrected, text: 'B000000002' };
  expect(file(changed, 'B000000003').text).toBe('B000000002\nB000000003');
  expect(file(EMPTY, 'B000000003').text).toBe('B000000003');
});

describe('once something is typed', () => {
  const twoColumns = 'asin,other\nB000000001,B0SKU00001\nB000000002,B0SKU00002';
  const filled = file(pasted, twoColumns);
  const typed = (rest: string): ImportDraft => ({ ...filled, text: filled.text + rest });

  it.each(['\nB000000009', ', B000000009', '\n'])('replaces what stands before %j', (rest) => {
    const other = withColumn(typed(rest), 1);
    expect(other).toMatchObject({ text: `B07Y33KYXZ\nB0SKU00001\nB0SKU00002${rest}`, taken: 1 });
    expect(withColumn(other, 0).text).toBe(`B07Y33KYXZ\nB000000001\nB000000002${rest}`);
    expect(file(other, 'B000000003').text).toBe(`B07Y33KYXZ\nB000000003${rest}`);
  });

  it('keeps what a file brought and a person changed', () => {
    const changed = typed('X');
    expect(withColumn(changed, 1).text).toBe(`${changed.text}\nB0SKU00001\nB0SKU00002`);
  });
});

it('takes ASINs that do not fill their cells, and says no more that a file had none', () => {
  const draft = file(file(EMPTY, 'nothing'), 'B07Y33KYXZ B000000001');
  expect(draft).toMatchObject({ text: 'B07Y33KYXZ B000000001', refused: undefined });
});
