// Grounding: every figure, certification and brand in a result needs evidence in the source data.
import { spanAt } from './languages.rules.ts';
import { matches, type Violation } from './violations.rules.ts';

/** Spellings of units as patterns, by unit. Longer spellings come first. */
const UNITS: Readonly<Record<string, string>> = {
  mm: 'millimet(?:er|re)s?|millimètres?|milímetros?|millimetri|mm|毫米|ミリ',
  cm: 'centimet(?:er|re)s?|zentimeter|centimètres?|centímetros?|centimetri|cm|厘米|センチ',
  km: 'kilomet(?:er|re)s?|kilomètres?|kilómetros?|km|公里',
  m: 'met(?:er|re)s?|mètres?|metros?|metri|m|米|メートル',
  inch: 'inch(?:es)?|pouces?|pulgadas?|pollici|zoll|in(?=\\s*(?:[.,;)x×/]|$))|["″”]|英寸|インチ',
  foot: 'feet|foot|ft|pieds?|pies|piedi|fuß|英尺|フィート',
  yard: 'yards?|yds?|码|ヤード',
  kg: 'kilograms?|kilogramm|kilos?|kg|公斤|千克|キロ',
  mg: 'milligrams?|mg|毫克',
  g: 'grams?|gramm|grammes?|gramos?|grammi|g|克|グラム',
  pound: 'pounds?|lbs?|livres?|libras?|libbre|pfund|磅|ポンド',
  ounce: 'fl\\.? ?oz|ounces?|oz|onces?|onzas?|once|unzen?|盎司|オンス',
  ml: 'millilit(?:er|re)s?|ml|毫升',
  litre: 'lit(?:er|re)s?|litros?|litri|l|升|リットル',
  gallon: 'gallons?|gal|加仑|ガロン',
  mAh: 'mah|毫安时?|ミリアンペア',
  kWh: 'kwh',
  Wh: 'wh',
  kW: 'kilowatts?|kw',
  W: 'watts?|w|瓦|ワット',
  V: 'volts?|v|伏|ボルト',
  A: 'amps?|amperes?|安',
  GHz: 'ghz',
  MHz: 'mhz',
  Hz: 'hertz|hz|赫兹',
  dB: 'decibels?|db|分贝',
  TB: 'terabytes?|tb',
  GB: 'gigabytes?|gb',
  MB: 'megabytes?|mb',
  MP: 'megapixels?|mp|万像素',
  lumen: 'lumens?|lm|流明|ルーメン',
  celsius: '°\\s?c|degrees? celsius|摄氏度',
  fahrenheit: '°\\s?f|degrees? fahrenheit|华氏度',
  degree: 'degrees?|grad|degrés?|grados?|gradi|°|度',
  percent: '%|percent|prozent|pour cent|por ciento|per cento',
  second: 'seconds?|secs?|sekunden?|secondes?|segundos?|secondi|秒',
  minute: 'minutes?|mins?|minuten?|minutos?|minuti|分钟|分',
  hour: 'hours?|hrs?|stunden?|heures?|horas?|ore|小时|時間',
  day: 'days?|tage?n?|jours?|días?|giorni|天|日間',
  week: 'weeks?|wochen?|semaines?|semanas?|settimane|周|週間',
  month: 'months?|monate?n?|mois|meses|mesi|个月|ヶ月|か月',
  year: 'years?|yrs?|jahre?n?|ans?|años?|anni|年',
  psi: 'psi',
  rpm: 'rpm',
};
const UNIT_NAMES = Object.keys(UNITS);
/** A whole figure, and the unit that follows it, if any. */
const QUANTITY = new RegExp(
  `(?<!\\d[.,]?)((?:(?<![\\p{L}\\p{N}])[.])?\\d+(?:[.,]\\d+)*)(?:[\\s\\u00a0-]?(?:${UNIT_NAMES.map(
    (name) => `(?<${name}>${UNITS[name]})`,
  ).join('|')})(?![\\p{Script=Latin}\\p{N}]))?`,
  'giu',
);

type Quantity = ReturnType<typeof quantitiesIn>[number];

/** What a result may claim. */
export type Evidence = ReturnType<typeof evidenceOf>;

/** The figures of a text. Full-width digits count as digits. */
export function quantitiesIn(text: string) {
  const narrow = text.replace(/[０-９]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0));
  return Array.from(narrow.matchAll(QUANTITY), ({ 0: found, 1: figure = '', index, groups }) => ({
    ...spanAt(found, index),
    /** Possible values: 1.000 is one or a thousand. */
    readings: readingsOf(figure),
    /** Undefined without a known unit. */
    unit: UNIT_NAMES.find((name) => groups?.[name] !== undefined),
  }));
}

/** `1,250` is 1250 or 1.25; `5,6` is 5.6; `1.5.2` is itself. */
function readingsOf(figure: string): string[] {
  const grouped = /^\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*$/.test(figure) ? [figure.replace(/[.,]/g, '')] : [];
  const decimal = /^\d*(?:[.,]\d+)?$/.test(figure) ? [figure.replace(',', '.')] : [];
  const readings = [...grouped, ...decimal].map((digits) => String(Number(digits)));
  return readings.length > 0 ? readings : [figure];
}

export function evidenceOf(texts: readonly string[]) {
  /** The units with which each value occurs; `''` for a figure without a known unit. */
  const figures = new Map<string, Set<string>>();
  for (const { text, readings, unit } of texts.flatMap(quantitiesIn)) {
    // `3,4,5` may be a list.
    const parts = text.includes(',') ? text.match(/\d+/g) : [];
    for (const reading of [...readings, ...(parts ?? [])]) {
      const units = figures.get(reading) ?? new Set<string>();
      figures.set(reading, units.add(unit ?? ''));
    }
  }
  const text = texts.join('\n');
  return { figures, text, lowerCase: text.toLowerCase() };
}

/** Certifications and tested qualities. One entry covers all languages, so that German text can rest on English evidence. */
const CERTIFICATIONS: readonly string[] = [
  'organic(?:ally)?|biologisch|aus bio-anbau|bio-|biologique|orgánic[oa]s?|biologic[oa]|有机|オーガニック|有機',
  'vegan\\p{L}*|végan\\p{L}*|纯素|ヴィーガン',
  'cruelty[- ]free|tierversuchsfrei|零残忍',
  'gluten[- ]?free|glutenfrei|sans gluten|sin gluten|senza glutine|无麸质|グルテンフリー',
  'bpa[- ]?free|bpa-frei|sans bpa|sin bpa|senza bpa|不含 ?bpa|bpaフリー',
  'fda|食品药品监督管理局',
  'ce[- ](?:certified|marked|approved|zertifiziert)|certifié ce|ce ?认证',
  'ul[- ](?:listed|certified)|ul ?认证',
  'etl[- ](?:listed|certified)',
  'fcc',
  'rohs',
  'iso ?\\d{4,5}',
  'ip(?:x\\d|\\d{2})',
  'oeko[- ]?tex',
  'gots',
  'fsc',
  'usda',
  'epa',
  'nsf',
  'energy star',
  'fair ?trade|fairtrade',
  'non[- ]gmo|gentechnikfrei|sans ogm|非转基因',
  'kosher|koscher',
  'halal|清真',
  'hypo-?allergen\\p{L}*|ipoallergenic\\p{L}*|hypoallergénique|hipoalergénic\\p{L}*|低敏|低刺激',
  'dermatolog\\p{L}* (?:tested|approved|recommended)|dermatologisch getestet|testé dermatologiquement',
  'clinically (?:proven|tested)|klinisch (?:getestet|geprüft)|cliniquement prouvé|临床(?:验证|证明)',
  'medical[- ]grade|医用级|医疗级',
  'food[- ]grade|lebensmittelecht|食品级',
  'patent(?:ed|s)?|patentiert|breveté\\p{L}*|patentad[oa]|brevettat[oa]|专利|特許',
  'award[- ]winning|preisgekrönt|primé\\p{L}*|获奖|受賞',
  'certifi(?:ed|cation|cations|cate)|zertifizier\\p{L}*|certifié\\p{L}*|certificad\\p{L}*|certificat\\p{L}*|认证|認証',
  'waterproof|wasserdicht|imperméable|impermeable|impermeabile|防水',
  'fire[- ]?proof|flame[- ]retardant|feuerfest|防火|防炎',
];
const asWords = (source: string): RegExp =>
  new RegExp(`(?<!\\p{Script=Latin})(?:${source})(?!\\p{Script=Latin})`, 'giu');
const CERTIFICATION_PATTERNS = CERTIFICATIONS.map(asWords);
/** One search that clears most texts, which name no certification. */
const ANY_CERTIFICATION = asWords(CERTIFICATIONS.join('|'));

/** Well-known brands in their own spelling. */
const KNOWN_BRANDS =
  /(?<![\p{L}\p{N}])(?:Adidas|Airbnb|Alexa|Amazon|Android|Apple|Bosch|Bose|Canon|Disney|Dyson|Fitbit|Garmin|Google|GoPro|Harley-Davidson|Honda|Huawei|IKEA|iPad|iPhone|JBL|KitchenAid|LEGO|Lego|Logitech|Makita|Marvel|Mercedes|Microsoft|Milwaukee|Nespresso|NIKE|Nike|Nikon|Nintendo|Panasonic|Philips|PlayStation|Pokémon|Puma|Samsung|Siemens|Sony|Stanley|Tesla|Tupperware|Velcro|Xbox|Xiaomi|YETI)(?![\p{L}\p{N}])/gu;

/** Figures and certifications need evidence; brands without evidence are warnings. */
export function checkGrounding(text: string, evidence: Evidence): Violation[] {
  const claimed = (pattern: RegExp): boolean =>
    text.search(pattern) >= 0 && evidence.text.search(pattern) < 0;
  const ungrounded = text.search(ANY_CERTIFICATION) < 0 ? [] : CERTIFICATION_PATTERNS.filter(claimed);
  return [
    ...quantitiesIn(text)
      .filter((quantity) => !hasEvidence(quantity, evidence))
      .map(({ start, end }): Violation => ({ rule: 'UNGROUNDED_NUMBER', start, end })),
    ...ungrounded.flatMap((pattern) => matches('UNGROUNDED_CLAIM', pattern, text)),
    ...matches('UNGROUNDED_BRAND', KNOWN_BRANDS, text).filter(
      ({ start, end }) => !evidence.lowerCase.includes(text.slice(start, end).toLowerCase()),
    ),
  ];
}

/** A figure with a unit needs evidence with the same unit or without any; a figure without a unit needs any evidence. */
function hasEvidence({ readings, unit }: Quantity, { figures }: Evidence): boolean {
  return readings.some((reading) => {
    const units = figures.get(reading);
    return units !== undefined && (unit === undefined || units.has(unit) || units.has(''));
  });
}
