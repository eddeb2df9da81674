// Details of a product for the offline composers: which they are, how they are written, and the sentences on them.
import type { Language } from '../findings/languages.rules.ts';
import { normalised } from '../checks/similarity.rules.ts';
import { plainSides, quantitiesIn, type Quantity } from '../checks/quantities.rules.ts';
import { forHeld } from '../words/latest.rules.ts';
import { tokensOf } from '../words/tokens.rules.ts';
import { termsIn } from '../vocabulary/lexicon.rules.ts';
import { UNITS } from '../vocabulary/units.rules.ts';
import { behindColon, measured } from './measures.rules.ts';
import { MACHINE_LABELS } from './phrases/all-phrases.rules.ts';
import { DETAIL_KEYS, PAIRS, type DetailKey, type Phrases } from './phrases/phrases.rules.ts';

/** A value with its label, such as `Color: Black`. */
export interface Detail {
  /** Undefined for a label that the phrases do not know. */
  key: DetailKey | undefined;
  label: string;
  value: string;
}

/** One or two details that are told together: as a heading with values, and as a sentence. */
export interface ToldDetail {
  header: string;
  values: string;
  sentence: string;
}

/** Labels that say nothing to a buyer, or that a text says anyway. */
const TRADE =
  /^(?:brand|manufacturer|marke|hersteller|marque|fabricant|marca|fabricante|produttore|marchio|markenname|品牌|制造商|ブランド|メーカー|.*\b(?:upc|ean|asin|sku|isbn|part number|date|rank|required|batteries|browse|binding)\b.*)$/iu;
/** Values that say nothing without their label. */
const SAYS_NOTHING =
  /^(?:yes|no|ja|nein|oui|non|s[íì]|other|n\/?a|none|unknown|generic|multi|random|zufällig|aléatoire|aleatorio|casuale|是|否|(?:混色|颜色)?随机\S*|混色\S*|はい|いいえ|ランダム)$/iu;
/** A colour in words; sellers write numbers and remarks in its place. */
const COLOUR =
  /^(?!.*(?:shown|picture|so on|assorted|various|multi|without|\blid|inch|version|pack|set|photo))[\p{L}][\p{L} ,、，&'’/-]{1,30}$/iu;
/** What a battery holds, and no bottle. */
const CHARGE = /\d\s?m?Ah(?!\p{L})/iu;
/** Labels of what a pack has in it; what a machine holds may be weighed, too. */
const CONTENTS_LABEL =
  /^(?:净含量|contenuto netto|contenu net|nettofüllmenge|contenido neto|net contents?)$/iu;
/** Details that are told in figures. */
const MEASURES: ReadonlySet<DetailKey> = new Set(['dimensions', 'weight', 'capacity', 'power', 'voltage']);
/** A value that begins with a measure, and not with a count: “3 seats”. */
const MEASURE =
  /^\D{0,8}\d[\d.,/]*(?:\s*[x×*–~-]\s*\d[\d.,]*)*\s*(?:["”″'’x×*]|[µmckdnMGT]?[mgWVALl](?![\p{L}])|mAh|k?Wh|\p{L}*(?:lit|gram|met|zoll|inch|inches|pound|ounce|pouce|pulgad|pollic|feet|foot|oz|lb|qt|fl|gal|cup|bar|watt|volt)|[\p{Script=Han}\p{Script=Katakana}]|℃|°|$)/iu;
/** How a material is, which is none beside it. */
const STATE =
  /(?:^un\p{L}+ed|coated|iert|beschichtet|behandelt|émaillée?|laquée?|vernie?|lacad[oa]|esmaltad[oa]|smaltat[oa]|verniciat[oa])$/iu;
/** Most materials of a thing that is no food. */
const MOST_MATERIALS = 5;
/** Parts of a material. */
const SHARE = /\d ?[%％]/u;
const FIGURE = /\d+(?:[.,]\d+)?/g;
/** Units that a text has as signs, in whatever language they are spelled. */
const SIGNED: Readonly<Record<string, string>> = { cm: 'cm', mm: 'mm', m: 'm', kg: 'kg', g: 'g', ml: 'ml', litre: 'L', W: 'W', V: 'V', mAh: 'mAh', celsius: '°C', fahrenheit: '°F' }; // prettier-ignore
/** How marketplaces write figures and units, and how texts do. */
const UNIT_SIGNS: readonly (readonly [RegExp, string])[] = [
  [/(?<=\d )grams? per square met(?:er|re)s?\b/gi, 'g/m²'],
  [
    /(?<=\d )(?:square met(?:er|re)s?|quadratmeter|mètres? carrés?|metros? cuadrados?|metr[oi] quadrat[oi])(?!\p{L})/giu,
    'm²',
  ],
  [/(?<=\d )bars\b/gi, 'bar'],
  [/(?<=^\d+)[.,]0(?= |$)/gi, ''],
  [/(?<=^\d+) count\b/gi, ''],
  ...Object.entries(SIGNED).map(([name, sign]) => [spelled(name), sign] as const),
  [/;\s*\d[\d.,]*\s*(?:k?g|pounds|ounces|lbs?|oz)$/gi, ''],
];
/** Words that are English where they stand in a label. Marketplaces label in English, in whatever language the values are. */
const ENGLISH_LABEL =
  /(?:^|\s)(?:item|power|seat|weight|height|width|length|depth|closure|fit|fabric|lining|sole|heel|neck|sleeve|water|care|age|season|theme|features?|special|recommended|uses?|included|number|count|mounting|control|connectivity|input|output|charging|speed|range|level|noise|light|bulb|shade|blade|handle|frame|skin|hair|target|gender|room|indoor|outdoor|assembly|required|wireless|operating|operation|memory|storage|screen|packing|package|pack|wheel|vehicle|fuel|shelf|country|language|pages|binding|reading|thread|of|for|with|and)(?=\s|$)|\s(?:type|version|source|style|format|class|technology|description|method)$/u;
/** For whom a thing is, in English. */
const ENGLISH_PEOPLE = /^(?:adult|kid|baby|child|children|teen|men|women)s?$/iu;
/** Measures in words that only English has. */
const ENGLISH_MEASURE = /\d\s(?:inch(?:es)?|pounds?|ounces?|feet|gallons?|cups?|count|pcs)\b/iu;
const SIDES = /^(?:(?:Length|Width|Height|Depth|Diameter|Thickness) ([\d.,]+) (\p{L}+)(?:; |$))+$/u;
const SIDE = /(?:Length|Width|Height|Depth|Diameter|Thickness) ([\d.,]+) (\p{L}+)/gu;
/** Which side is which, at the end of a label. */
const ORDER_OF_SIDES = /\s*\(?\b[LWHDBTP]\s?x\s?[LWHDBTP](?:\s?x\s?[LWHDBTP])?\)?$/iu;
/** Units that English writes out, in the capitals of marketplaces. */
const WRITTEN_UNIT =
  /(?<=\d )(?:Foot Pounds|Pounds?|Ounces?|Inch(?:es)?|Feet|Foot|Hours?|Minutes?|Months?|Years?)(?!\p{L})/gu;
/** What is weighed or poured, and not counted. */
const MEASURED = /\d ?(?:fl\.? ?)?(?:ounces?|oz|grams?|k?g|m?l|pounds?|lbs?|lit(?:er|re)s?)(?!\p{L})/iu;

/** A unit in a word of Latin letters behind a figure. */
function spelled(name: string): RegExp {
  return new RegExp(
    `(?<=\\d )(?=\\p{Script=Latin}{4})(?:${UNITS[name]?.pattern})(?!\\p{L}| (?:square|cubic|carr|cub|cuadr|quadr))`,
    'giu',
  );
}

/** A detail as it is told in a language; undefined for one that cannot be, or says nothing. */
export function detailIn(
  { label: given, value }: { label: string; value: string },
  phrases: Phrases,
  language: Language,
): Detail | undefined {
  const label = given.replace(ORDER_OF_SIDES, '');
  if (TRADE.test(label) || SAYS_NOTHING.test(value)) return undefined;
  const own = keyOf(label, phrases.labels) ?? keyOf(label, MACHINE_LABELS);
  const isRecipe = own === 'material' && value.split(',').length > MOST_MATERIALS;
  const isWeighed = CONTENTS_LABEL.test(label) && isMass(value);
  const isCharge = own === 'capacity' && CHARGE.test(value);
  const key = isRecipe || isWeighed ? undefined : isCharge ? 'battery' : own;
  if (key === 'pieces' && MEASURED.test(value)) return undefined;
  const isCount = key === 'pieces' || /数$/u.test(label);
  const isBare = !/\p{L}|\d\D+\d/u.test(value) && key !== 'size' && !isCount;
  const isForeign = key === undefined && (!language.letter.test(label) || isEnglishLabel(label, language));
  if (isBare || isForeign || isEnglish(value, language) || (key === 'color' && !COLOUR.test(value)))
    return undefined;
  const told = localValue(value, phrases, language);
  return {
    key,
    label: key
      ? toldLabel(key, label, phrases)
      : label.replace(/^Item (\p{L})/u, (_all, first: string) => first.toUpperCase()),
    value: told,
  };
}

/** The label of a detail, or that of the source where its word matters: 消費電力 of a kettle is no ワット数, and the other way round. */
function toldLabel(key: DetailKey, label: string, phrases: Phrases): string {
  const isKept = phrases.sentences[key]?.includes('{label}') && keyOf(label, phrases.labels) === key;
  return isKept ? label : labelOf(key, phrases);
}

/** True for what a pack weighs, which is none of what it holds. */
function isMass(value: string): boolean {
  const quantities = quantitiesIn(value);
  return quantities.length > 0 && quantities.every(({ unit = '' }) => UNITS[unit]?.measure === 'mass');
}

function isEnglishLabel(label: string, { code }: Language): boolean {
  const [first = '', ...rest] = label.split(' ');
  return code !== 'en' && ENGLISH_LABEL.test([first.toLowerCase(), ...rest].join(' '));
}

/** True for an English material, colour or measure in a text of another language. */
function isEnglish(value: string, { code }: Language): boolean {
  const tokens = tokensOf(value);
  const named = (language: string): number => {
    const { material, colour } = termsIn(tokens, language);
    return material.length + colour.length;
  };
  return (
    code !== 'en' &&
    (ENGLISH_MEASURE.test(value) || ENGLISH_PEOPLE.test(value) || (named('en') > 0 && named(code) === 0))
  );
}

/** The details that a text does not tell yet. */
export function untold(details: readonly Detail[], text: string, { spaced }: Language): Detail[] {
  const wordsOf = (part: string): string => (spaced ? ` ${normalised(part)} ` : compact(part));
  const said = wordsOf(text);
  const figures = new Set(text.match(FIGURE));
  const measured = new Set(quantitiesIn(text).flatMap(measuresOf));
  return details.filter(({ value }) => {
    const measures = quantitiesIn(value).map(measuresOf);
    const isSaid = measures.length > 0 && measures.every((own) => own.some((one) => measured.has(one)));
    if (isSaid) return false;
    const told = value.match(FIGURE) ?? [];
    const isMeasured = told.length > 1 && told.every((figure) => figures.has(figure));
    return !isMeasured && !value.split(/[,;，、]\s*/u).every((part) => said.includes(wordsOf(part)));
  });
}

/** The values of a quantity with their unit: 1 L and 1 litre are the same. None without a unit. */
function measuresOf({ readings, unit }: Quantity): string[] {
  return unit === undefined ? [] : readings.map((value) => `${Number(value)} ${unit}`);
}

/** The letters and digits of a text; 1.0 is 1. */
export function compact(text: string): string {
  return text
    .toLowerCase()
    .replace(/(?<=\d)[.,]0(?!\d)/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

/** The label of a detail in a heading. */
export function labelOf(key: DetailKey | 'audience', { labels }: Phrases): string {
  return labels[key].split('|')[0] ?? '';
}

/** What a label stands for. */
export function keyOf(label: string, labels: Phrases['labels']): DetailKey | undefined {
  return keysIn(labels).get(label.toLowerCase());
}

/** What the labels of a language stand for, in lower case: each sentence is asked whether it is one. The first key of two has it. */
const keysIn = forHeld((labels: Phrases['labels']): ReadonlyMap<string, DetailKey> => {
  const named = DETAIL_KEYS.toReversed();
  return new Map(
    named.flatMap((key) =>
      labels[key]
        .toLowerCase()
        .split('|')
        .map((label) => [label, key] as const),
    ),
  );
});

/** `Length 22 centimeters; Width 16.5 centimeters` -> `22 x 16,5 cm`. */
function localValue(value: string, phrases: Phrases, language: Language): string {
  const sides = SIDES.test(value) ? [...value.matchAll(SIDE)] : [];
  const isOneUnit = new Set(sides.map(([, , unit]) => unit)).size === 1;
  const joined = isOneUnit ? `${sides.map(([, side]) => side).join(' x ')} ${sides[0]?.[2]}` : value;
  const signed = UNIT_SIGNS.reduce(
    (text, [pattern, sign]) => text.replace(pattern, sign),
    plainSides(joined),
  ).replace(WRITTEN_UNIT, (unit) => unit.toLowerCase());
  const isTight = phrases.gap === '';
  if (!isTight) return measured(signed.replace(/(?<=\p{L}),(?=\p{L})/gu, ', '), language, phrases);
  return signed.replace(/(?<=\d) x (?=\d)/g, '×').replace(/(?<=\d) (?=\p{L})/gu, '');
}

/** The details in the order of DETAIL_KEYS, then those that the phrases do not know. */
export function toldDetails(details: readonly Detail[], phrases: Phrases, language: Language): ToldDetail[] {
  const known = new Map<DetailKey, Detail>();
  for (const { key, label, value } of details)
    if (key && !known.has(key)) known.set(key, { key, label, value: inSentence(value, key, language) });
  const told: ToldDetail[] = [];
  for (const key of DETAIL_KEYS) {
    if (!known.has(key)) continue;
    const keys: readonly DetailKey[] = PAIRS.find((pair) => pair[0] === key && known.has(pair[1])) ?? [key];
    told.push(together(keys, known, phrases, language));
    for (const done of keys) known.delete(done);
  }
  const others = details.filter(({ key }) => key === undefined);
  return [
    ...told,
    ...others.map(({ label, value }) => ({
      header: label,
      values: value,
      sentence: `${label}${phrases.colon}${behindColon(value, { label }, language)}`,
    })),
  ];
}

function together(
  keys: readonly DetailKey[],
  known: ReadonlyMap<DetailKey, Detail>,
  phrases: Phrases,
  language: Language,
): ToldDetail {
  const valueOf = (key: string): string => known.get(key as DetailKey)?.value ?? '';
  // Shares of a material make no sentence, and end the one in which they stand.
  const isShared = SHARE.test(valueOf('material')) && keys[0] === 'material';
  const labels = keys.map((key) => known.get(key)?.label ?? '');
  const following = labels.map((label, place) => (place === 0 ? label : asSecond(label, phrases)));
  const isMeasure = keys.every((key) => !MEASURES.has(key) || MEASURE.test(valueOf(key)));
  const template = isShared || !isMeasure ? undefined : phrases.sentences[keys.join('+') as DetailKey];
  const headings = isShared ? labels : following;
  const plain = keys.map((key, place) => {
    const label = headings[place] ?? '';
    return `${label}${phrases.colon}${behindColon(valueOf(key), { label, key }, language)}`;
  });
  return {
    header: following.join(phrases.and),
    values: keys.map(valueOf).join(phrases.listGap),
    sentence:
      template?.replace(/\{(\w+)\}/g, (_all, key: string) =>
        key === 'label' ? labels.join() : valueOf(key),
      ) ?? plain.join(isShared ? phrases.stop + phrases.gap : phrases.listGap),
  };
}

/** A label after another one; German nouns keep their capital. */
function asSecond(label: string, { and }: Phrases): string {
  return and === ' und ' ? label : label.toLowerCase();
}

/** Materials and colours as a list, without capitals where the language has none within a sentence; Japanese pieces are counted. */
function inSentence(value: string, key: DetailKey, { code, tag }: Language): string {
  if (code === 'ja' && key === 'pieces' && /^\d+$/u.test(value)) return `${value}個`;
  if (key !== 'material' && key !== 'color') return value;
  const parts = value.split(/,\s+|[，、]/u);
  const isList = !SHARE.test(value) && !parts.some((part) => STATE.test(part));
  const list = isList ? new Intl.ListFormat(tag).format(parts) : value;
  return code === 'de'
    ? list
    : list.replace(/(?<![\p{L}-])\p{Lu}(?=\p{Ll}+(?![\p{L}-]))/gu, (first) => first.toLowerCase());
}
