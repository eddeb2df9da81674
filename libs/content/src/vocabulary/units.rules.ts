// Units: their spellings in the languages of the review, what they measure, and how many of the base unit they are.

export interface Unit {
  /** Spellings as a pattern, longer ones first. */
  pattern: string;
  /** What it measures; figures of the same measure can be converted. */
  measure: string;
  /** The unit in the base unit of its measure. */
  factor: number;
}

const unit = (measure: string, factor: number, pattern: string): Unit => ({ pattern, measure, factor });

/** Units by name. Counted things, such as awards, are units too: a figure of another kind does not vouch for them. */
export const UNITS: Readonly<Record<string, Unit>> = {
  mm: unit('length', 0.001, 'millimet(?:er|re)s?|millimètres?|milímetros?|millimetri|mm|毫米|ミリメートル|ミリ(?!リットル)'),
  cm: unit('length', 0.01, 'centimet(?:er|re)s?|zentimeter|centimètres?|centímetros?|centimetri|cm|厘米|センチメートル|センチ'),
  km: unit('length', 1000, 'kilomet(?:er|re)s?|kilomètres?|kilómetros?|km|公里'),
  m: unit('length', 1, 'met(?:er|re)s?|mètres?|metros?|metri|m|米|メートル'),
  inch: unit('length', 0.0254, 'inch(?:es)?|pouces?|pulgadas?|pollici|zoll|(?<!(?<!\\d)(?:19|20)\\d\\d\\s)in(?!-\\d(?![\\d.,/]|\\s?in)|-one(?!\\p{L})|\\s+(?:\\d|the|an?|one|our|your|its|each|every|all|any|total|stock|this|that|use|place|einem|einer|der|den|dem|una?|il|la)(?![\\p{L}]))|["″”]|英寸|インチ'),
  foot: unit('length', 0.3048, 'feet|foot|ft|pieds?|pies|piedi|fuß|英尺|フィート'),
  yard: unit('length', 0.9144, 'yards?|yds?|码|ヤード'),
  kg: unit('mass', 1, 'kilograms?|kilogramm|kilogrammes?|kilogramos?|chilogramm[io]|kilos?|chilo|chili(?=\\s*(?:[.,;:)!?]|$|(?:e|ed|o|di|in|con|per|circa)(?![\\p{L}])))|kg|公斤|千克|キログラム|キロ'),
  // Not that of bread in Japan, nor a jack, 千斤顶.
  jin: unit('mass', 0.5, '市斤|斤(?![顶用分型ぁ-んァ-ヶ])'),
  mg: unit('mass', 0.000001, 'milligrams?|mg|毫克'),
  g: unit('mass', 0.001, 'grams?|gramm|grammes?|gramos?|grammi|g|克|グラム'),
  pound: unit('mass', 0.45359237, 'pounds?|lbs?|livres?|libras?|libbre|pfund|磅|ポンド'),
  // Of mass, or of volume, whichever the other figure is: see OUNCES.
  ounce: unit('ounce', 1, 'fl\\.? ?oz|fluid ounces?|ounces?|oz|onces?|onzas?|once|unzen?|盎司|オンス'),
  ml: unit('volume', 0.001, 'millilit(?:er|re)s?|mililitros?|millilitri|ml|cc|毫升|ミリリットル'),
  cl: unit('volume', 0.01, 'centilit(?:er|re)s?|cl'),
  litre: unit('volume', 1, 'lit(?:er|re|ro)s?|litri|l|升|リットル'),
  gallon: unit('volume', 3.785411784, 'gallons?|gallonen?|galones|galón|galloni?|gal|加仑|ガロン'),
  mAh: unit('charge', 1, 'mah|milliamp hours?|毫安时?|ミリアンペア'),
  kWh: unit('energy', 1000, 'kwh'),
  Wh: unit('energy', 1, 'wh'),
  kW: unit('power', 1000, 'kilowatts?|kw'),
  W: unit('power', 1, 'watts?|w|瓦|ワット'),
  V: unit('voltage', 1, 'volts?|v|伏|ボルト'),
  A: unit('current', 1, 'amps?|amperes?|a(?=\\s*(?:[.,;)/]|$))|安'),
  GHz: unit('frequency', 1e9, 'ghz'),
  MHz: unit('frequency', 1e6, 'mhz'),
  kHz: unit('frequency', 1e3, 'khz'),
  Hz: unit('frequency', 1, 'hertz|hz|赫兹'),
  dB: unit('sound', 1, 'decibels?|db|分贝'),
  TB: unit('data', 1e6, 'terabytes?|tb'),
  GB: unit('data', 1e3, 'gigabytes?|gb'),
  MB: unit('data', 1, 'megabytes?|mb'),
  MP: unit('pixels', 1, 'megapixels?|mp|万像素'),
  lumen: unit('light', 1, 'lumens?|lm|流明|ルーメン'),
  celsius: unit('temperature', 1, '°\\s?c|℃|degrees? celsius|grad celsius|摄氏度'),
  fahrenheit: unit('temperature', 1, '°\\s?f|℉|degrees? fahrenheit|华氏度'),
  degree: unit('angle', 1, 'degrees?|grad|degrés?|grados?|gradi|°|度'),
  percent: unit('share', 1, '%|percent|prozent|pour cent|por ciento|per cento|パーセント'),
  second: unit('time', 1, 'seconds?|secs?|sekunden?|secondes?|segundos?|secondi|秒'),
  minute: unit('time', 60, 'minutes?|mins?|minuten|minutos?|minuti|分钟|分(?!の)'),
  hour: unit('time', 3600, 'hours?|hrs?|stunden?|heures?|horas?|ore|小时|時間'),
  day: unit('time', 86_400, 'days?|tage?n?|jours?|días?|giorni|天|日間'),
  week: unit('time', 604_800, 'weeks?|wochen?|semaines?|semanas?|settimane|周(?!年)|週間'),
  month: unit('months', 1, 'months?|monate?n?|mois|meses|mesi|个月|ヶ月|か月'),
  year: unit('months', 12, 'years?|yrs?|jahre?n?|ans?|années?|años?|anni|年'),
  psi: unit('pressure', 1, 'psi'),
  rpm: unit('speed', 1, 'rpm'),
  award: unit('awards', 1, 'awards?|auszeichnung(?:en)?|prix|premios?|premi|奖项|项大奖|受賞'),
  expert: unit('experts', 1, 'experts?|doctors?|experten|ärzten?|médecins?|médicos?|medici|专家|医生'),
  customer: unit('customers', 1, 'customers?|buyers?|kunden|clients?|clientes|clienti|顾客|用户'),
}; // prettier-ignore

/** What an ounce may be. */
export const OUNCES: readonly { measure: string; factor: number }[] = [
  { measure: 'mass', factor: 0.028349523125 },
  { measure: 'volume', factor: 0.0295735295625 },
];
