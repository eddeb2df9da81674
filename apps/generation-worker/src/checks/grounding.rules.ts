// Grounding: every figure, certification and brand in a result needs evidence in the source data.
import type { CheckContext } from '../applications/port.ts';
import { quantitiesIn, type Evidence, type Quantity } from './evidence.rules.ts';
import { matches, type Violation } from './violations.rules.ts';

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
export function checkGrounding(text: string, { evidence }: CheckContext): Violation[] {
  const claimed = (pattern: RegExp): boolean =>
    text.search(pattern) >= 0 && evidence.text.search(pattern) < 0;
  const ungrounded = text.search(ANY_CERTIFICATION) < 0 ? [] : CERTIFICATION_PATTERNS.filter(claimed);
  return [
    ...quantitiesIn(text)
      .filter((quantity) => !hasEvidence(quantity, evidence))
      .map(({ start, end }): Violation => ({ rule: 'UNGROUNDED_NUMBER', start, end })),
    ...ungrounded.flatMap((pattern) => matches('UNGROUNDED_CLAIM', pattern, text)),
    ...matches('UNGROUNDED_BRAND', KNOWN_BRANDS, text).filter(
      ({ start, end }) => !evidence.text.toLowerCase().includes(text.slice(start, end).toLowerCase()),
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
