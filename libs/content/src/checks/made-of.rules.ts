// What a text says that a product is made of by where a material stands, without words such as “made of”.
import { isWithoutWords } from './evidence.rules.ts';
import type { TermMatch } from '../vocabulary/lexicon.rules.ts';
import type { Token } from '../words/tokens.rules.ts';

/** Letters around a material in Chinese and Japanese that are read. */
const NEAR = 12;
/** Behind a material of Japanese: ガラス製の; not what things around are made of, nor what must not touch the product. */
const JA_BEHIND =
  /^製(?!品|造|の?(?:もの|テーブル|机|台|柱|枠|水槽|コップ|グラス|バット|フェンス|床|壁|棚|家具|ドア|扉|窓|屋根|たわし|タワシ|ヘラ|へら|フライ返し|ターナー|スプーン|フォーク|ブラシ|おたま|泡立て|調理器具|キッチンツール|器具|ツール|道具|工具|容器|食器|皿|ボウル|鍋|まな板))/u;
const JA_ENDING = /製$/u;
/** The same of Chinese, in which a part of the product may follow. */
const ZH_BEHIND =
  /^(?:材质|材料制|制(?!品|作|造)|内胆|杯身|杯体|杯盖|壶身|壶体|壶盖|瓶身|瓶体|机身|外壳|锅身|锅体|手柄|把手|底座|盖子)/u;
const ZH_ENDING = /(?:[制质]|实木)$/u;
/** Behind 木质 and the like: things around, and a note of a scent. */
const ZH_OTHER =
  /^的?(?:地板|家具|桌|墙|门|窗|衣柜|书柜|书架|柜|柱|框|茶几|表面|素|调|香|花香|气息|气味|台面)/u;
/** Before a material of what the product is for: 适合清洗玻璃杯身. */
const ZH_FOR = /(?:清洗|清洁|擦洗|刷洗|适合|适用于?)[^，。；,.;]{0,4}$/u;
/** Before a material. */
const HAN_BEFORE =
  /(?:素材|材質|材质|材料|本体|主材|壶身|杯身|瓶身|锅身|内胆|外壳|机身)(?:は|为|是|采用|:|：)\s?$/u;

const A = /^(?:an?|the|this|der|die|das|ein|eine|dieser|diese|dieses)$/u;
const UN = /^(?:une?|un|le|la|el|il|ce|cet|cette|una|est[ea]|questo|questa)$/u;

/** Words of a name that are no noun: with these, a glass is one of water, or with a lid. */
const NO_NOUN = /^(?:.{1,3}|with|from|that|this|into|over|nach|durch|ohne|avec|para|sans|della|delle)$/u;

/** With what a title goes on behind the name of the thing. */
const AFTER_NAME =
  /^(?:\p{N}.*|with|without|for|of|in|from|by|to|mit|ohne|für|aus|von|zum|zur|im|pour|avec|sans|en|para|con|sin|per|senza)$/u;

/** A text with its tokens, and the code of its language. */
interface Read {
  text: string;
  tokens: readonly Token[];
  language: string;
}

/** True for a material that stands with the product: ガラス製, 玻璃内胆, a glass kettle, una cafetera cerámica. */
export function isMaterialOf(
  { text, tokens, language }: Read,
  term: TermMatch,
  name: readonly Token[],
): boolean {
  if (language === 'ja' || language === 'zh')
    return isMaterialInHan(text, term, language) || isBeforeName(tokens, term, name);
  if (isWithoutWords(language)) return false;
  const isBefore = language === 'en' || language === 'de';
  const noun = tokens[isBefore ? term.to : term.from - 1];
  const isApart = isBefore ? noun?.isAfterBreak : tokens[term.from]?.isAfterBreak;
  if (!noun || isApart || NO_NOUN.test(noun.word) || noun.word !== headOf(name, isBefore)) return false;
  return isBegun(tokens, isBefore ? term.from : term.from - 1, isBefore ? A : UN);
}

/** The noun of a title: of its first piece the last word, or in Romance languages the first. Of a bottle brush it is the brush. */
function headOf(name: readonly Token[], isLast: boolean): string | undefined {
  const end = name.findIndex((token, at) => at > 0 && isPieceEnd(token, name[at - 1]?.end ?? 0));
  const piece = name.slice(0, end < 0 ? name.length : end);
  if (isLast) return piece.at(-1)?.word;
  return piece[isBrand(name) ? 1 : 0]?.word;
}

/** True for what follows a piece of a title: behind a mark, such as a dash with blanks, a figure, or “with”. */
function isPieceEnd({ word, start, isAfterBreak }: Token, last: number): boolean {
  return isAfterBreak || start - last > 1 || AFTER_NAME.test(word);
}

/** True where the first word of a title is the brand, which stands alone once more. */
function isBrand(name: readonly Token[]): boolean {
  return name.some(
    ({ word, isAfterBreak }, at) =>
      at > 0 && isAfterBreak && word === name[0]?.word && name[at + 1]?.isAfterBreak !== false,
  );
}

function isMaterialInHan(text: string, { start, end }: TermMatch, language: string): boolean {
  if (HAN_BEFORE.test(text.slice(Math.max(0, start - NEAR), start))) return true;
  const material = text.slice(start, end);
  const behind = text.slice(end, end + NEAR);
  if (language === 'ja') return JA_BEHIND.test(JA_ENDING.test(material) ? `製${behind}` : behind);
  if (ZH_FOR.test(text.slice(Math.max(0, start - NEAR), start))) return false;
  return ZH_ENDING.test(material) ? !ZH_OTHER.test(behind) : ZH_BEHIND.test(behind);
}

/** True for a material that begins a sentence, right before two signs, or a word, of the name: 玻璃水壶, ガラスのケトル. */
function isBeforeName(tokens: readonly Token[], { from, to }: TermMatch, name: readonly Token[]): boolean {
  const isFirst = from === 0 || tokens[from]?.isAfterBreak || /^[款个]$/u.test(tokens[from - 1]?.word ?? '');
  const at = tokens[to]?.word === 'の' ? to + 1 : to;
  const one = tokens[at]?.word ?? '';
  const next = tokens[at + 1]?.word;
  if (!isFirst || tokens[at]?.isAfterBreak) return false;
  if (/^[ァ-ヶー]{2,}$/u.test(one)) return name.some(({ word }) => word === one);
  return next !== undefined && name.some(({ word }, place) => word === one && name[place + 1]?.word === next);
}

/** True where a sentence or a part of it begins with an article, and at most one word more, before a token: a sturdy glass kettle. */
function isBegun(tokens: readonly Token[], at: number, article: RegExp): boolean {
  return [1, 2].some((back) => {
    const token = tokens[at - back];
    const isFirst = at - back === 0 || token?.isAfterBreak === true;
    const isOne = tokens.slice(Math.max(0, at - back + 1), at + 1).every(({ isAfterBreak }) => !isAfterBreak);
    return isFirst && isOne && article.test(token?.word ?? '');
  });
}
