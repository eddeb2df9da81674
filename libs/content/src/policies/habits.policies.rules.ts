// Policies on the habits of models: what they say about their own answer, and a choice that no fact offers.
import { detailPage, everywhere, type Wording } from './wording.rules.ts';

const META_TALK: Wording = {
  any: [
    '(here is|here s|here are|below is|below are) (a|the|your|my|five|an|some) (product |bullet |new |revised |updated |suggested |)(description|title|titles|points|text|listing|draft|version|suggestion)|(here is|here s|here are) (a|the|your) (description|text|title|listing) (you|for|that)',
    'as an ai|as a language model|as an ai language model|ai language model|let me know if|i hope this|i cannot (try|provide|verify|confirm)|i can t (provide|verify)|feel free to (edit|ask me)|based on the (information|data|facts) (provided|given|above)|(word|character) count|in this (listing|description) (we|i)|for your listing|i have (written|created|included)|i ve (written|created|included)',
    'the (product |)description (is|reads|must|should|includes|contains|says|mentions|provides)|the product (page|title|listing) (is a|must|should|reads|says)|the (features|tags|facts|keywords) (say|says|mention) that|the name of the product is',
    'the task (is|should|must)|work on (the|this) task|complete this task|this task (is|asks)|to write (the |)content (for|to|about)|(here is|here s|below is) the (content|data|text)|the (content|data|document|text) (above|below|in the document) (is|are|contains|offers|describes|has)|the (content|document) (is|must be|should be) (written|a list)|the (content|document) contains|this is the (product description|product summary|product title)|the customer wants to know|longer than the marketplace allows|is not among the facts|that is among the facts|the quality check (refused|has refused)',
    '(would you like|do you want) me to|(should|shall) i (adjust|change|add|write|make)|happy to help|based on the product (data|information|details|facts)|i have not (included|mentioned|added|used)|i did not (include|mention|add|use)|i (omitted|left out)|the (facts|data|information) (do not|does not|did not|don t|doesn t) (mention|say|state|specify|tell|include|provide|contain)|not (mentioned|stated|specified) in the (facts|data|source)|end of (the |)(description|listing)|the list contains|this list is designed|(this|the) (description|text|title) is (#|about #) (characters|words)',
  ],
  de: [
    'hier ist (ein|eine|der|die|das|ihr|ihre) (vorschlag|text|titel|entwurf|beschreibung|produktbeschreibung)|hier sind (die|ihre|fünf|drei) (titel|punkte|stichpunkte)|als (ki|sprachmodell)|als ki modell|lassen sie mich wissen|ich hoffe|gerne hier|für die produktbeschreibung',
    'soll ich (den|die|das|es|noch|weitere|etwas)|möchten sie dass ich|kann ich (weitere|gerne)|ich kann (gerne|ihnen)|auf (basis|grundlage) der (produktdaten|angaben|daten|fakten|bereitgestellten)|nicht (genannt|angegeben|erwähnt)|in den (daten|fakten) nicht',
  ],
  fr: [
    'voici (une|la|votre|un|le|les|des) (description|titre|texte|proposition|fiche|liste|titres)|en tant qu (ia|intelligence artificielle)|en tant que modèle|n hésitez pas à (me|modifier|demander)|j espère que|bien sûr voici',
    '(souhaitez|voulez) vous que je|dois je|je peux (aussi|également)|(n est|ne sont) pas (indiqué|indiqués|indiquée|indiquées|mentionné|mentionnée|mentionnés|précisé|précisée|spécifié|spécifiée)|(selon|d après) les (données|informations) (fournies|du produit)',
  ],
  es: [
    'aquí (tienes|tiene|está|van) (una|la|el|un|tu|su|los|las) (descripción|título|texto|propuesta|lista)|como (modelo de lenguaje|ia|inteligencia artificial)|espero que (te|le|esto)|avísame si|no dudes en',
    '(quieres|quiere|deseas|desea) que (ajuste|modifique|cambie|añada|escriba)|no he (incluido|mencionado|añadido|usado)|no se (menciona|mencionan|especifica|especifican)|según los datos (proporcionados|del producto)|como (solicitaste|pediste)',
  ],
  it: [
    'ecco (la|una|il|un|le|i|gli|l) (descrizione|titolo|testo|proposta|bozza|punti|elenco|descrizioni|titoli)|in quanto (ia|modello)|come modello linguistico|spero che|fammi sapere|non esitare a',
    '(vuoi|vuole|desideri|desidera) che (modifichi|cambi|aggiunga|scriva|adatti)|non ho (incluso|menzionato|aggiunto|usato)|non (è|sono) (indicato|indicata|indicati|indicate|specificato|specificata|menzionato|menzionata)|in base ai dati (forniti|del prodotto)',
  ],
  zh: [
    '以下(是|为)(您|你|为您|为你|商品|产品|该|一|根据)|(为|给)(您|你)(生成|撰写|编写|写)的|作为(一个|一名|)(人工智能|ai|AI|语言模型)|希望(这|对您|对你|能帮)|如需(修改|调整)|根据您提供|是否需要我|需要我(帮|再|为|调整|修改)|未提及|根据(产品|商品|提供的)(数据|信息|资料)',
  ],
  ja: [
    '以下(が|は|に)(商品|製品|ご|説明|タイトル|提案)|かしこまりました|承知(しました|いたしました)|(AI|言語モデル)として|ご要望|ご希望に応じ|お役に立て|作成いたしました|作成しました。|ご不明な点|(調整|修正|変更)しましょうか|記載していません|(商品|製品)(データ|情報)に基づ',
  ],
};

/** Sentences about the product in the place of its name. */
const UNNAMED: Wording = {
  en: [
    '(the|this) (product|item) (is|has|comes|features|offers|provides|can|will|includes)|this _ (is|has|comes|features|offers|provides|includes)|this _ _ (is|has|comes|features|offers|provides|includes)',
  ],
  de: ['(das|dieses) produkt (ist|hat|bietet|besteht|kommt|verfügt)|dieser artikel (ist|hat|bietet)'],
  fr: ['(le|ce) produit (est|a|offre|comprend|dispose)|cet article (est|a|offre)'],
  es: ['(el|este) producto (es|está|tiene|ofrece|incluye)|este artículo (es|tiene|ofrece)'],
  it: ['(il|questo) prodotto (è|ha|offre|include)|questo articolo (è|ha|offre)'],
  zh: ['(该|本|此|这款|这个)(产品|商品)(是|采用|具有|由|可)'],
  ja: ['(この|本)(商品|製品)(は|に|を)'],
};

const MANY =
  '(various|different|several|multiple|many|numerous|a variety of|a wide variety of|a range of|a wide range of|#|two|three|four|five|six)';
/** More than one colour, size or style: a listing is about one of them unless its facts say otherwise. */
const CHOICE: Wording = {
  en: [
    `(available|comes|come|offered|sold) in ${MANY} (colors|colours|sizes|styles|designs|patterns|finishes|shapes|materials|variations|versions)`,
    `(available|comes|come|offered|sold) in ${MANY} _ (colors|colours|sizes|styles|designs|patterns|finishes|shapes|materials)`,
    'choose from (various|different|several|multiple|many|a variety of|a range of|#|two|three|four|five|six) (colors|colours|sizes|styles|designs|patterns|finishes)',
  ],
  de: [
    '(in|aus) (verschiedenen|mehreren|vielen|unterschiedlichen|zahlreichen|#|zwei|drei|vier|fünf|sechs) (farben|größen|ausführungen|designs|stilen|varianten|formen) (erhältlich|verfügbar|lieferbar|angeboten)|(erhältlich|verfügbar|lieferbar) in (verschiedenen|mehreren|vielen|unterschiedlichen|zahlreichen|#|zwei|drei|vier|fünf|sechs) (farben|größen|ausführungen|designs|stilen|varianten|formen)',
  ],
  fr: [
    '(disponible|disponibles|proposé|proposée|existe|décliné|déclinée) (en|dans) (plusieurs|différentes|différents|diverses|divers|de nombreuses|de nombreux|#|deux|trois|quatre|cinq|six) (couleurs|coloris|tailles|styles|motifs|formats|finitions)',
  ],
  es: [
    '(disponible|disponibles|se ofrece|viene) en (varios|varias|diferentes|distintos|distintas|múltiples|muchos|muchas|una variedad de|#|dos|tres|cuatro|cinco|seis) (colores|tamaños|tallas|estilos|diseños|acabados)',
  ],
  it: [
    '(disponibile|disponibili|offerto|proposto) in (vari|varie|diversi|diverse|molti|molte|più|numerosi|numerose|#|due|tre|quattro|cinque|sei) (colori|dimensioni|taglie|stili|misure|finiture|modelli)',
  ],
  zh: [
    '(多种|多款|各种|不同|多个|两种|三种|四种|五种|六种)(颜色|尺寸|尺码|款式|规格)(可选|可供选择|供选择|任选|可以选择)|多色可选|多款可选|多尺寸可选|多规格可选',
  ],
  ja: [
    '(豊富な|さまざまな|様々な|複数の|多彩な|色々な|いろいろな)(カラー|色|サイズ|デザイン|スタイル)(から選べ|からお選び|をご用意|を用意|展開|で展開)|(カラー|サイズ|色)(は|が|も)(豊富|選べ)',
  ],
};

export const HABIT_POLICIES = [
  ...everywhere('META_TALK', META_TALK, {
    from: '2026-11-24',
    source: 'Ours: words of a model about its own answer',
  }),
  ...everywhere('SENTENCE_AS_TITLE', UNNAMED, {
    id: 'unnamed',
    from: '2026-11-26',
    source: 'Ours: a title or a highlight is a phrase, not a sentence about the product',
    unlessInFacts: true, // a book may be called so
  }).map((row) => ({ ...row, applications: ['product-title' as const, 'item-highlights' as const] })),
  ...detailPage('UNGROUNDED_CHOICE', CHOICE, {
    from: '2026-11-26',
    source: 'Ours: models offer colours and sizes that nobody named',
    unlessInFacts: true,
    mayBeSoftened: true,
  }),
];
