// Finds answers that are no text about a product: a model refuses to write one, or tells what it was asked to write.
import type { GenerationTask } from '#contracts';
import type { Language } from '../../findings/languages.rules.ts';
import type { Violation } from '../../findings/violations.rules.ts';
import { sourceDataOf, textsIn } from '../../source-data/source-data.rules.ts';
import { matchesOf } from '../../words/matches.rules.ts';

/** What may stand between two words of one sentence. */
const WITHIN = (most: number): string => `[^.!?。！？\\n]{0,${most}}?`;
/** Where a sentence ends, or a part of it. */
const END = '(?=\\s*(?:[.,!?;:]|$)|\\n)';
const APOSTROPHE = "['’]";
/** What a text for a product is called, and what else is asked for: “I can't write on it” may be said of a board. */
const TEXTS = 'text|texts|content|descriptions?|titles?|bullet points?|translation';
const ASKED = `(?:${TEXTS}|listing|copy|summary|keywords|search terms|answers?|response|request|task)(?!\\p{L})`;
/** Behind the name of a text that is itself what is meant: the text size is none. */
const NO_NOUN = `(?:${END}|(?= (?:about|of|for|in|that|which|to|and|or|from|with|based|as)(?!\\p{L})))`;
/** What the rules for a text are about. */
const RULED = 'prices?|links?|emojis?|claims?|markdown|html|headings?|promotions?|urls?|brands?';
/** “I” alone: what “we” cannot provide may be a gift box. */
const ENGLISH_CANNOT = `(?:i (?:can(?:no|${APOSTROPHE})t|can not|could(?: not|n${APOSTROPHE}t)|(?:will not|won${APOSTROPHE}t) be able to|(?:am|was) (?:unable|not able) to|(?:must|have to) decline to)|i${APOSTROPHE}m (?:unable|not able) to)`;
/** What a model is asked for; with refunds a shop may not help. */
const REQUEST = '(?:that|this|your (?:request|task))(?!\\p{L})';
const ENGLISH_WRITE =
  '(?:write|create|generate|produce|provide|compose|draft|complete|fulfil{1,2}|rewrite|translate|answer|process)';
const FRENCH_TEXTS = '(?:textes?|descriptions?|contenus?|titres?|fiche|traduction)';
const SPANISH_TEXTS = '(?:textos?|descripci(?:ón|ones)|contenidos?|títulos?|ficha|traducción)';
const ITALIAN_TEXTS = '(?:test[oi]|descrizion[ei]|contenut[oi]|titol[oi]|scheda|traduzione)';
const CHINESE_TEXTS = '(?:内容|內容|描述|文案|标题|標題|文字|文本|文章|译文|譯文)';

/** How a sentence of a refusal goes on after a word of regret, and one that needs none because it names the text. */
const REFUSALS: Readonly<Record<string, readonly string[]>> = {
  en: [
    `(?:(?:i${APOSTROPHE}m|i am) (?:so |very |really |truly )?sorry|(?:so |very )?sorry|i (?:sincerely )?apologi[sz]e|(?:my |our )?apologies|unfortunately|regrettably|i regret)${WITHIN(40)}[\\s,.;:—–-]+${ENGLISH_CANNOT} (?:help(?: you)? with ${REQUEST}|assist(?: you)? with (?:the(?!\\p{L})|${REQUEST})|(?:help|assist)(?: you)?(?: with)?${END}|comply(?!\\p{L})|do that(?!\\p{L})|${ENGLISH_WRITE}${WITHIN(60)}(?<!\\p{L})${ASKED})`,
    `${ENGLISH_CANNOT} (?:(?:help|assist)(?: you)? with (?:that|this|your) (?:request|task)|comply with|${ENGLISH_WRITE} (?:an?|any|the|this|that|such|your|it as)(?: [\\p{L}-]+){0,4} ${ASKED})`,
  ],
  de: [
    `(?:(?:es )?tut mir (?:sehr |wirklich )?leid|leider|entschuldigung|entschuldigen sie|verzeihung|ich bedau(?:r|er)e)${WITHIN(30)}(?<!\\p{L})(?:ich (?:kann|darf|konnte|bin nicht in der lage)|(?:kann|darf|konnte) ich)(?=${WITHIN(120)}(?<!\\p{L})(?:nicht|keine?[mnrs]?)(?!\\p{L}))(?:${WITHIN(160)}(?<!\\p{L})(?:schreiben|erstellen|verfassen|formulieren|generieren|erfüllen|nachkommen|übersetzen)(?!\\p{L})|${WITHIN(120)}(?<!\\p{L})(?:dabei|damit|bei dieser anfrage)(?!\\p{L})${WITHIN(60)}(?<!\\p{L})(?:weiter)?helfen(?!\\p{L})|(?!${WITHIN(120)}(?<!\\p{L})(?:bei|mit) (?!(?:de[mr]|diese[mr]|ihre[mr]|deine[mr]) ))${WITHIN(160)}(?<!\\p{L})(?:weiter)?helfen${END})`,
    `ich kann (?=${WITHIN(80)}(?<!\\p{L})(?:nicht|keine?[mnrs]?)(?!\\p{L}))(?=${WITHIN(80)}(?:text|beschreibung|inhalte?|titel|anfrage|aufgabe|übersetzung)(?!\\p{L}))${WITHIN(120)}(?<!\\p{L})(?:schreiben|erstellen|verfassen|formulieren|generieren|erfüllen|liefern|übersetzen)(?!\\p{L})`,
  ],
  fr: [
    `(?:je suis (?:vraiment |sincèrement )?désolée?|désolée?|je (?:m${APOSTROPHE}|vous prie de m${APOSTROPHE})excuse[rz]?|malheureusement|je regrette|je crains)${WITHIN(40)}(?<!\\p{L})je (?:ne (?:peux|puis|pourrai)(?: malheureusement)?(?: pas)?|n${APOSTROPHE}ai pas pu|(?:ne suis pas en mesure|suis incapable|suis dans l${APOSTROPHE}incapacité) d(?:e|${APOSTROPHE}))${WITHIN(40)}(?<!\\p{L})(?:aider(?: (?:avec|à) (?:cela|cette demande|(?:le|la|ce|cette|votre) ${FRENCH_TEXTS})(?!\\p{L})|${END})|(?:rédiger|écrire|créer|fournir|générer|produire|traduire|donner suite)(?!\\p{L}))`,
    `je ne (?:peux|puis) pas (?:rédiger|écrire|créer|fournir|générer|produire|traduire)${WITHIN(40)}(?<!\\p{L})${FRENCH_TEXTS}(?!\\p{L})`,
  ],
  es: [
    `(?:lo siento(?: mucho)?|lo lamento|lamento|perdón|disculp[ae]|lamentablemente|desafortunadamente|mis disculpas)${WITHIN(40)}(?<!\\p{L})no (?:puedo|podré|soy capaz de|me es posible|he podido)(?!\\p{L})${WITHIN(40)}(?<!\\p{L})(?:ayudar(?:te|le|les|os)?(?: con (?:eso|esto|esta solicitud|(?:el|la|este|esta|su|tu) ${SPANISH_TEXTS})(?!\\p{L})|${END})|(?:escribir|redactar|crear|proporcionar|generar|producir|cumplir|traducir|completar)(?!\\p{L}))`,
    `(?:yo )?no puedo (?:escribir|redactar|crear|proporcionar|generar|traducir)${WITHIN(40)}(?<!\\p{L})${SPANISH_TEXTS}(?!\\p{L})`,
  ],
  it: [
    `(?:mi (?:dispiace|spiace)(?: molto)?|(?:sono )?spiacente|mi scuso|scus[ai](?:mi|te|ti)?|purtroppo)${WITHIN(40)}(?<!\\p{L})non (?:posso|potrò|sono in grado di|mi è possibile|riesco a|ho potuto)(?!\\p{L})${WITHIN(40)}(?<!\\p{L})(?:aiutar(?:ti|la|vi|e)(?: con (?:questo|questa richiesta|(?:il|la|questo|questa) ${ITALIAN_TEXTS})(?!\\p{L})|${END})|(?:scrivere|redigere|creare|fornir(?:e|ti|le)|generare|produrre|tradurre|soddisfare|completare)(?!\\p{L}))`,
    `non (?:posso|sono in grado di) (?:scrivere|redigere|creare|fornire|generare|tradurre)${WITHIN(40)}(?<!\\p{L})${ITALIAN_TEXTS}(?!\\p{L})`,
  ],
  zh: [
    `(?:非常|很|十分|真的)?(?:抱歉|对不起|對不起|不好意思|遗憾|遺憾)(?:[^。！？\\n]{0,20}?我|[，,]?但?)(?:目前|暂时|暫時)?(?:无法|無法|不能|没办法|沒辦法|没有办法|不可以)[^。！？\\n]{0,60}?(?:撰写|撰寫|编写|編寫|写|寫|提供|生成|创作|創作|帮|幫|协助|協助|满足|滿足|完成|回答|处理|處理|翻译|翻譯)[^。！？\\n]{0,40}?(?:${CHINESE_TEXTS}|请求|請求|任务|任務)`,
    `(?:(?:抱歉|对不起|對不起)[，,]?(?:但)?|我)(?:无法|無法|不能)[^。！？\\n]{0,60}?(?:撰写|撰寫|编写|編寫|写|寫|生成|创作|創作|提供|翻译|翻譯)[^。！？\\n]{0,12}?${CHINESE_TEXTS}`,
  ],
  ja: [
    `(?:大変|誠に)?(?:申し訳(?:あり|ござい)ません|申し訳ない(?:です|のです)|すみません|すいません|ごめんなさい|恐れ入ります|残念ながら)(?:[^。！？\\n]{0,80}?(?:執筆|お手伝い)|[^。！？\\n]{0,60}?(?:説明(?!書)|文章|文言|テキスト|コンテンツ|タイトル|内容|箇条書き|リクエスト|依頼|キーワード)[^。！？\\n]{0,20}?(?:作成|提供|生成|翻訳|書く|お書き))(?:する)?(?:こと)?[はがを]?(?:いた|致)?(?:でき|出来|しかね)(?:ません|ない|ます)`,
  ],
};

/** How a model begins to think aloud. */
const ALOUD = '(?:so |okay,? |ok,? |now,? )?';
/** What a model that thinks aloud tells of its task, and the list of what its text rests on, in English. */
const THOUGHTS: readonly string[] = [
  // What users need to create may be an account.
  `${ALOUD}(?:the|this) (?:user|customer|client|seller) (?:(?:wants|asks|asked|is asking|has asked|would like|needs) (?:me|us) to (?:write|create|generate|rewrite|translate|produce)(?!\\p{L})|(?:wants|asks for|asked for|is asking for|has asked for|would like|requests|requested) (?:an?|the|some|\\d+|five)(?: [\\p{L}-]+){0,3} (?:${TEXTS})(?!\\p{L})|needs (?:an?|the)(?: [\\p{L}-]+){0,3} (?:${TEXTS})${NO_NOUN})`,
  `${ALOUD}(?:we|i) (?:must|need to|should|have to) (?:now |only )?(?:write|output|rewrite|translate) (?:about(?!\\p{L})|(?:an?|the|this|five|\\d+)(?: [\\p{L}-]+){0,4} (?:${TEXTS})(?!\\p{L}))`,
  `(?:the|my) (?:instructions?|prompt|system prompt) (?:says?|states?) (?:that )?(?:we|i) (?:must|should) (?:not |only )?(?:(?:write|mention|output|produce)(?!\\p{L})|(?:name|use|include|avoid)${WITHIN(40)}(?<!\\p{L})(?:${TEXTS}|${RULED}|facts?|words|keywords|sentences?|characters)(?!\\p{L}))`,
  `(?:the|these) (?:instructions?|guidelines|rules|prompt|system prompt) (?:says?|states?|requires?) (?:no|not to (?:use|mention|include|write)|to avoid) (?:${RULED})(?!\\p{L})`,
  'claims?[:：]\\s*(?:[-*•] *)?(?:product|inputs|document|original)\\.\\p{L}',
];

/** Where such a sentence begins: with the text, perhaps in a quote, and with a line, or behind a heading or another sentence. */
const OPENING = /^[\s"“„«「]*/u;
const BEGINNING = /[\n.!?。！？:：]\s*/gu;
const patternOf = (parts: readonly string[]): RegExp => new RegExp(parts.join('|'), 'iuy');
const ENGLISH = [...(REFUSALS['en'] ?? []), ...THOUGHTS];
/** By language, with what is met in texts of all languages. */
const REFUSED = new Map(
  Object.entries(REFUSALS).map(([code, own]) => [
    code,
    patternOf(code === 'en' ? ENGLISH : [...own, ...ENGLISH]),
  ]),
);
const REFUSED_IN_ANY = patternOf([...Object.values(REFUSALS).flat(), ...THOUGHTS]);

/** Sentences that refuse a text or tell of its task. A product may be called so, and a text that is written again may say so. */
export function checkRefusals(text: string, task: GenerationTask, { code }: Language): Violation[] {
  const pattern = REFUSED.get(code) ?? REFUSED_IN_ANY;
  const opening = OPENING.exec(text)?.[0].length ?? 0;
  const others = matchesOf(text, BEGINNING).map(({ 0: mark, index }) => index + mark.length);
  const found = [...new Set([opening, ...others])].flatMap((start): Violation[] => {
    pattern.lastIndex = start;
    const said = pattern.exec(text)?.[0];
    return said === undefined ? [] : [{ rule: 'META_TALK', start, end: start + said.length }];
  });
  if (found.length === 0) return found;
  const facts = textsIn(sourceDataOf(task)).map(plainOf);
  const isFact = (said: string): boolean => facts.some((fact) => fact.includes(said));
  return found.filter(({ start, end }) => !isFact(plainOf(text.slice(start, end))));
}

/** A text as it is compared: with one kind of apostrophe, and no blanks around it. */
function plainOf(text: string): string {
  return text.replaceAll('’', "'").toLowerCase().trim();
}
