// Blocklists: phrases and characters that marketplaces refuse, by theme, in en, de, fr, es, it, zh and ja.
import { matches, type Rule, type Violation } from './violations.rules.ts';

/** Phrases as one pattern: Latin phrases as whole words, all others anywhere. */
function phrases(latin: readonly string[], anywhere: readonly string[] = []): RegExp {
  const whole = `(?<![\\p{L}\\p{N}])(?:${latin.join('|')})(?![\\p{L}\\p{N}])`;
  return new RegExp([whole, ...anywhere].join('|'), 'giu');
}

/** What a text must not contain, by the rule that it would violate. */
export const BLOCKLISTS = {
  PROMOTION: phrases(
    [
      'free (?:shipping|delivery|gift)|(?:hot|big|flash|clearance|on|for) sale|sale price|\\d+ ?% off|discount(?:ed|s)?',
      'best[- ]?sell(?:er|ers|ing)|top[- ](?:rated|seller)|hot item|#\\s?1 (?:rated|seller|choice|best)|best (?:price|deal|offer)',
      '(?:lowest|cheapest|special|bargain) price|special offer|limited (?:time|offer)|deal of the day|buy one get one|(?:buy|order|shop) now',
      'money[- ]?back|satisfaction guaranteed|guarantee[ds]?|cheap(?:est)?|clearance',
      '(?:kostenloser|gratis) versand|versandkostenfrei|bestseller|sonderangebot|rabatt|ausverkauf|geld[- ]zurück|jetzt kaufen',
      'livraison gratuite|meilleure vente|promotion|soldes|remise|pas cher|satisfait ou remboursé',
      'envío gratis|oferta|descuento|rebajas|(?:más|mas) vendido|spedizione gratuita|offerta|sconto|saldi|più venduto',
    ],
    [
      '包邮|免运费|热卖|热销|特价|打折|促销|优惠|清仓|爆款|限时|抢购',
      '送料無料|セール|割引|特価|ベストセラー|激安|期間限定',
    ],
  ),
  GUARANTEE: phrases(
    [
      'refund(?:s|ed|able)?|money[- ]?back|guarant(?:ee|ees|eed|y)|geld[- ]zurück\\p{L}*|rückerstattung|\\p{L}*garantie\\p{L}*',
      'remboursements?|remboursé(?:e|s)?|garanti(?:e|es|s)?|reembolsos?|garant(?:ía|ías|izad[oa]s?)|rimbors[oi]|garanzi[ae]|garantit[oaie]',
    ],
    ['退款|退货|包退|包换|质保|保证', '返金|返品|保証'],
  ),
  /** Environmental and antibacterial claims, which need a registration. */
  RESTRICTED_CLAIM: phrases(
    [
      'eco[- ]?friendly|environment(?:ally|al)[- ]friendly|anti[- ]?bacterial|anti[- ]?microbial',
      'made (?:from|of|with|out of) (?:100 ?% )?(?:\\p{L}+ )?(?:bamboo|soy)',
      'umweltfreundlich\\p{L}*|antibakteriell\\p{L}*|antimikrobiell\\p{L}*|écologiques?|antibactérien(?:ne)?s?|antimicrobien(?:ne)?s?',
      'ecológic[oa]s?|antibacterian[oa]s?|antimicrobian[oa]s?|ecologic[oaie]|ecologiche|antibatteric[oaie]|antimicrobic[oaie]',
    ],
    ['环保|抗菌|抑菌|竹制|大豆制', '環境に優しい|エコ素材|抗菌|竹製'],
  ),
  /** Words for unknown values, and template gaps that were not filled. */
  PLACEHOLDER: phrases(
    ['n\\/a|tbd|tba|not (?:applicable|available|specified)|to be (?:determined|announced)|lorem ipsum'],
    [
      '\\{\\{|\\}\\}|\\$\\{|<\\w+_\\w+>',
      '\\[(?:insert|your|brand|product|name|company|title|model|colou?r|size|number|price|feature|xx+)(?:[ _][^\\]]{0,40})?\\]',
      '不适用|待定|暂无|該当なし|未定',
    ],
  ),
  PRICE: phrases(
    [
      '(?:low|lower|lowest|best|great|good|affordable|reasonable|unbeatable|competitive) prices?|(?:bester|günstiger) preis|petit prix|mejor precio|miglior prezzo|precio bajo|prezzo basso',
    ],
    [
      '[$€£¥₹￥]\\s?\\d[\\d.,]*',
      '(?<![\\p{L}\\p{N}]|\\d[.,]+)\\d[\\d.,]*\\s?(?:€|£|USD|EUR|GBP|dollars?|euros?|元|円)(?![\\p{L}\\p{N}])',
      '低价|优惠价',
      'お買い得|低価格',
    ],
  ),
  AVAILABILITY: phrases(
    [
      '(?:in|out of|back in) stock|available now|now available|pre-?orders?|while (?:supplies|stocks?) lasts?|(?:ships|shipped) (?:from|within|today|free|fast)',
      '(?:free|fast|quick|same[- ]day|next[- ]day) (?:shipping|delivery)|auf lager|sofort lieferbar|\\p{L}*versandkosten\\p{L}*|en stock|livraison (?:gratuite|rapide|offerte)',
      'en existencias|envío (?:gratis|rápido|gratuito)|subito disponibile|disponibile subito|spedizione (?:gratuita|rapida)',
    ],
    ['现货|有货|包邮|当天发货|发货', '在庫|即納|送料|即日発送'],
  ),
  REVIEW_QUOTE: phrases(
    [
      '(?:[1-5](?:\\.\\d)?|five|four)[- ]stars?(?: reviews?| ratings?)?|(?:customer|user|buyer) reviews?|(?:our )?customers (?:say|love|rave)|rated [1-5](?:\\.\\d)?|testimonials?',
      'kundenbewertung(?:en)?|kundenrezension(?:en)?|\\p{L}*sterne-bewertung|avis clients?|reseñas?|opiniones de (?:los )?clientes|recension[ei]',
    ],
    ['好评|买家秀|[五5]星', 'レビュー|口コミ|[五5]つ?星'],
  ),
  TIME_BOUND: phrases(
    [
      'limited[- ]time(?: offer| only)?|today only|this (?:week|weekend|month|season) only|black friday|cyber monday|prime day|ends (?:soon|today)|hurry|last chance|just released|new arrivals?|new for 20\\d\\d|on sale|for sale now',
      'nur heute|nur für kurze zeit|zeitlich begrenzt|offre limitée|durée limitée|aujourd’hui seulement|tiempo limitado|solo hoy|tempo limitato|solo oggi',
    ],
    ['限时|仅限今日|双十一|新品上市', '期間限定|今だけ|本日限り|新発売'],
  ),
  /** Web and mail addresses, telephone numbers. Domain names only in lower case, because “box.It” is a typing error. */
  LINK_OR_CONTACT: new RegExp(
    [
      '[hH][tT][tT][pP][sS]?:\\/\\/\\S+|[wW][wW][wW]\\.\\S+|(?<![\\w.+-])[\\w.+-]+@[\\w-]+\\.[\\w.-]+',
      '(?<![\\p{L}\\p{N}@.-])[a-z0-9][a-z0-9-]*\\.(?:com|net|org|io|shop|store|co\\.uk|com\\.cn)(?![\\p{L}\\p{N}])',
      '(?<![\\p{N}.-])(?:\\+\\d{1,3}[ .-]?)?(?:\\(\\d{2,4}\\) ?|\\d{3,4}[ .-])\\d{3,4}[ .-]\\d{4}(?![\\p{N}])',
    ].join('|'),
    'gu',
  ),
  /** Tags, entities and Markdown, and JSON in place of a text. */
  MARKUP: /<\/?[a-z][^<>]*>|<!--|&(?:[a-z]{2,8}|#\d{1,6});|\*\*|```|^#{1,6} |(?<![^])\s*[{[]\s*"/gim,
  /** Control characters but the line feed, and characters that are invisible or change the writing direction. */
  INVISIBLE_CHARACTER:
    /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\ufff9-\ufffb]/gu,
  /** A product identifier of the marketplace. */
  IDENTIFIER: /(?<![\p{L}\p{N}])B0[0-9A-Z]{8}(?![\p{L}\p{N}])/gu,
} satisfies Partial<Record<Rule, RegExp>>;

/** A violation for each match of the blocklists of these rules. */
export function blocked(text: string, ...rules: (keyof typeof BLOCKLISTS)[]): Violation[] {
  return rules.flatMap((rule) => matches(rule, BLOCKLISTS[rule], text));
}
