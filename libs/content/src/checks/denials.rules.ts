// Denials: “not waterproof” names a quality that a product does not have.
import type { Token } from '../words/tokens.rules.ts';

/** Words before a quality that a denial is looked for in. */
const REACH = 5;
const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(' '));
/** Words that deny what follows some words later; of “isn’t” the part before the sign. */
const FAR = wordSet(
  'not never cannot isn aren wasn weren doesn don didn won nicht kein keine keinen keinem keiner keines nie niemals pas jamais nunca',
);
/** Words after which nothing is denied: not only, not your average, never rust, pas cher, nicht rostender Stahl. */
const ONLY = wordSet(
  'only just merely simply your rust rusts fade fades tarnish tarnishes nur bloß allein seulement uniquement cher chère chers chères rostend rostender rostendem rostendes rostenden',
);
/** Words that end what is denied. */
const OVER = wordSet('and but thanks und aber sondern et mais y pero sino e ma');
/** Words that deny the next word alone: a non-slip or a wireless thing, “sans fil”, may well be waterproof. */
const NEAR = wordSet('no non without ohne sans sin senza');
/** Words between one of these and what it denies. */
const LINK = wordSet('a an any the official is è sono ha es son está están tiene');
const FREE_OF = /^(?:free (?:of|from)|frei von)$/;
const HAN = /(?:[不非未无無]|没有|沒有)(?:是|具备|支持|能|可|获得?|经过?|通过|取得|含|做)?$/u;
/** What denies the quality before it: “Waterproof: No”, plastic-free, “leather free”. */
const AFTER =
  /-free(?![\p{L}-])|\s{0,3}free\s{0,3}(?:$|[.,;|\n)])|\s{0,3}(?:[:：=]\s{0,3}(?:no|non|nein|false|否|不|不支持|无|無|なし|いいえ)\s{0,3}(?:$|[.,;|。，；\n)])|(?:では|じゃ)(?:な|あり))/iuy;

/** True for a phrase of a text which the words around it deny. Its own words, such as those of “BPA free”, deny nothing. */
export function isDenied(
  { text, tokens }: { text: string; tokens: readonly Token[] },
  { from, end }: { from: number; end: number },
): boolean {
  AFTER.lastIndex = end;
  return deny(wordsBefore(tokens, from)) || AFTER.test(text);
}

/** The words before a token in the same phrase, as far as a denial reaches. */
function wordsBefore(tokens: readonly Token[], from: number): string[] {
  let first = from;
  while (first > Math.max(0, from - REACH) && !tokens[first]?.isAfterBreak) first -= 1;
  return tokens.slice(first, from).map(({ word }) => word);
}

function deny(words: readonly string[]): boolean {
  const [last = '', previous = ''] = words.toReversed();
  if (FREE_OF.test(`${previous} ${last}`)) return true;
  if (NEAR.has(last) || (LINK.has(last) && NEAR.has(previous)) || HAN.test(words.join(''))) return true;
  const place = words.findLastIndex((word) => FAR.has(word));
  const denied = words.slice(place + 1);
  return place >= 0 && !ONLY.has(denied[0] ?? '') && !denied.some((word) => OVER.has(word));
}
