// Tests how untrusted text becomes plain text.
import { cut, htmlToText, MAX_TEXT, plainLine, uniqueTexts } from './plain-text.rules.ts';

describe('plainLine', () => {
  it.each([
    ['  two\n\twords \u00a0 here ', 'two words here'],
    ['nul\u0000 bell\u0007 delete\u007f', 'nul bell delete'],
    ['a\u202eb\u2066c\u200fd', 'abcd'],
    ['zero\u200bwidth\ufeff and\u2060 joined', 'zerowidth and joined'],
    ['no\ufffe character\uffff', 'no character'],
    ['Größe 日本 👍🏽', 'Größe 日本 👍🏽'],
    [12.5, '12.5'],
  ])('turns %j into %j', (value, line) => {
    expect(plainLine(value)).toBe(line);
  });

  it.each([undefined, null, true, {}, ['x'], { value: 'x' }])('returns "" for %j', (value) => {
    expect(plainLine(value)).toBe('');
  });

  it('cuts a text to its maximum length', () => {
    expect(plainLine('x'.repeat(5000))).toHaveLength(1000);
    expect(plainLine('abc def', 4)).toBe('abc');
  });
});

describe('cut', () => {
  it('leaves no half of a surrogate pair', () => {
    expect(cut('ab👍', 3)).toBe('ab');
    expect(cut('ab👍', 4)).toBe('ab👍');
    expect(cut('\ud800 lone', 10)).toBe('\ufffd lone');
  });
});

describe('htmlToText', () => {
  it.each([
    ['one<br>two<br/>three', 'one\ntwo\nthree'],
    ['<p>one</p><p>two</p>', 'one\ntwo'],
    ['Has:<ul><li>one</li><li>two</li></ul>and <b>bold</b>', 'Has:\none\ntwo\nand bold'],
    ['<h2>Head</h2>text', 'Head\ntext'],
    ['Salt &amp; pepper &lt;3 &#233;&nbsp;!', 'Salt & pepper <3 é !'],
    ['plain\r\ntext\n\n\n\nwith 3 < 5 > 2', 'plain\ntext\n\nwith 3 < 5 > 2'],
    ['', ''],
  ])('turns %j into %j', (html, text) => {
    expect(htmlToText(html)).toBe(text);
  });

  it.each([
    ['<script>alert(1)</script>safe<style>*{}</style>', 'safe'],
    ['<a href="javascript:alert(1)">words</a> <img src=x onerror=alert(1) alt=no>', 'words'],
    ['<!-- hidden -->shown', 'shown'],
    ['unclosed <b>bold <i', 'unclosed bold'],
    ['turn &#x202e;a&#0;round &#x200b;', 'turn a\ufffdround'],
  ])('makes %j harmless', (html, text) => {
    expect(htmlToText(html)).toBe(text);
  });

  it('handles deep and long markup', () => {
    expect(htmlToText(`${'<div>'.repeat(5000)}deep`)).toBe('');
    expect(htmlToText(`${'<br>'.repeat(10_000)}beyond what is read`)).toBe('');
    expect(htmlToText('<p>x</p>'.repeat(100_000)).length).toBeLessThanOrEqual(MAX_TEXT);
    expect(htmlToText('word '.repeat(100_000))).toHaveLength(MAX_TEXT - 1);
  });
});

describe('uniqueTexts', () => {
  it('keeps the first of equal texts, 50 in all', () => {
    expect(uniqueTexts(['b', '', 'a', 'b'])).toEqual(['b', 'a']);
    expect(uniqueTexts(Array.from({ length: 80 }, (_, i) => `${i}`))).toHaveLength(50);
  });
});
