// Figures, units, marks and capitals as a language writes them, for the offline composers: blanks before them, and a decimal comma.
import type { Language } from '../findings/languages.rules.ts';
import { termsIn } from '../vocabulary/lexicon.rules.ts';
import { tokensOf } from '../words/tokens.rules.ts';
import type { DetailKey, Phrases } from './phrases/phrases.rules.ts';

/** Languages of which every style guide wants a blank before a unit; writers of English differ in it. */
const SPACED_UNITS: ReadonlySet<string> = new Set(['de', 'fr', 'es', 'it']);
/** Volts have two digits: `8V` is an Audi. */
const UNITS =
  'µm|mm|cm|dm|km|Nm|m|mg|kg|g|ml|cl|dl|l|L|kWh|Wh|kW|W|mAh|Ah|kHz|MHz|GHz|Hz|MB|GB|TB|dB|lm|bar|min|h|°C|(?<=\\d\\d|,\\d)V';
/** A figure, or the sides of a thing, right before a unit; 304L and 316L are steels. */
const GLUED = new RegExp(
  `(?<![\\p{L}\\p{N}.,])(?!3(?:04|16)L)((?:\\d[\\d.,]*\\s?[x×]\\s?)*\\d[\\d.,]*)\\s?(?=(?:${UNITS})[²³23]?(?![\\p{L}\\p{N}-]))`,
  'gu',
);
/** A unit in capitals. */
const LOUD = /(?<=(?<![\p{L}\p{N}])\d[\d.,]*\s?)(?:MM|CM|KG|ML|CL|M?AH)(?![\p{L}\p{N}])/gu;
/** A point between the digits of a measure, and of nothing else, such as a version. */
const DECIMAL_POINT =
  /(?<=\d)\.(?=\d{1,2}(?!\d|\.)\s?(?:[x×%°"″”]|(?:[mcdk]?m|[mk]?g|[mcd]?l|[mk]?[wv]h?|m?ah?|[kmg]?hz|k|lm|bars?|d?b|h|min|zoll|pouces?|pulgadas?|pollici|\p{L}*lit(?:er|res?|ros?|ri))(?!\p{L})))/giu;

/** Marks of a narrow script beside a character of Chinese or Japanese; in Japanese commas alone, because others are fine there. */
const NARROW: Readonly<Record<string, RegExp>> = {
  zh: /(?<=\p{Script=Han}[!?！？]{0,4})[!?]|(?<=\p{Script=Han})[,;]|[,;](?=\p{Script=Han})/gu,
  ja: /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]),|,(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/gu,
};
const WIDE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  zh: { ',': '，', ';': '；', '!': '！', '?': '？' },
  ja: { ',': '、' },
};

/** The measures and marks of a text as the language writes them. */
export function measured(text: string, { code }: Language, { decimalComma }: Phrases): string {
  const narrow = NARROW[code];
  const wide = narrow ? text.replace(narrow, (mark) => WIDE[code]?.[mark] ?? mark) : text;
  const calm = wide.replace(LOUD, (unit) => unit.toLowerCase().replace('ah', 'Ah'));
  const apart = SPACED_UNITS.has(code)
    ? calm.replace(GLUED, (_all, figures: string) => `${figures.replace(/\s?[x×]\s?/g, ' x ')} `)
    : calm;
  return decimalComma ? apart.replace(DECIMAL_POINT, ',') : apart;
}

/** Marks that French sets apart from the word before them, and those that it does not in Canada. */
const APART = /(?<=\S) ?(?=([;:!?»])(?:\s|$))/gu;
const CLOSE_IN_CANADA = /[;!?]/u;

/** A text whose marks are set as in French, if it is in French: a blank before them, which keeps them on the line of their word. */
export function typeset(text: string, { code, tag }: Language): string {
  if (code !== 'fr') return text;
  return text.replace(APART, (_blank, mark: string) =>
    tag === 'fr-CA' && CLOSE_IN_CANADA.test(mark) ? '' : '\u00a0',
  );
}

/** Languages in which a sentence goes on in small letters behind a colon. */
const GOING_ON: ReadonlySet<string> = new Set(['fr', 'es', 'it']);
/** Details whose values are common words: of all others the capital may be that of a name, and stays. */
const COMMON: ReadonlySet<DetailKey | undefined> = new Set([
  'material',
  'color',
  'dimensions',
  'shape',
  'finish',
  'scent',
  'flavor',
  'age',
  'care',
  'warning',
]);
/** The same of labels that the phrases do not know. */
const COMMON_LABEL =
  /^(?:assise|dos|dossier|asiento|respaldo|seduta|schienale|fermeture|cierre|chiusura|entretien|lavage|lavado|lavaggio|doublure|forro|fodera|semelle|suela|suola|cuello|collo|col|manches?|mangas?|maniche?|surface|superficie|texture|textura|fermeté|firmeza|rigidità)(?!\p{L})/iu;
/** Details whose values are names. */
const NAMES: ReadonlySet<DetailKey | undefined> = new Set(['origin', 'model', 'compatibility']);
const NAMING_LABEL =
  /(?:marque|marca|marchio|modèle|model|série|serie|collection|colecci|collezione|pays|país|paese|région|regi[oó]n|vill[ae]|ciudad|città|auteur|autor|artist|composit|éditeur|editor|fabri[ck]|produttore|licen[czs]|titre|título|titolo|th[eè]me|tema|personnage|personaje|personaggi|processeur|procesador|processore|système|langue|idioma|lingua)/iu;
/** Names that are in no list of brands, those of feasts, and a place that begins with a small word: De Gaulle. */
const NAME =
  /^(?:Bluetooth|Android|Windows|Alexa|Google|Apple|Lycra|Tencel|Cordura|Velcro|Torx|Phill?ips|Montessori|Noël|Natale|Navidad|Pâques|Pascua|Pasqua|Halloween|\p{Lu}\p{Ll}*[-\p{N}]*\p{Lu}\S*|\p{L}+(?: \p{Lu}\p{Ll}+)+$|(?:D[aei]|Del|D[eu]s?) \p{Lu}\p{Ll}.*)(?!\p{L})/u;
/** Words that no name begins with, but for those that NAME has. */
const SMALL =
  /^(?:à|aux?|avec|sans|pour|par|des?|du|en|dans|a|con|sin|para|por|da|di|dal|in|per|senza|une?|un[ao]?)(?![\p{L}’'])/iu;

/** What stands behind a colon within a sentence: without its capital, where the language has none there and it is no name. */
export function behindColon(
  value: string,
  { label, key }: { label: string; key?: DetailKey | undefined },
  { code }: Language,
): string {
  if (!GOING_ON.has(code) || NAMES.has(key) || NAMING_LABEL.test(label) || NAME.test(value)) return value;
  const { brand, country, material, colour } = termsIn(tokensOf(value), code);
  const isFirst = ({ start }: { start: number }): boolean => start === 0;
  // Rosa López is a singer, and no colour.
  const isTerm = [...material, ...colour].some(isFirst) && !/^\p{L}+ \p{Lu}\p{Ll}/u.test(value);
  const isCommon = COMMON.has(key) || COMMON_LABEL.test(label) || SMALL.test(value) || isTerm;
  if (!isCommon || [...brand, ...country].some(isFirst)) return value;
  return value.replace(/^\p{Lu}(?=[\s'’]?\p{Ll})/u, (first) => first.toLowerCase());
}
