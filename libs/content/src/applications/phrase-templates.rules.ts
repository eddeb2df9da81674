// Phrase templates: the words that the offline composers put around source data, in each language that they have.

const DETAILS = ['color', 'size', 'material', 'style', 'pattern', 'manufacturer', 'model number'];

/** The first sentence of a description; `warm` for tones that address the reader. */
type Introduction = (title: string, brand: string, warm: boolean) => string;

interface Words {
  introduce: Introduction;
  labels: readonly [product: string, brand: string, category: string, keywords: string, audience: string];
  /** In the order of DETAILS. */
  details: readonly string[];
}

const by =
  (word: string, warmStart: string): Introduction =>
  (title, brand, warm) =>
    `${warm ? warmStart : ''}${title}${brand && ` ${word} ${brand}`}.`;

const WORDS: Readonly<Record<string, Words>> = {
  en: {
    introduce: by('by', 'Meet '),
    labels: ['Product', 'Brand', 'Category', 'Key terms', 'For'],
    details: ['Color', 'Size', 'Material', 'Style', 'Pattern', 'Manufacturer', 'Model number'],
  },
  de: {
    introduce: by('von', 'Das ist '),
    labels: ['Produkt', 'Marke', 'Kategorie', 'Stichwörter', 'Für'],
    details: ['Farbe', 'Größe', 'Material', 'Stil', 'Muster', 'Hersteller', 'Modellnummer'],
  },
  fr: {
    introduce: by('de', 'Découvrez '),
    labels: ['Produit', 'Marque', 'Catégorie', 'Mots-clés', 'Pour'],
    details: ['Couleur', 'Taille', 'Matière', 'Style', 'Motif', 'Fabricant', 'Numéro de modèle'],
  },
  es: {
    introduce: by('de', 'Descubre '),
    labels: ['Producto', 'Marca', 'Categoría', 'Palabras clave', 'Para'],
    details: ['Color', 'Tamaño', 'Material', 'Estilo', 'Estampado', 'Fabricante', 'Número de modelo'],
  },
  it: {
    introduce: by('di', 'Scopri '),
    labels: ['Prodotto', 'Marca', 'Categoria', 'Parole chiave', 'Per'],
    details: ['Colore', 'Dimensioni', 'Materiale', 'Stile', 'Motivo', 'Produttore', 'Numero di modello'],
  },
  zh: {
    introduce: (title, brand, warm) => `${warm ? '为您介绍' : ''}${brand && `${brand} `}${title}。`,
    labels: ['产品', '品牌', '类别', '关键词', '适用对象'],
    details: ['颜色', '尺寸', '材质', '款式', '图案', '制造商', '型号'],
  },
  ja: {
    introduce: (title, brand, warm) => `${brand && `${brand} の `}${title}${warm ? 'をご紹介します' : ''}。`,
    labels: ['商品', 'ブランド', 'カテゴリー', 'キーワード', '対象'],
    details: ['色', 'サイズ', '素材', 'スタイル', '柄', 'メーカー', '型番'],
  },
};

/** The words of one language. None of them claims anything about a product. */
export type PhraseTemplates = ReturnType<typeof templatesFor>;

function templatesFor(code: string, { introduce, labels, details }: Words) {
  const cjk = code === 'zh' || code === 'ja';
  const [product, brand, category, keywords, audience] = labels;
  return {
    introduce,
    /** For lists, such as “a, b and c”. */
    list: new Intl.ListFormat(code, { type: 'conjunction' }),
    /** Ends a sentence. */
    stop: cjk ? '。' : '.',
    /** Between a label and its value. */
    colon: cjk ? '：' : ': ',
    /** Between two sentences. */
    gap: cjk ? '' : ' ',
    labels: { product, brand, category, keywords, audience },
    /** Translations of common labels in specifications, by the English label in lower case. */
    details: new Map(DETAILS.map((label, place) => [label, details[place]])),
  };
}

/** The phrase templates of each language that has them, by its code, such as `de`. */
export const PHRASE_TEMPLATES: ReadonlyMap<string, PhraseTemplates> = new Map(
  Object.entries(WORDS).map(([code, words]) => [code, templatesFor(code, words)]),
);
