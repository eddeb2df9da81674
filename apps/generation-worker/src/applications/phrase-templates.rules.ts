// Phrase templates: the words that the offline composers put around source data, in each language that they have.

/** The words of one language. None of them claims anything about a product. */
export interface PhraseTemplates {
  /** For lists, such as “a, b and c”. */
  list: Intl.ListFormat;
  /** First sentence of a description; `warm` for tones that address the reader. */
  introduce: (title: string, brand: string, warm: boolean) => string;
  /** Ends a sentence. */
  stop: string;
  /** Between a label and its value. */
  colon: string;
  /** Between two sentences. */
  gap: string;
  labels: Readonly<Record<Label, string>>;
  /** Translations of common labels in specifications, by the English label in lower case. */
  details: Readonly<Record<string, string>>;
}

/** Labels that a composer adds. */
export type Label = 'product' | 'brand' | 'category' | 'keywords' | 'audience';

const DETAILS = ['color', 'size', 'material', 'style', 'pattern', 'manufacturer', 'model number'];

type Introduction = (title: string, brand: string) => string;

interface Words {
  plain: Introduction;
  warm: Introduction;
  labels: readonly [product: string, brand: string, category: string, keywords: string, audience: string];
  /** In the order of DETAILS. */
  details: readonly string[];
}

const by =
  (before: string, word: string): Introduction =>
  (title, brand) =>
    `${before}${title}${brand && ` ${word} ${brand}`}.`;

const WORDS: Readonly<Record<string, Words>> = {
  en: {
    plain: by('', 'by'),
    warm: by('Meet ', 'by'),
    labels: ['Product', 'Brand', 'Category', 'Key terms', 'For'],
    details: ['Color', 'Size', 'Material', 'Style', 'Pattern', 'Manufacturer', 'Model number'],
  },
  de: {
    plain: by('', 'von'),
    warm: by('Das ist ', 'von'),
    labels: ['Produkt', 'Marke', 'Kategorie', 'Stichwörter', 'Für'],
    details: ['Farbe', 'Größe', 'Material', 'Stil', 'Muster', 'Hersteller', 'Modellnummer'],
  },
  fr: {
    plain: by('', 'de'),
    warm: by('Découvrez ', 'de'),
    labels: ['Produit', 'Marque', 'Catégorie', 'Mots-clés', 'Pour'],
    details: ['Couleur', 'Taille', 'Matière', 'Style', 'Motif', 'Fabricant', 'Numéro de modèle'],
  },
  es: {
    plain: by('', 'de'),
    warm: by('Descubre ', 'de'),
    labels: ['Producto', 'Marca', 'Categoría', 'Palabras clave', 'Para'],
    details: ['Color', 'Tamaño', 'Material', 'Estilo', 'Estampado', 'Fabricante', 'Número de modelo'],
  },
  it: {
    plain: by('', 'di'),
    warm: by('Scopri ', 'di'),
    labels: ['Prodotto', 'Marca', 'Categoria', 'Parole chiave', 'Per'],
    details: ['Colore', 'Dimensioni', 'Materiale', 'Stile', 'Motivo', 'Produttore', 'Numero di modello'],
  },
  zh: {
    plain: (title, brand) => `${brand && `${brand} `}${title}。`,
    warm: (title, brand) => `为您介绍${brand && `${brand} `}${title}。`,
    labels: ['产品', '品牌', '类别', '关键词', '适用对象'],
    details: ['颜色', '尺寸', '材质', '款式', '图案', '制造商', '型号'],
  },
  ja: {
    plain: (title, brand) => `${brand && `${brand} の `}${title}。`,
    warm: (title, brand) => `${brand && `${brand} の `}${title}をご紹介します。`,
    labels: ['商品', 'ブランド', 'カテゴリー', 'キーワード', '対象'],
    details: ['色', 'サイズ', '素材', 'スタイル', '柄', 'メーカー', '型番'],
  },
};

function templatesFor(code: string, { plain, warm, labels, details }: Words): PhraseTemplates {
  const cjk = code === 'zh' || code === 'ja';
  const [product, brand, category, keywords, audience] = labels;
  return {
    list: new Intl.ListFormat(code, { type: 'conjunction' }),
    introduce: (title, maker, addressing) => (addressing ? warm : plain)(title, maker),
    stop: cjk ? '。' : '.',
    colon: cjk ? '：' : ': ',
    gap: cjk ? '' : ' ',
    labels: { product, brand, category, keywords, audience },
    details: Object.fromEntries(DETAILS.map((label, place) => [label, details[place] ?? label])),
  };
}

const TEMPLATES = new Map(Object.entries(WORDS).map(([code, words]) => [code, templatesFor(code, words)]));

/** The phrase templates of a language, such as `de`; undefined for a language without templates. */
export function phraseTemplatesOf(code: string): PhraseTemplates | undefined {
  return TEMPLATES.get(code);
}
