import type { Generation } from '#client';
import { textsOf } from '../../text-display/result-texts.rules.ts';
import { asCells, asCsv, asLines, editableTexts, takenTexts, withText } from './results.rules.ts';

const bullets = [{ header: 'Six drawers', text: 'For pens.' }, { text: 'Solid oak.' }];

describe('textsOf', () => {
  it('reads as the API publishes', () => {
    expect(textsOf('own', 'A text.')).toEqual(['A text.']);
    expect(textsOf('bullet-points', bullets)).toEqual(['Six drawers: For pens.', 'Solid oak.']);
    expect(textsOf('bullet-points', bullets, 'fr')[0]).toBe('Six drawers\u00a0: For pens.');
    const wide = [{ part: 'bullets', header: '材质', text: '橡木。' }];
    expect(textsOf('listing', wide, 'zh-CN')).toEqual(['材质：橡木。']);
    expect(textsOf('own', [{ care: { wash: 'Cold' }, text: 'Wool', price: 3 }])).toEqual(['Wool\nCold']);
    const attribute = { name: 'Material', value: 'Oak', field: 'product.title', quote: 'Solid Oak' };
    expect(textsOf('attributes', [attribute])).toEqual(['Material: Oak']);
  });
});

describe('editableTexts and withText', () => {
  it('change one text and nothing else', () => {
    const [, second, third] = editableTexts('bullet-points', bullets);
    expect(second).toEqual({ index: 0, field: 'text', text: 'For pens.' });
    expect(withText(bullets, third!, 'Oak.')).toEqual([bullets[0], { text: 'Oak.' }]);
    expect(withText('old', editableTexts('own', 'old')[0]!, 'new')).toBe('new');
    expect(editableTexts('own', [{ text: 'Wool', price: 3 }])).toHaveLength(1);
  });
});

/** The file of a generation in English, of which only what is given matters. */
const csvOf = (given: object): string => {
  const generation = { environment: { language: 'en' }, ...given } as unknown as Generation;
  return asCsv(generation, takenTexts(generation));
};

describe('asLines, asCells, asCsv', () => {
  it('keep one item in one place', () => {
    expect(asLines(['a\nb', 'c'])).toBe('a b\nc');
    expect(asCells(['a\tb', 'c\nd'])).toBe('a b\tc d');
  });

  it('write no formula into a file', () => {
    const result = [{ text: '=1+1' }, { text: 'say "oak", twice' }];
    const csv = csvOf({ applicationId: 'product-title', productId: 'p', result });
    expect(csv).toBe(
      '\uFEFFapplication,product,item,text\r\nproduct-title,p,1,\'=1+1\r\nproduct-title,p,2,"say ""oak"", twice"\r\n',
    );
  });

  it('write beside a text what its item has that readers do not see, such as the address of its picture', () => {
    const result = [{ image: 'https://pictures.example/1.jpg', text: 'A bench from the front.' }];
    const csv = csvOf({ applicationId: 'alt-text', productId: 'p', result });
    expect(csv).toBe(
      '\uFEFFapplication,product,item,text,image\r\nalt-text,p,1,A bench from the front.,https://pictures.example/1.jpg\r\n',
    );
    const listing = [
      { part: 'title', text: 'Bench' },
      { part: 'bullets', header: 'Roomy', text: 'For two.' },
    ];
    expect(csvOf({ applicationId: 'listing', result: listing })).toBe(
      '\uFEFFapplication,product,item,text,part\r\nlisting,,1,Bench,title\r\nlisting,,2,Roomy: For two.,bullets\r\n',
    );
  });

  it('write what was accepted, not the draft', () => {
    const generation = { applicationId: 'product-title', result: [{ text: 'Draft' }, { text: 'Other' }] };
    const review = { state: 'ACCEPTED', result: [{ text: 'Edited' }] };
    expect(csvOf({ ...generation, review })).toBe(
      '\uFEFFapplication,product,item,text\r\nproduct-title,,1,Edited\r\n',
    );
  });

  it('write a listing whole, of which a person has changed a part', () => {
    const title = { part: 'title', text: 'Draft' };
    const bullet = { part: 'bullets', header: 'Roomy', text: 'For two.' };
    const description = { part: 'description', text: 'A bench.' };
    const review = {
      state: 'ACCEPTED',
      parts: ['title', 'bullets', 'description'],
      result: [{ part: 'title', text: 'Edited' }],
    };
    const generation = { applicationId: 'listing', result: [title, bullet, description], review };
    expect(csvOf(generation)).toBe(
      '\uFEFFapplication,product,item,text,part\r\nlisting,,1,Edited,title\r\nlisting,,2,Roomy: For two.,bullets\r\nlisting,,3,A bench.,description\r\n',
    );
  });
});
