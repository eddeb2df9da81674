// Cuts a text into tokens, the units in which phrases are searched.
import { forLatest } from './latest.rules.ts';
import { matchesOf } from './matches.rules.ts';
import { normalForm } from './normal-form.rules.ts';

/** A word, a figure, one Chinese or Japanese character, or one of a few signs. */
export interface Token {
  /** In lower case, and as plain letters where the text has styled or full-width ones. */
  word: string;
  start: number;
  end: number;
  /** True when a mark that ends a phrase, such as a comma or a full stop, stands before it. */
  isAfterBreak: boolean;
}

/** A run of Katakana is a word, because a part of it is mostly another word; other characters without spaces are not. */
const TOKEN =
  /[\p{Script=Katakana}ー]+|[\p{Script=Han}\p{Script=Hiragana}々〇]|\p{N}+(?:[.,]\p{N}+)*|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}々〇ー])[\p{L}\p{M}])+|[%#$€£¥￥₹]/gu;
const PLAIN = /^[\u0020-\u007f]+$/;
const BREAK = /[.!?。！？；;:：\n,，、(（)）[\]【】「」|•]/;

/** The tokens of a text, in order. */
export const tokensOf = forLatest(64, cut);

/** A loop, because long texts have thousands. */
function cut(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let last = 0;
  for (const match of matchesOf(text, TOKEN)) {
    const start = match.index;
    const end = start + match[0].length;
    const isAfterBreak = last > 0 && start > last && BREAK.test(text.slice(last, start));
    tokens.push({ word: wordOf(match[0]), start, end, isAfterBreak });
    last = end;
  }
  return tokens;
}

/** A character of Chinese is itself; other words lose their style and their capitals. */
function wordOf(found: string): string {
  if (found.length === 1 && found >= '一' && found <= '鿿') return found;
  return (PLAIN.test(found) ? found : normalForm(found, 'NFKC')).toLowerCase();
}
