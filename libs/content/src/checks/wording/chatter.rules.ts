// Finds how models open an answer: with a word to who asked, as in “Sure!”, or with what they write, as in “Product description: …”.
import type { GenerationTask } from '#contracts';
import type { Language } from '../../findings/languages.rules.ts';
import { matches, type Violation } from '../../findings/violations.rules.ts';
import { sourceDataOf, textsIn } from '../../source-data/source-data.rules.ts';

/** Names of kinds of texts, as patterns. Those of English are met in texts of all languages. */
const LABELS: Readonly<Record<string, string>> = {
  en: 'product(?: name)?|(?:(?:product|item|short|long|new|final|revised|rewritten|translated|seo|meta|page) )?(?:title|description)|(?:product|item) (?:highlights?|listing|copy)|bullet points?|(?:backend )?search terms?|(?:(?:rewritten|revised|final) )?text|answer|question|translation|[qa]',
  de: 'produkt(?:name)?|(?:produkt|artikel|seo-?|meta-?)?(?:titel|beschreibung)|(?:kurz|lang)beschreibung|produkt-?highlights|aufzählungspunkte?|stichpunkte?|suchbegriffe|antwort|frage|übersetzung',
  fr: '(?:nom du )?produit|(?:titre|description)(?: du produit| seo)?|méta[ -]?(?:titre|description)|fiche produit|termes de recherche|mots[ -]clés|réponse|question|traduction|texte',
  es: '(?:nombre del )?producto|(?:título|descripción)(?: del producto| seo)?|meta ?(?:título|descripción)|términos de búsqueda|palabras clave|respuesta|pregunta|traducción|texto',
  it: '(?:nome del )?prodotto|(?:titolo|descrizione)(?: del prodotto| seo)?|meta ?(?:titolo|descrizione)|punti elenco|termini di ricerca|parole chiave|risposta|domanda|traduzione|testo',
  zh: '(?:商品|产品|產品|SEO|元)?(?:标题|描述|標題)|(?:商品|产品|產品)(?:名称|介绍|说明|文案|名稱|介紹|說明)?|五点描述|要点|搜索词|关键词|關鍵[字詞]|译文|翻译|翻譯|答案|回答|[问問]题?|問題|答',
  ja: '(?:商品|製品|SEO|メタ)?(?:タイトル|説明文?|ディスクリプション)|商品名?|製品名?|商品紹介文?|箇条書き|検索(?:キーワード|語)|翻訳|回答|質問|答え',
};
/** Words to who asked, as patterns with the mark behind them: “Natürlich, leicht, robust” is of the product. */
const OPENINGS: Readonly<Record<string, string>> = {
  en: "(?:sure(?: thing)?|of course|certainly|absolutely|ok(?:ay)?|al?right|got it|understood|no problem|great question|with pleasure|as (?:you )?requested|here you go|here (?:it|they) (?:is|are)|thanks?(?: you)?(?: for [^.!:\\n]{1,60})?)[!.,:]|i(?:'d| would|'m| am|'ll| will) (?:be )?(?:happy|glad|able|going) to",
  de: '(?:natürlich|(?:na )?klar|sicher)!|(?:natürlich|(?:na )?klar|sicher), hier|(?:gerne?|selbstverständlich|alles klar|verstanden|wie gewünscht|hier (?:ist|sind) (?:er|sie|es))[!.,:]',
  fr: "(?:bien sûr|avec plaisir|certainement|d['’]accord|volontiers|entendu|comme demandé|(?:le|la|les) voici)\\s?[!.,:]",
  es: '¡?(?:claro(?: que sí)?|desde luego)!|¡?(?:claro que sí|por supuesto|con (?:mucho )?gusto|entendido|de acuerdo|aquí (?:la|lo) tienes)[!.,:]',
  it: "(?:certo|certamente)[!,]|(?:volentieri|con piacere|d['’]accordo|va bene|come richiesto|ecco(?:l[aoie]| fatto))[!.,:]",
  zh: '(?:好的|当然(?:可以)?|没问题|可以的|明白了?|收到|當然(?:可以)?|沒問題)[！!，,。:：]',
  ja: '(?:はい|もちろん(?:です)?|了解(?:しました|です)?|わかりました|分かりました)[、。！!]',
};
/** What follows a label: perhaps a number, and a colon or the end of the line. What may be a property, such as “Output: 12 V”, is none. */
const patternOf = (labels: string): RegExp =>
  new RegExp(`^[ \\t"'“„«「]*(?:${labels})(?: ?\\d{1,2})?(?:\\s*[:：]|[^\\S\\n]*\\n)`, 'gimu');
/** By language, with what is met in texts of all languages. */
const withEnglish = (parts: Readonly<Record<string, string>>): [string, string][] =>
  Object.entries(parts).map(([code, own]) => [code, code === 'en' ? own : `${own}|${parts['en']}`]);
const LABELLED = new Map(withEnglish(LABELS).map(([code, labels]) => [code, patternOf(labels)]));
const LABELLED_IN_ANY = patternOf(Object.values(LABELS).join('|'));
const openingOf = (openings: string): RegExp => new RegExp(`(?<![^])[\\s"'“„«「]*(?:${openings})`, 'giu');
const OPENED = new Map(withEnglish(OPENINGS).map(([code, openings]) => [code, openingOf(openings)]));
const OPENED_IN_ANY = openingOf(Object.values(OPENINGS).join('|'));

/** How a text opens, and the labels in front of its lines; no label where the text that it is written from has one too. */
export function checkChatter(text: string, task: GenerationTask, { code }: Language): Violation[] {
  const opening = matches('META_TALK', OPENED.get(code) ?? OPENED_IN_ANY, text);
  const labels = matches('META_TALK', LABELLED.get(code) ?? LABELLED_IN_ANY, text);
  const isGiven = (): boolean =>
    textsIn(sourceDataOf(task).original).some((original) => original.search(LABELLED_IN_ANY) >= 0);
  return labels.length > 0 && isGiven() ? opening : [...opening, ...labels];
}
