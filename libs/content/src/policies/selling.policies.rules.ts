// Policies on selling words: what is true of an offer, and not of the product, has no place on its page.
import { detailPage, type Wording } from './wording.rules.ts';

const DETAIL_PAGE = { from: 'always', source: 'Seller Central help 200390640, product detail page rules' };
const TITLES = {
  from: 'always',
  source: 'Seller Central help 201100890, product title requirements',
};

const PROMOTION: Wording = {
  any: [
    'free (shipping|delivery|gift|bonus)|free extra (phone |)(case|charger|cable)|(hot|big|flash|clearance|bargain|summer|winter) (sale|deal|deals)|sale price|# % off|# percent off',
    'best (seller|sellers|selling)|bestseller|bestsellers|top (rated|seller|selling)|hot item|number one (rated|seller|choice|bestseller)',
    'best (price|deal|offer|value)|(lowest|cheapest|special|bargain) price|special offer|limited (offer|edition offer)|deal of the day|todays deal|today s (hot|best|top) deal|today s deal',
    'buy (one|two|three|#) get (one|two|#)|get one free|(buy|order|shop) now|buy today|order yours|order today (and get|and receive|and save|for the|to get)|add to cart|grab yours|satisfaction guaranteed|most popular _ _ this year|(is|are) the most popular|the most popular _ (is|on the market)|the most popular _ _ is|the most popular _ _ _ is|# 1 (best|rated|seller|selling|choice)',
  ],
  en: ['discount|discounts|discounted|cheap|cheapest|clearance|pls purchase|please purchase'],
  de: [
    '(kostenloser|gratis) versand|versandkostenfrei|verkaufsschlager|in den warenkorb|*bestseller|sonderangebot*|sonderpreis*|rabatt|rabatte|rabattiert*|ausverkauf|jetzt (kaufen|bestellen|zugreifen|zuschlagen)|im angebot|*schnäppchen|meistverkauft*|zum aktionspreis|gratisversand|(der|die|das) beste _ (am|auf dem) markt',
  ],
  fr: [
    '(livraison|expédition) (gratuite|offerte)|meilleure vente|meilleures ventes|offre (spéciale|promotionnelle)|en promotion|code promo|promo|soldes|remise de #|# % de (réduction|remise)|pas cher|réduction de #|(achetez|commandez) (maintenant|dès maintenant|vite|aujourd hui)|ajoutez au panier|(le meilleur|la meilleure) _ du marché',
  ],
  es: [
    'envío gratis|envío gratuito|oferta|ofertas|descuento|descuentos|rebaja|rebajas|(más|mas) (vendido|vendida|vendidos)|compra ahora|(compre|cómpralo|cómprala|pídelo|pídela) (ya|ahora|hoy)|(añade|añadir) al carrito|superventas|gangas|(el|la|los|las) (mejor|mejores) (del mercado|_ del mercado)',
  ],
  it: [
    'spedizione gratuita|spedizione gratis|in offerta|super offerta|super offerte|offerta (speciale|lampo|limitata|imperdibile|del giorno)|offerte (speciali|lampo|imperdibili|del giorno)|sconto|sconti|scontato|scontata|in (saldo|saldi)|saldi (estivi|invernali|di fine stagione)|(più|piu) (venduto|venduta|venduti|vendute)|(acquista|acquistalo|acquistala|compralo|comprala) (ora|subito|oggi)|(aggiungi|aggiungere) al carrello|affare|(il|la) miglior _ (sul|del) mercato',
  ],
  zh: [
    '包邮|免运费|免邮|热卖|热销|特价|打折|促销|优惠|清仓|爆款|限时抢购|秒杀|销量第一|买(一|二|三|1|2|3)送|赠品|送(三|四|五|六)件套',
  ],
  ja: [
    '送料無料|*セール実施中|大セール|タイムセール|セール価格|割引|特価|ベストセラー|激安|お得|半額|# % オフ|# % off|クーポン|人気ナンバーワン|プレゼント中|今すぐ(ご|)(購入|注文|お買い求め)',
  ],
};
/** Words of a promotion that are names of things too. */
const NAMES: Wording = {
  any: ['for sale|on sale'],
  fr: ['promotion|promotions'],
};

const PRICE: Wording = {
  any: [
    '$ #|€ #|£ #|¥ #|￥ #|₹ #|# $|# €|# £|# usd|# eur|# gbp|# (dollar|dollars|euro|euros)|# 元|# 円|# 块钱',
    '(low|lower|lowest|best|great|good|fair|affordable|reasonable|unbeatable|competitive) (price|prices)|(affordably|reasonably) priced|value for money|cost effective|(great|good|best) value|half price|half the price|(save|saves) (up to |)# % over (the cost|the price|buying|pre filled|single serve|store bought)',
  ],
  de: [
    '(bester|besten|günstiger|günstigen|kleiner|kleinen|fairer|fairen) preis|günstig zu haben|kosten die hälfte|kostet nur|preiswert*|preis leistung*|preisleistung*|bestpreis*|tiefpreis*|tiefstpreis*|dauertiefpreis*|zum halben preis',
  ],
  fr: [
    'petit prix|(meilleur|bon|bas) prix|prix (bas|réduit|cassé|imbattable)|bon marché|qualité prix|moitié prix',
  ],
  es: [
    '(mejor|buen|bajo) precio|precio (bajo|imbatible|especial)|barato|barata|baratos|calidad precio|mitad de precio',
  ],
  it: [
    '(miglior|buon|ottimo) prezzo|prezzo (basso|speciale|imbattibile|economico)|prezzi economici|qualità prezzo|metà prezzo',
  ],
  zh: ['低价|优惠价|到手价|现价|原价|价格(低|便宜|实惠)|性价比|便宜'],
  ja: ['お買い得|低価格|お手頃価格|格安|税込|コスパ|コストパフォーマンス'],
};

/** Figures of how long a delivery takes; without a time behind them they count parts. */
const DUE = '(#|# #|# a #|# à #|# bis #|# o #)';
/** The same in words, before more than one day. */
const DUE_IN_WORDS = '(_|_ a _|_ à _|_ bis _|_ o _)';
const AVAILABILITY: Wording = {
  any: [
    '(in|back in) stock|out of stock|available now|now available|(pre order|pre orders|preorder|preorders)|while (supplies|supply|stocks|stock) (last|lasts)|(ships|shipped|dispatched) (from|within|today|free|fast|via)',
    '(fast|quick|same day|next day|express) (shipping|dispatch)|(fast|same day|next day|express) delivery|quick delivery (to|within|by)|leaves our warehouse|(free|easy) returns|get it tomorrow|delivered tomorrow',
  ],
  de: [
    'auf lager|(sofort|schnell) lieferbar|sofort verfügbar|*versandkosten*|schneller versand|versand (am|noch) _ tag|heute bestellt|schon morgen geliefert',
    `lieferung (innerhalb|innerhalb von|in|binnen) ${DUE} (tag|tagen|werktagen|arbeitstagen|stunde|stunden|h|woche|wochen)`,
    `lieferung (innerhalb|innerhalb von|in|binnen) ${DUE_IN_WORDS} (tagen|werktagen|arbeitstagen|stunden|wochen)|lieferung (innerhalb|innerhalb von|in|binnen) (einem tag|eines tages|einem werktag|einer stunde|einer woche)`,
  ],
  fr: [
    'en stock|livraison (rapide|express)|expédition rapide|(livré|livrée|livrés|livrées) (demain|dès demain|le lendemain)|disponible (immédiatement|maintenant)',
    `(livré|livrée|livrés|livrées|expédié|expédiée|expédiés|expédiées|expédition) (sous|en|dans les) ${DUE} (jour|jours|heure|heures|h|semaine|semaines)`,
    `(livré|livrée|livrés|livrées|expédié|expédiée|expédiés|expédiées|expédition) (sous|en|dans les) ${DUE_IN_WORDS} (jours|heures|semaines)|(livré|livrée|livrés|livrées|expédié|expédiée|expédiés|expédiées|expédition) (sous une semaine|en une semaine|sous un jour|en un jour|en une heure|dans la journée)`,
  ],
  es: [
    'en existencias|en stock|envío (rápido|inmediato)|(disponible|disponibles) (ahora|ya)|entrega (inmediata|rápida|mañana)|disponibilidad inmediata',
    `entrega en ${DUE} (día|días|hora|horas|h|semana|semanas)`,
    `entrega en ${DUE_IN_WORDS} (días|horas|semanas)|entrega en (un día|una hora|una semana)`,
  ],
  it: [
    '(subito|immediatamente) (disponibile|disponibili)|(disponibile|disponibili) (subito|ora)|(spedizione|consegna) rapida|pronta consegna|(spedito|spedita|spediti|spedite|spedizione|consegna) in giornata',
    `(spedito|spedita|spediti|spedite|spedizione|consegna) in ${DUE} (giorno|giorni|ora|ore|h|settimana|settimane)`,
    `(spedito|spedita|spediti|spedite|spedizione|consegna) in ${DUE_IN_WORDS} (giorni|ore|settimane)|(spedito|spedita|spediti|spedite|spedizione|consegna) in (un giorno|un ora|una settimana)`,
  ],
  zh: ['现货|有货|当天发货|当日发货|小时(内|)发货|顺丰|发货(快|迅速)|快速发货'],
  ja: ['在庫|即納|送料|即日発送|翌日配達|当日発送|あす楽'],
};

/** Stars in the languages, and an average of them: a flag may have 50. */
const STAR = '(stars|sterne|étoiles|estrellas|stelle)';
const AVERAGES = Array.from({ length: 201 }, (_none, at) => (3 + at / 100).toFixed(2))
  .flatMap((average) => (average.endsWith('0') ? [average, average.slice(0, -1)] : [average]))
  .flatMap((average) => [average, average.replace('.', ',')]);
const AVERAGE = `(${AVERAGES.join('|')})`;
const REVIEW_QUOTE: Wording = {
  any: [
    '(1|2|3|4|5|five|four) (star|stars) (review|reviews|rating|ratings)|# (star|stars) (review|reviews|rating|ratings)|rated # (out|star|stars)|# out of 5|(customer|user|buyer) (review|reviews|rating|ratings|opinions)',
    '(our |)(customers|buyers|users) (say|love|loved|rave|adore)|(loved|trusted|used) by (over|more than) #|testimonial|testimonials',
    `${AVERAGE} ${STAR}|(rated|averages|average of|rating of|bewertet mit|noté|notée|valorado con|valutato) # ${STAR}|# ${STAR} (on average|average|im schnitt|de moyenne|de media|di media)|# ${STAR} (out of|von|sur|de|su) (5|10)`,
  ],
  en: ['highly rated|rave reviews'],
  de: [
    'kundenbewertung*|kundenrezension*|kundenmeinung*|*sterne bewertung*|# sterne bewertung*|(fünf|5) sterne (in|von|bei|bewertung*)|von kunden geliebt|unsere kunden (lieben|sagen|schwärmen)|begeisterte kunden',
  ],
  fr: ['avis (client|clients)|cinq étoiles|nos clients|note de # sur|témoignages'],
  es: ['reseña|reseñas|opiniones de (los |)clientes|cinco estrellas|nuestros clientes|valoraciones'],
  it: ['recensione|recensioni|cinque stelle|i nostri clienti|opinioni dei clienti|valutazioni'],
  zh: ['好评|买家秀|五星(推荐|评价|级)|用户评价|口碑'],
  ja: ['レビュー|口コミ|クチコミ|お客様の声|星(五|５|5)つ|評価をいただ|高評価|レビュー平均'],
};
/** A quality of hotels and a name of brands too. */
const STARS: Wording = {
  any: [`(five|four) stars|(4|5) ${STAR}|(five|5) star (quality|experience|rated|product|service)`],
  zh: ['五星'],
  ja: ['(五|5)つ星'],
};

const TIME_BOUND: Wording = {
  any: [
    'limited time|today only|only today|(this|the) (week|weekend|month|season|summer|winter) only|only (available |)this (week|weekend|month|season|spring|summer|autumn|fall|winter)|black friday|cyber monday|prime day|ends (soon|today)',
    'hurry (and|up|now)|limited (stock|stocks|quantity|quantities)|while they last|last chance|just (released|launched)|(new arrival|new arrivals)|new for #',
  ],
  de: [
    'nur heute|nur (für kurze zeit|noch bis|noch heute|noch diese woche|solange)|zeitlich begrenzt|neu eingetroffen|neu (für|in) #|solange der vorrat reicht|nur noch wenige stück|begrenzte (stückzahl|menge)|greifen sie (jetzt|schnell) zu',
  ],
  fr: [
    'offre limitée|durée limitée|(stock|stocks) (limité|limités)|quantité limitée|(profitez|dépêchez) (en|vous) vite|dans la limite des stocks|aujourd hui seulement|jusqu à (dimanche|samedi|lundi|vendredi|demain|ce soir)|dernière chance|nouveauté #|soldes d (hiver|été)',
  ],
  es: [
    'tiempo limitado|(solo|sólo) (hoy|esta semana|este mes|este fin de semana)|última oportunidad|hasta agotar existencias|(existencias|unidades) limitadas|stock limitado|últimas unidades|novedad #',
  ],
  it: [
    'tempo limitato|(solo|soltanto) (oggi|questa settimana|questo mese|per oggi)|ultima occasione|fino a esaurimento|(disponibilità|quantità) limitata|scorte limitate|ultimi pezzi|novità #',
  ],
  zh: [
    '限时|仅限今日|仅限今天|双十一|双11|618(大促|活动|年中|狂欢|购物节|特惠|促销|预售|期间)|(年中|天猫|京东|淘宝)618|新品上市|最新款|今日下单|最后一天|数量有限|售完即止',
  ],
  ja: ['期間限定|今だけ|本日限り|新発売|数量限定|在庫限り|今なら'],
};

const GUARANTEE: Wording = {
  any: [
    '(refund|refunds|refunded|refundable|guarantee|guarantees|guaranteed|guaranty|warranty)|money back|send it back|risk free|no questions asked|# (day|days) returns|free returns',
  ],
  de: ['geld zurück*|rückerstattung*|*garantie|garantiert|rückgaberecht|umtausch|gewährleistung'],
  fr: [
    'remboursement|remboursements|remboursé|remboursée|remboursés|garantie|garanti|garantis|garanties|satisfait ou remboursé|retours gratuits',
  ],
  es: [
    'reembolso|reembolsos|garantía|garantías|garantizado|garantizada|garantizamos|devolvemos (el|tu) dinero|te devolvemos|devolución|devoluciones',
  ],
  it: [
    'rimborso|rimborsi|rimborsati|rimborsato|garanzia|garanzie|garantito|garantita|garantiti|garantite|reso gratuito|per il reso',
  ],
  zh: [
    '退款|退货|包退|包换|质保|保修|联保|保证(正品|质量|退|满意|效果|无)|终身保|终身维修|免费换新|免费维修|包赔|包补|假一赔|无理由',
  ],
  ja: ['返金|返品|保証|返金保証|サイズ交換'],
};

/** What a seller tells of itself, and what a page says in place of a fact. */
const PAGE_TALK: Wording = {
  any: [
    'not eligible|yet to decide|copy pending|(contact|email|message|reach) us|customer (service|support)|after sales|our (store|shop)|buy with confidence|no quibble|can not be returned|cannot be returned',
  ],
  de: ['kundendienst|kontaktieren sie uns|rufen sie uns an|unser shop|ohne fragen'],
  fr: ['contactez nous|service client|notre boutique'],
  es: ['contáctanos|atención al cliente|nuestra tienda'],
  it: ['contattaci|servizio clienti|il nostro negozio'],
  zh: ['联系客服|售后服务|本店|加微信|微信号|关注公众号'],
  ja: ['カスタマーサ*|お問い合わせください|当店'],
};

export const SELLING_POLICIES = [
  ...detailPage('PROMOTION', PROMOTION, { ...TITLES }),
  ...detailPage('PROMOTION', NAMES, { ...TITLES, id: 'promotion-name', unlessInFacts: true }),
  ...detailPage('PRICE', PRICE, DETAIL_PAGE),
  ...detailPage('AVAILABILITY', AVAILABILITY, DETAIL_PAGE),
  ...detailPage('REVIEW_QUOTE', REVIEW_QUOTE, DETAIL_PAGE),
  ...detailPage('REVIEW_QUOTE', STARS, { ...DETAIL_PAGE, id: 'stars', unlessInFacts: true }),
  ...detailPage('TIME_BOUND', TIME_BOUND, DETAIL_PAGE),
  ...detailPage('GUARANTEE', GUARANTEE, {
    from: 'always',
    source: 'Seller Central help on bullet points, as quoted by three agencies; detail page rules 200390640',
  }),
  ...detailPage('LINK_OR_CONTACT', PAGE_TALK, { ...DETAIL_PAGE, id: 'page-talk' }),
];
