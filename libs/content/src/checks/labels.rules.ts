// Finds what a text calls itself: models head a text with its kind, as in “Product description: …”.
import type { GenerationTask } from '#contracts';
import type { Language } from '../findings/languages.rules.ts';
import { matches, type Violation } from '../findings/violations.rules.ts';
import { sourceDataOf, textsIn } from '../source-data/source-data.rules.ts';

/** Names of kinds of texts, as patterns. Those of English are met in texts of all languages. */
const LABELS: Readonly<Record<string, string>> = {
  en: '(?:(?:product|item|short|long|new|final|revised|rewritten|translated|seo|meta|page) )?(?:title|description)|(?:product|item) (?:highlights?|listing|copy)|bullet points?|(?:backend )?search terms?|(?:(?:rewritten|revised|final) )?text|answer|question|translation|[qa]',
  de: '(?:produkt|artikel|seo-?|meta-?)?(?:titel|beschreibung)|(?:kurz|lang)beschreibung|produkt-?highlights|aufzählungspunkte?|stichpunkte?|suchbegriffe|antwort|frage|übersetzung',
  fr: '(?:titre|description)(?: du produit| seo)?|méta[ -]?(?:titre|description)|fiche produit|termes de recherche|mots[ -]clés|réponse|question|traduction|texte',
  es: '(?:título|descripción)(?: del producto| seo)?|meta ?(?:título|descripción)|términos de búsqueda|palabras clave|respuesta|pregunta|traducción|texto',
  it: '(?:titolo|descrizione)(?: del prodotto| seo)?|meta ?(?:titolo|descrizione)|punti elenco|termini di ricerca|parole chiave|risposta|domanda|traduzione|testo',
  zh: '(?:商品|产品|產品|SEO|元)?(?:标题|描述|標題)|(?:商品|产品|產品)(?:名称|介绍|说明|文案|名稱|介紹|說明)|五点描述|要点|搜索词|关键词|關鍵[字詞]|译文|翻译|翻譯|答案|回答|[问問]题?|問題|答',
  ja: '(?:商品|製品|SEO|メタ)?(?:タイトル|説明文?|ディスクリプション)|商品名|商品紹介文?|箇条書き|検索(?:キーワード|語)|翻訳|回答|質問|答え',
};
/** What follows a label: perhaps a number, and a colon or the end of the line. What may be a property, such as “Output: 12 V”, is none. */
const patternOf = (labels: string): RegExp =>
  new RegExp(`^[ \\t"'“„«「]*(?:${labels})(?: ?\\d{1,2})?(?:\\s*[:：]|[^\\S\\n]*\\n)`, 'gimu');
const PATTERNS = new Map(
  Object.entries(LABELS).map(([code, labels]) => [
    code,
    patternOf(code === 'en' ? labels : `${labels}|${LABELS['en']}`),
  ]),
);
const IN_ANY = patternOf(Object.values(LABELS).join('|'));

/** The labels in front of the lines of a text; none where the text that it is written from has one too. */
export function checkLabels(text: string, task: GenerationTask, { code }: Language): Violation[] {
  const found = matches('META_TALK', PATTERNS.get(code) ?? IN_ANY, text);
  if (found.length === 0) return found;
  return textsIn(sourceDataOf(task).original).some((original) => original.search(IN_ANY) >= 0) ? [] : found;
}
