// Policies on boasts: that a product is the best of all, or better than those of others, cannot be checked.
import { detailPage, everywhere, type Wording } from './wording.rules.ts';

const BOASTS = {
  from: '2026-11-30',
  source: 'Ours: that a product is the best of all, or better than another maker’s, cannot be checked',
  unlessInFacts: true,
  mayBeSoftened: true,
} as const;

/** Up to three words, such as a product's name, between the parts of a boast. */
const NAME = '(_ |_ _ |_ _ _ |)';
/** The same where there is one: each piece that is made by hand is the only one in the world. */
const NAMED = '(_ |_ _ |_ _ _ )';
/** The same for Chinese and Japanese, in which each sign is a word. */
const SIGNS = '(_ |_ _ |_ _ _ |_ _ _ _ |_ _ _ _ _ |_ _ _ _ _ _ |_ _ _ _ _ _ _ |)';

/** Qualities that are boasted of; not those of mountains and animals, such as the tallest or the fastest. */
const QUALITIES = {
  en: '(best|finest|safest|softest|lightest|quietest|sturdiest|comfiest|coziest|cosiest|smoothest|healthiest|most comfortable|most durable|most reliable|most effective)',
  de: '(beste|bester|bestes|besten|bestem|sicherste*|weichste*|leichteste*|leiseste*|stabilste*|schärfste*|bequemste*|robusteste*|komfortabelste*|zuverlässigste*)',
  fr: '(meilleur|meilleure|meilleurs|meilleures|plus sûr|plus sûre|plus doux|plus douce|plus léger|plus légère|plus solide|plus robuste|plus résistant|plus résistante|plus silencieux|plus silencieuse|plus confortable|plus fiable)',
  es: '(mejor|mejores|más seguro|más segura|más suave|más ligero|más ligera|más resistente|más silencioso|más silenciosa|más cómodo|más cómoda|más fiable|más duradero|más duradera)',
  it: '(miglior|migliore|migliori|più sicuro|più sicura|più morbido|più morbida|più leggero|più leggera|più resistente|più robusto|più robusta|più silenzioso|più silenziosa|più comodo|più comoda|più affidabile)',
};

/** What is unequalled only in a boast: a relief, an obstacle or a story may be so without one. */
const MERITS = {
  en: '(quality|comfort|performance|durability|power|strength|value|precision|softness|flavour|flavor|taste|protection|versatility|reliability|stability|efficiency|sharpness|clarity)',
  de: '(qualität*|komfort|leistung*|haltbarkeit|kraft|präzision|weichheit|geschmack|schutz|vielseitigkeit|zuverlässigkeit|stabilität|klang|schärfe|preis*)',
  fr: '(qualité|confort|performance|performances|durabilité|puissance|précision|douceur|goût|saveur|protection|polyvalence|fiabilité|stabilité|efficacité|solidité|résistance|prix)',
  es: '(calidad|comodidad|confort|rendimiento|durabilidad|potencia|precisión|suavidad|sabor|protección|versatilidad|fiabilidad|estabilidad|eficacia|solidez|resistencia|precio|precios)',
  it: '(qualità|comfort|comodità|prestazioni|durata|potenza|precisione|morbidezza|gusto|sapore|protezione|versatilità|affidabilità|stabilità|efficacia|solidità|resistenza|prezzo|prezzi)',
};
const UNEQUALLED = {
  en: '(unmatched|unbeatable|incomparable|unrivalled|unrivaled|unparalleled|unsurpassed)',
  de: '(unübertroffen*|unvergleichlich*)',
  fr: '(inégalable|inégalables|inégalé|inégalée|inégalés|inégalées|incomparable|incomparables)',
  es: '(inigualable|inigualables|inmejorable|inmejorables|insuperable|insuperables|incomparable|incomparables)',
  it: '(ineguagliabile|ineguagliabili|impareggiabile|impareggiabili|incomparabile|incomparabili|insuperabile|insuperabili)',
};

const BEST: Wording = {
  en: [
    `${QUALITIES.en} ${NAME}(in the world|on the market|ever made|ever built|of all time)|world s ${QUALITIES.en} (_|)|world s only|only ${NAMED}on the market|the only ${NAMED}(of its kind|in the world)|best ${NAME}money can buy`,
    `${UNEQUALLED.en} ${MERITS.en}|${MERITS.en} (is |are |)${UNEQUALLED.en}|second to none`,
  ],
  de: [
    `${QUALITIES.de} ${NAME}(der welt|auf dem markt|am markt|aller zeiten)|weltbeste*|(einzige|einziger|einziges|einzigen) ${NAME}(auf dem markt|am markt)|(einzige|einziger|einziges|einzigen) ${NAMED}(der welt|auf der welt|weltweit)`,
    `${UNEQUALLED.de} (_ |)${MERITS.de}|${MERITS.de} (ist |sind |bleibt |)${UNEQUALLED.de}|konkurrenzlos*`,
    '(sucht|suchen) (seinesgleichen|ihresgleichen)|(seinesgleichen|ihresgleichen) (sucht|suchen)',
  ],
  fr: [
    `${QUALITIES.fr} ${NAME}(du monde|au monde|du marché|sur le marché|de tous les temps|jamais fabriqué|jamais fabriquée|jamais conçu|jamais conçue|jamais créé|jamais créée)|unique sur le marché|(le seul|la seule|les seuls|les seules) ${NAME}(du marché|sur le marché)|(le seul|la seule|les seuls|les seules) ${NAMED}(au monde|du monde)`,
    `${MERITS.fr} (est |sont |)${UNEQUALLED.fr}|${UNEQUALLED.fr} ${MERITS.fr}|${MERITS.fr} sans (égal|égale|pareil|pareille)`,
  ],
  es: [
    `${QUALITIES.es} ${NAME}(del mundo|del mercado|en el mercado|de todos los tiempos|jamás fabricado|jamás fabricada|jamás creado|jamás creada|jamás hecho|jamás hecha)|(único|única|únicos|únicas) ${NAME}(del mercado|en el mercado)|(único|única|únicos|únicas) ${NAMED}(del mundo|en el mundo)`,
    `${MERITS.es} (es |son |)${UNEQUALLED.es}|${UNEQUALLED.es} ${MERITS.es}|${MERITS.es} sin (igual|parangón)|(inigualable|inigualables) en`,
  ],
  it: [
    `${QUALITIES.it} ${NAME}(al mondo|del mondo|sul mercato|del mercato|di tutti i tempi)|${QUALITIES.it} ${NAME}mai (realizzato|realizzata|creato|creata|prodotto|prodotta)|(unico|unica|unici|uniche) ${NAME}(sul mercato|del mercato)|(unico|unica|unici|uniche) ${NAMED}(al mondo|del mondo)`,
    `${MERITS.it} (è |sono |)${UNEQUALLED.it}|${UNEQUALLED.it} ${MERITS.it}|${MERITS.it} senza (pari|eguali)`,
  ],
  ja: [
    '史上(最高|最強|最軽量|最薄)|業界(で|)(最も|もっとも)|業界(最高|最強|最軽量|最薄|最小|最大|最速|最安|トップ|トップクラス)|業界一の|世界一の|世界最高(の|級|峰の)|市場で(最も|唯一)|世界(で|)唯一|世界で(最も|一番)(安全|優れ|静か|軽い|快適|使いやすい|おいし|美味し)|他に類を見ない|比類(の|)ない|比類なき|右に出るものはない',
  ],
};
/** What Chinese law forbids of the same. */
const BEST_IN_CHINA: Wording = {
  zh: [
    '无与伦比|无可比拟|举世无双|无出其右|天下第一|(世界上|世界|全球|市面上|市场上|业内|业界|行业|同类)最(好|佳|优|强|安全|先进|轻|薄|舒适|耐用|静音)|(行业|业内|业界|全球|国际|同类)领先',
  ],
};

/** Who else sells, in general. The makers of accessories count only as other ones. */
const RIVALS = {
  en: '(the competition|competitors|our competitors|the competitors|its competitors|competing brands|competing products|competing makers|competing models|other brands|other makers|other manufacturers|any other brand|most other brands|all other brands|leading brands|the leading brand|the leading brands|the leading competitor)',
  es: '(competencia|competidores|competidor)',
};
/** What is for sale: no other one offers so much, which is no boast of a button or a setting. */
const THING = {
  en: '(product|brand|model)',
  de: '(produkt|modell)',
  fr: '(produit|modèle|marque)',
  es: '(producto|modelo|marca)',
  it: '(prodotto|modello|marca)',
};

const THAN_OTHERS: Wording = {
  en: [
    `(unlike|compared to|compared with) ${RIVALS.en}|unlike (so many |many |most |)(other|cheap|cheaper|inferior) (_ |_ _ |)(brands|makers|manufacturers|products on the market)`,
    `(*er|more _) than ${RIVALS.en}|superior to ${RIVALS.en}`,
    '(better|softer|safer|quieter|sturdier|sharper|smoother|thicker|comfier|healthier|more comfortable|more durable|more reliable) than (any|all|every|most) (other|others)|superior to (any|all|every|most) (other|others)',
    '(outperforms|outlasts) (the competition|competitors|all others|any other|every other|other brands)|beats (the competition|other brands)',
    `no other (_ |)${THING.en} (offers|compares|comes close|can match|matches|can compete)`,
  ],
  de: [
    '(anders als|im gegensatz zu|im gegensatz zur|im vergleich zu|im vergleich zur|verglichen mit) (die |der |den |unsere |unserer |)(_ |_ der |_ unserer |)(konkurrenz*|mitbewerber*|wettbewerber*|anderen herstellern|andere hersteller|anderen marken|andere marken)',
    '*er als (die|unsere) (konkurrenz*|mitbewerber*)|*er als (andere hersteller|andere marken)|(besser|leiser|weicher|sicherer|stabiler|schärfer|bequemer|robuster|haltbarer) als (jeder|jede|jedes|jeden) (andere|anderer|anderes|anderen)|besser als (alle anderen|andere)',
    `kein (anderer|anderes) ${THING.de} (bietet|hält|erreicht)|keine andere ${THING.de} (bietet|hält|erreicht)`,
  ],
  fr: [
    '(contrairement|à la différence|par rapport|comparé|comparée) (aux|à la|à|des|de la|de) (_ |_ _ |)(concurrence|concurrent|concurrents|concurrente|concurrentes|autres marques|autres fabricants)',
    '(plus|moins|mieux|meilleur|meilleure|meilleurs|meilleures) (|_ |_ _ )que (la concurrence|ses concurrents|nos concurrents|les autres marques|les marques concurrentes|les produits concurrents|d autres marques)|(mieux|meilleur|meilleure) que (tous les autres|toutes les autres|n importe quel autre|n importe quelle autre)',
    `(aucun|aucune) autre ${THING.fr} (n offre|n égale|ne rivalise|ne chauffe|ne dure|ne résiste|ne tient)`,
  ],
  es: [
    `(a diferencia de|en comparación con|comparado con|comparada con|frente a) (la |los |las |)(_ |)(de la |de |)${RIVALS.es}|(a diferencia de|en comparación con) (las |)(otras|demás) marcas`,
    `(más|menos|mejor|mejores) (|_ |_ _ )que (la |los |las |)(_ |)(de la |)${RIVALS.es}|(mejor|mejores|más _) que (otras marcas|las demás marcas)|(mejor|mejores) que (cualquier otro|cualquier otra|todos los demás|todas las demás|ningún otro|ninguna otra)|(ningún otro|ninguna otra) ${THING.es} (ofrece|iguala|dura|supera)`,
  ],
  it: [
    '(rispetto|a differenza|in confronto|meglio|migliore|migliori|più _) (a|ai|agli|alle|alla|al|di|dei|degli|delle|della|del) (_ |_ _ |)(della |)(concorrenza|concorrente|concorrenti)',
    '(rispetto|a differenza|meglio|migliore|migliori|più _) (a|ai|agli|alle|di|dei|degli|delle) (altre marche|altri marchi|altri produttori)|(meglio|migliore|migliori) di (qualsiasi altro|qualsiasi altra|ogni altro|ogni altra|tutti gli altri|tutte le altre)',
    `nessun (altro|altra) ${THING.it} (offre|dura|regge|eguaglia|resiste|vanta|taglia|è così|è altrettanto)|come nessun altro ${THING.it}`,
  ],
  zh: [
    '(不同于|不像|区别于|有别于)(市面上的|市面上|市场上的|市场上|)(其他|其它|别的|别家|其余|普通)(的|)(品牌|牌子|厂家|厂商)|(不同于|不像|区别于|有别于)(同类|同行|竞品|竞争对手|别家)',
    '(与|和|跟)(其他|其它|别的)(品牌|牌子|厂家|厂商)(不同|不一样|相比|比)|比(其他|其它|别的|市面上的|市面上其他)(品牌|牌子|厂家|产品|同类)|比(同类|同行|竞品|竞争对手|别家)|(优于|超越|远超|胜过|领先)(其他品牌|其它品牌|同类|同行|竞品|竞争对手)',
  ],
  ja: [
    `(他社|競合|他メーカー|他ブランド|ライバル) ${SIGNS}(と違|とは違|と異な|とは異な|と比べ|と比較し|に比べ|より|を上回|を凌)`,
    '(他社|競合|他メーカー)(には|に)(ない|真似)|(他の|ほかの)どの(製品|商品|メーカー|ブランド|機種|モデル|ケトル)(より|よりも)',
  ],
};

export const BOAST_POLICIES = [
  ...detailPage('PROMOTION', BEST, { ...BOASTS, id: 'best-of-all' }),
  ...everywhere('ADVERTISING_LAW', BEST_IN_CHINA, { ...BOASTS, id: 'best-in-china' }),
  ...detailPage('COMPETITOR', THAN_OTHERS, { ...BOASTS, id: 'than-others' }),
];
