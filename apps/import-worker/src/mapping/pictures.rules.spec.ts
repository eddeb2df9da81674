// Tests which pictures of a product are taken, and in which order.
import { pictureLinks } from './pictures.rules.ts';

const picture = (variant: string, name: string, height?: number, width = height) => ({
  variant,
  link: `https://pictures.example/${name}.jpg`,
  height,
  width,
});
const names = (images: unknown) =>
  pictureLinks(images).map((link) => link.replace('https://pictures.example/', ''));

describe('pictureLinks', () => {
  it('puts MAIN first, then PT01 to PT08, then unknown variants', () => {
    const shuffled = ['PT08', 'TOPP', 'PT01', 'MAIN', 'PT02', 'FACT'].map((v) => picture(v, v, 10));
    expect(names(shuffled)).toEqual(['MAIN.jpg', 'PT01.jpg', 'PT02.jpg', 'PT08.jpg', 'TOPP.jpg', 'FACT.jpg']);
  });

  it('takes the largest picture of each variant', () => {
    const sizes = [
      picture('MAIN', 'small', 75),
      picture('MAIN', 'large', 1707, 2560),
      picture('MAIN', 'mid', 500),
    ];
    expect(names(sizes)).toEqual(['large.jpg']);
    expect(names([picture('MAIN', 'unsized'), picture('MAIN', 'sized', 1)])).toEqual(['sized.jpg']);
  });

  it('treats a variant that is not a string as unknown', () => {
    const odd = { ...picture('', 'odd', 10), variant: { toString: 1 } };
    expect(names([odd, picture('MAIN', 'main', 10)])).toEqual(['main.jpg', 'odd.jpg']);
  });

  it('leaves out swatches and repeated links', () => {
    expect(
      names([picture('SWCH', 'swatch', 900), picture('PT01', 'one', 9), picture('PT02', 'one', 9)]),
    ).toEqual(['one.jpg']);
  });

  it.each([
    'http://pictures.example/a.jpg',
    'javascript:alert(1)',
    'data:image/png;base64,AA==',
    '//pictures.example/a.jpg',
    'https://user:secret@pictures.example/a.jpg',
    `https://pictures.example/${'a'.repeat(2000)}`,
    42,
    undefined,
  ])('refuses the link %j, even of the largest picture', (link) => {
    expect(names([{ ...picture('MAIN', 'bad', 999), link }, picture('MAIN', 'good', 5)])).toEqual([
      'good.jpg',
    ]);
  });

  it('takes plain http only from the local machine', () => {
    const local = [
      'http://localhost:4010/a.svg',
      'http://127.0.0.1:4010/b.svg',
      'http://localhost.example/c.svg',
    ];
    expect(pictureLinks(local.map((link, i) => ({ variant: `PT0${i}`, link })))).toEqual(local.slice(0, 2));
  });

  it('escapes special characters in a link', () => {
    expect(pictureLinks([{ variant: 'MAIN', link: 'https://pictures.example/ä "<b>\u202e.jpg' }])).toEqual([
      'https://pictures.example/%C3%A4%20%22%3Cb%3E%E2%80%AE.jpg',
    ]);
  });

  it.each([undefined, null, {}, 'x', [null, 'x', {}]])('finds no picture in %j', (images) => {
    expect(pictureLinks(images)).toEqual([]);
  });
});
