// Characters: invisible and broken ones, markup, addresses, placeholders, emoji, letters in the form of symbols, capitals.
import type { Language } from './languages.rules.ts';
import { matches, type Rule, type Violation } from './violations.rules.ts';

/** Endings of web addresses. Those that are words after which a sentence may begin count only after a shop's name: see below. */
const DOMAINS =
  'com|net|org|info|biz|shop|store|online|site|app|dev|example|coffee|club|eu|de|fr|uk|co\\.uk|cn|com\\.cn|jp|co\\.jp|nl|pl|se|ch|at|ru|br|mx|au|ca';

/** Messengers, which a watch shows messages of too; and the words with which one is a way to reach the seller. */
const MESSENGER = '(?:[Ww]hats[Aa]pp|[Ww]e[Cc]hat|微信|Telegram)';
const TO_WRITE = `(?<!\\p{L})(?:us|me|our|uns|[Gg]et in touch|(?:[Aa]vailable on|[Dd]isponible (?:sur|por|en)|[Dd]isponibile su|[Vv]erfügbar (?:auf|über))(?= ?${MESSENGER})|[Aa]ssistenza|(?:[Aa]tención|[Ss]oporte|[Aa]yuda|[Cc]onsultas) (?:por|vía)|[Aa]dd|[Rr]each|[Cc]ontact(?:ez)?|[Ee]rreichbar|[Kk]ontakt(?:ieren Sie)?|[Ss]chreiben Sie|[Kk]undendienst|[Éé]crivez|[Cc]ontáct\\p{L}*|[Ee]scr[ií]b(?:e|a)\\p{L}*|[Ss]criv(?:ici|eteci)|[Cc]ontattaci)(?!\\p{L})|(?<![增更附]|支持添)加|搜|扫|关注|联系(?!人)|咨询`;
/** The same behind a messenger, up to some words later. */
const TO_ASK =
  '(?<!\\p{L})(?:us|(?:for|with) (?:(?:any|all|your|more|further) )?(?:questions?|enquiries)|for (?:more |further )?support|(?:bei|für|mit) (?:\\p{L}+ )?Fragen|erreichbar|pour (?:\\p{L}+ )?questions?|(?:para|con) (?:\\p{L}+ )?(?:consultas?|preguntas?|dudas|pedidos)|per (?:\\p{L}+ )?(?:domande|assistenza|informazioni))(?!\\p{L})';
/** Networks, which a camera shares pictures on too; a name on one; and the words with which a seller asks to be followed there. */
const NETWORK =
  '(?:Instagram|INSTAGRAM|instagram|Facebook|FACEBOOK|facebook|Tik[Tt]ok|TIKTOK|tiktok|Twitter|twitter|Pinterest|pinterest|You[Tt]ube|Snapchat|インスタ(?:グラム)?|フェイスブック|抖音|小红书|微博|快手)';
const HANDLE = '[@＠][A-Za-z_][\\w.]{2,}';
const FOLLOW =
  '(?:[Ff]ollow us|FOLLOW US|[Tt]ag us|[Ff]ind us|[Jj]oin us|[Ff]olg(?:en Sie|e|t) uns|[Ff]inden Sie uns|[Bb]esuchen Sie uns|[Ss]uivez[- ]nous|[Rr]etrouvez[- ]nous|[Ss]eguici|[Ss]eguiteci|[Tt]rovaci|[Tt]aggaci|[Ss][ií]guenos|[Ss]íganos|[Ee]ncuéntranos|[Ee]tiquétanos|[Bb]úscanos)';
/** Between these and a network: on our page. Without them, who finds us may be far from one. */
const ON =
  '(?:[ ,:]{1,2}(?:auch|also|too|aussi|también|anche|now|jetzt))?[ :]{1,2}(?:on|at|via|auf|bei|über|sur|en|por|su|sul|sull|sulla|sui)(?:[ ’\\u0027](?:our|the|unsere[rmn]?|der|la|el|le|notre|nuestr[oa]|nostr[oa]|page|profile|channel|Seite|página|perfil|pagina|profilo|canale|social|media|les|réseaux|sociaux|redes|sociales|de|di)){0,4}[ :,’\\u0027]{1,2}';
const FOLLOW_HAN = '关注(?:我们|本店|官方|店铺|品牌)(?:的|官方|在){0,3}';
/** Between a network and a name on it; what a mug says, or a frame has, is no name of the seller. */
const AS =
  '(?:[^\\p{L}\\n.。!?！？@＠]{0,8}|(?: (?:as|at|under|unter|als|page|Seite|account|アカウント|公式|官方|账号))[ :：]{1,2})';
/** What a text must not contain, by the rule that it would violate. */
export const PATTERNS = {
  /** Control characters but the line feed, and characters that are invisible or change the writing direction. */
  INVISIBLE_CHARACTER:
    /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\ufff9-\ufffb]/gu,
  /** What stands for a character that was lost, or a half of one. Facts keep it: without it they would read as sound. */
  BROKEN_CHARACTER: /[\ufffd\p{Surrogate}]/gu,
  /** Words for unknown values, and template gaps that were not filled. */
  PLACEHOLDER: new RegExp(
    [
      '(?<![\\p{L}\\p{N}])(?:n\\/a|tbd|tba|not (?:applicable|available|specified)|to be (?:determined|announced)|lorem ipsum)(?![\\p{L}\\p{N}])',
      '\\{\\{|\\}\\}|\\$\\{|<\\w+_\\w+>',
      '\\[(?:insert|your|brand|product|name|company|title|model|colou?r|size|number|price|feature|colore|marca|prodotto|marke|farbe|produkt|couleur|marque|produit|address|website|url|link|phone|e-?mail|customer|custom|xx+)(?:[ _][^\\]]{0,40})?\\]|\\[\\p{L}+(?:_\\p{L}+)+\\]',
      '(?<![\\p{L}\\p{N}_])[a-z]+_(?:data|guidance|voice|keywords|terms|examples)(?![\\p{L}\\p{N}_])', // our blocks
      '不适用(?!于)|待定|暂无|該当なし|未定',
    ].join('|'),
    'giu',
  ),
  /**
   * Web and mail addresses, telephone numbers and messengers. Domain names only in lower case, because “box.It” is
   * a typing error. A number is that of a telephone after a word that says so, or in one of the usual groupings, which three
   * years have too.
   */
  LINK_OR_CONTACT: new RegExp(
    [
      '[hH][tT][tT][pP][sS]?:\\/\\/\\S+|[wW][wW][wW]\\.\\S+|(?<![\\w.+-])[\\w.+-]{1,64}@[\\w-]+\\.[\\w.-]+',
      `(?<![\\p{L}\\p{N}@.-])[a-z0-9][a-z0-9-]{1,62}\\.(?:${DOMAINS}|(?<=(?:shop|store|-[a-z0-9-]{0,60})\\.)(?:it|es|in|me|to|be|us|co|io))(?![\\p{L}\\p{N}])`,
      '(?<![\\p{N}.-])(?!(?:(?:19|20)\\d\\d[ .-]){2}(?:19|20)\\d\\d)(?:\\+\\d{1,3}[ .-]?)?(?:\\(\\d{2,4}\\) ?|\\d{3,4}[ .-])\\d{3,4}[ .-]\\d{4}(?![\\p{N}])',
      '(?:(?<!\\p{L})(?:[Tt]el(?:efono|éfono|ephone|\\.)?|(?:[Kk]unden|[Ss]ervice)?[Tt]elefon(?:nummer)?|[Cc]all(?:center)?|[Aa]nrufen|[Rr]ufen Sie(?: uns)?(?: an)?|[Aa]ppelez|[Ll]lam[ae]\\p{L}{0,3}|[Cc]hiam\\p{L}{1,6}|[Nn]umero)(?!\\p{L})|电话|致电|電話)[^\\d\\n]{0,20}\\+?\\d[\\d .\\/()-]{6,20}\\d',
      `${MESSENGER}(?:\\s?(?:[:：](?!\\s?\\d{1,3} \\p{L})|@|ID(?!\\p{L})|[号群]|公众号|客服|联系(?!人)|咨询|number|nummer)|[^\\n.。!?！？,，]{0,16}${TO_ASK}|[^\\d\\n.。]{0,12}\\+?\\d[\\d .()-]{5,20}\\d)`,
      `(?:${TO_WRITE})[^\\n.。!?！？,，]{0,12}${MESSENGER}(?!支付)|QQ\\s?[群号]|LINE\\s?ID`,
      `(?:${FOLLOW}${ON}|${FOLLOW_HAN})${NETWORK}(?:[^\\n.。!?！？@＠]{0,8}${HANDLE})?|(?:${FOLLOW}|${FOLLOW_HAN})[^\\n.。!?！？,]{0,30}${HANDLE}`,
      `${NETWORK}${AS}${HANDLE}|(?<=(?<!\\p{L})(?:on|auf|sur|en|su) )${NETWORK} (?:with|mit|avec|con) ${HANDLE}`,
      'インスタ(?:グラム)?(?:を|の?アカウントを|で)フォロー(?:して(?:ね|くだ|下さ)|お願い)|(?:抖音|小红书|微博|快手)(?:(?:账|帐)?号(?:\\s?[:：@]|\\s?[a-z0-9_]{4})|搜索?(?!索?功能))',
    ].join('|'),
    'gu',
  ),
  /** Tags, entities, Markdown, marks of a model's template such as `<|im_end|>`, and JSON in place of a text. */
  MARKUP:
    /<\/?[a-z][^<>]*>|<!--|<\|[^|<>\n]{1,40}\|>|&(?:[a-z]{2,8}|#\d{1,6});|\*\*|__(?=\p{L})|```|^#{1,6} |\[[^\]\n]{1,80}\]\([^)\n]{1,200}\)|(?<![^])\s*[{[]\s*"/gimu,
  /** A product identifier of the marketplace. */
  IDENTIFIER: /(?<![\p{L}\p{N}])B0[0-9A-Z]{8}(?![\p{L}\p{N}])/gu,
  /** Mathematical and enclosed letters, which only look like letters. */
  STYLED_LETTERS: /[\u{1d400}-\u{1d7ff}\u24b6-\u24e9\u{1f130}-\u{1f189}]+/gu,
} satisfies Partial<Record<Rule, RegExp>>;

/** Emoji, but for the signs of trade marks, which have rules of their own. */
const EMOJI = /(?![©®™‼⁉#*0-9★☆✓✔♥▶])(?:\p{Extended_Pictographic}|\p{Regional_Indicator})/gu;

/** A violation for each match of the patterns of these rules. */
export function characters(text: string, ...rules: (keyof typeof PATTERNS)[]): Violation[] {
  return rules.flatMap((rule) => matches(rule, PATTERNS[rule], text));
}

export function emoji(text: string): Violation[] {
  return matches('FORBIDDEN_CHARACTER', EMOJI, text);
}

/** Of words of four letters or more: a warning where most are in capitals, a fault where 80 % are and there are four or more. */
export function capitals(text: string, brand: string, { letter }: Language): Violation[] {
  if (letter.test('橡')) return []; // Chinese and Japanese have no capitals
  const words = (text.replaceAll(brand || '\n', ' ').match(/\p{L}{4,}/gu) ?? []).filter(
    (word) => word.toLowerCase() !== word.toUpperCase(),
  );
  const shouted = words.filter((word) => word === word.toUpperCase()).length;
  if (words.length < 2 || shouted * 2 <= words.length) return [];
  const isAll = words.length >= 4 && shouted >= words.length * 0.8;
  return [{ rule: 'ALL_CAPITALS', start: 0, end: text.length, severity: isAll ? 'hard' : 'warning' }];
}
