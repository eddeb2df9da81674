import { piecesOf, safeLink } from './safe-text.rules.ts';

/** The pieces as one string: `⏎` for a break, `[U+…]` for a hidden character. */
const shown = (text: string, br = false) =>
  piecesOf(text, { br })
    .map((piece) => (piece.kind === 'text' ? piece.text : piece.kind === 'break' ? '⏎' : `[${piece.code}]`))
    .join('');

describe('the pieces of a text', () => {
  it('keep tags as they are written', () => {
    expect(shown('<img src=x onerror=alert(1)>')).toBe('<img src=x onerror=alert(1)>');
    expect(shown('one<br>two')).toBe('one<br>two');
  });

  it('have line breaks for new lines, and for <br> in a description', () => {
    expect(shown('one\r\ntwo\nthree\rfour')).toBe('one⏎two⏎three⏎four');
    expect(shown('one<br>two<BR />three<br/><b>four</b>', true)).toBe('one⏎two⏎three⏎<b>four</b>');
  });

  it('name characters that nobody sees', () => {
    expect(shown('pen\u202Egnp.exe')).toBe('pen[U+202E]gnp.exe');
    expect(shown('a\u200Bb\uFEFF\u00ADc\u0000\u2066d\u3164')).toBe(
      'a[U+200B]b[U+FEFF][U+00AD]c[U+0000][U+2066]d[U+3164]',
    );
    expect(shown('oak\u200Dwood 橡\u200C木')).toBe('oak[U+200D]wood 橡[U+200C]木');
    expect(shown(`ad${String.fromCodePoint(0xe0041)}`)).toBe('ad[U+E0041]');
  });

  it('leave alone what emoji and scripts need', () => {
    const scotland = `🏴${String.fromCodePoint(0xe0067, 0xe0062, 0xe0073, 0xe0063, 0xe0074, 0xe007f)}`;
    for (const text of [
      '👩\u200D👩\u200D👧',
      '❤\uFE0F',
      scotland,
      'می\u200Cخواهم',
      'क्\u200Dष',
      'a\tb',
      '北\u{E0100}京',
    ])
      expect(shown(text)).toBe(text);
  });
});

describe('a link', () => {
  it('is followed by https alone', () => {
    expect(safeLink('https://www.amazon.de/dp/B07Y33KYXZ')).toBe('https://www.amazon.de/dp/B07Y33KYXZ');
    for (const link of [
      'http://example.com',
      'javascript:alert(1)',
      'data:text/html,x',
      '//example.com',
      'https://a:b@example.com',
      '',
    ])
      expect(safeLink(link)).toBeUndefined();
  });
});
