// Evidence: the figures, units and words of the source data, on which claims in a result may rest.
import { spanAt, type Span } from './languages.rules.ts';

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

/** A figure in a text. */
export interface Quantity extends Span {
  /** Possible values: 1.000 is one or a thousand. */
  readings: string[];
  /** Undefined without a known unit. */
  unit: string | undefined;
}

/** What a result may claim. */
export interface Evidence {
  /** The units with which each value occurs; `''` for a figure without a known unit. */
  figures: ReadonlyMap<string, ReadonlySet<string>>;
  /** Every source text, joined by line feeds, in its own case. */
  text: string;
}

/** The figures of a text. Full-width digits count as digits. */
export function quantitiesIn(text: string): Quantity[] {
  const narrow = text.replace(/[０-９]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0));
  return Array.from(narrow.matchAll(QUANTITY), ({ 0: found, 1: figure = '', index, groups }) => ({
    ...spanAt(found, index),
    readings: readingsOf(figure),
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

/** The evidence in these texts. */
export function evidenceOf(texts: readonly string[]): Evidence {
  const figures = new Map<string, Set<string>>();
  for (const { text, readings, unit } of texts.flatMap(quantitiesIn)) {
    // `3,4,5` may be a list.
    const parts = text.includes(',') ? text.match(/\d+/g) : [];
    for (const reading of [...readings, ...(parts ?? [])]) {
      const units = figures.get(reading) ?? new Set<string>();
      figures.set(reading, units.add(unit ?? ''));
    }
  }
  return { figures, text: texts.join('\n') };
}
