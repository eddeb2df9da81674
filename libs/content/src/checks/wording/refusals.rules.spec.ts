// Tests that an answer which refuses the text, or tells of the task, is published by no application.
import type { ApplicationId, GenerationTask } from '#contracts';
import { applicationOf } from '../../applications/index.ts';
import type { Content } from '../../applications/port.ts';
import { contextOf, review } from '../../review/review.rules.ts';

const BOARD = {
  id: '0193a0b0-0000-7000-8000-000000000001',
  genre: 'Custom',
  title: 'Nordwald Oak Cutting Board',
  brand: 'Nordwald',
  description: 'A cutting board of solid oak with a juice groove. It is oiled by hand.',
} as unknown as NonNullable<GenerationTask['product']>;
const OWN = { id: 'a', version: 1, name: 'n', instructions: 'Write.', resultType: 'TEXT' } as const;
const GOOD = 'The Nordwald cutting board is made of solid oak with a juice groove.';

/** The hard findings in a content on the board, as the rule and the item. */
function hardIn(content: Content, task: Partial<GenerationTask>, language = 'en'): string[] {
  const environment = { language, model: 'test:x', temperature: 0 };
  const whole = { inputs: {}, environment, product: BOARD, ...task } as unknown as GenerationTask;
  const { all } = review(content, contextOf({ task: whole, application: applicationOf(whole), secrets: [] }));
  return all.filter(({ severity }) => severity === 'hard').map(({ rule, variant }) => `${rule} ${variant}`);
}

const REFUSALS: [string, string][] = [
  ['en', "I'm sorry, but I can't help with that request about the Nordwald oak cutting board."],
  ['en', 'I’m sorry, I can’t assist with the Nordwald oak cutting board.'],
  ['en', 'Sorry. I cannot create content about this Nordwald oak cutting board.'],
  ['en', "I apologize, but I'm unable to write this description for the Nordwald cutting board."],
  ['en', "Unfortunately, I won't be able to provide a title for the Nordwald oak cutting board."],
  ['en', 'I am unable to write a product description for the Nordwald oak cutting board.'],
  ['en', "Unfortunately, I can't help with that."],
  ['en', "I'm sorry, I can't help with your request."],
  ['en', "I'm sorry, but I can't help you with."],
  ['de', "I'm sorry, but I can't help with that request about the Nordwald Schneidebrett."],
  ['de', 'Es tut mir leid, aber ich kann dazu keinen Text über das Schneidebrett Nordwald schreiben.'],
  ['de', 'Leider kann ich Ihnen bei dem Schneidebrett von Nordwald nicht weiterhelfen.'],
  ['de', 'Leider kann ich dabei nicht helfen.'],
  ['de', 'Leider kann ich Ihnen bei dieser Anfrage nicht helfen und bitte um Verständnis.'],
  ['de', 'Ich kann für das Schneidebrett von Nordwald keine Beschreibung verfassen.'],
  ['fr', 'Je suis désolé, mais je ne peux pas rédiger ce texte pour la planche Nordwald.'],
  ['fr', 'Désolé, je ne peux pas vous aider avec cette demande.'],
  ['fr', 'Je suis désolé, mais je ne peux pas vous aider.'],
  ['fr', 'Désolée, je ne suis pas en mesure d’écrire sur la planche Nordwald.'],
  ['fr', 'Je ne peux pas rédiger de description pour la planche Nordwald.'],
  ['es', 'Lo siento, pero no puedo ayudarte con el texto de la tabla Nordwald.'],
  ['es', 'Lo siento, no puedo ayudarle con esta solicitud.'],
  ['es', 'No puedo redactar una descripción de la tabla Nordwald.'],
  ['it', 'Mi dispiace, ma non posso scrivere questo testo per il tagliere Nordwald.'],
  ['it', 'Mi dispiace, non posso aiutarti con questa richiesta.'],
  ['it', 'Non sono in grado di scrivere una descrizione del tagliere Nordwald.'],
  ['zh-CN', '抱歉，我无法为Nordwald砧板撰写该内容。'],
  ['zh-TW', '很抱歉，我無法協助撰寫Nordwald砧板的內容。'],
  ['zh-CN', '很抱歉，我无法满足您的请求。'],
  ['zh-CN', '我不能为Nordwald砧板编写商品描述。'],
  ['ja', '申し訳ありませんが、Nordwaldのまな板の説明文は作成できません。'],
  ['ja', '申し訳ありませんが、Nordwaldのまな板のテキストの生成はできません。'],
  ['ja', '申し訳ございませんが、Nordwaldのまな板についてはお手伝いできません。'],
];

it.each(REFUSALS)('in %s refuses a refusal, in texts of a workspace too: %s', (language, text) => {
  expect(hardIn(text, { applicationId: 'product-description' }, language)).toContain('META_TALK 0');
  const own = { applicationId: OWN.id, application: OWN } as unknown as Partial<GenerationTask>;
  expect(hardIn(text, own, language)).toContain('META_TALK 0');
  expect(hardIn(`“${text}”`, own, language)).toContain('META_TALK 0');
});

const SORRY = "I'm sorry, but I can't help with that request about the oak cutting board.";

it.each<[ApplicationId, Content]>([
  ['product-title', [{ text: SORRY }]],
  ['bullet-points', [{ header: 'Solid oak', text: SORRY }, { text: 'A groove catches the juice.' }]],
  ['item-highlights', [{ text: SORRY }]],
  ['search-terms', SORRY],
  ['seo-meta', [{ title: 'Nordwald Oak Cutting Board', description: SORRY }]],
  ['rewrite', SORRY],
  ['faq', [{ question: 'Is it made of oak?', answer: SORRY }]],
  ['localise', [{ part: 'title', text: SORRY }]],
  ['alt-text', [{ text: SORRY }]],
  ['product-description', `${GOOD} ${SORRY}`],
  ['product-description', `${GOOD}\n\n${SORRY}`],
])('a refusal is none of %s: %j', (applicationId, content) => {
  const inputs = applicationId === 'rewrite' || applicationId === 'localise' ? { text: GOOD } : {};
  expect(hardIn(content, { applicationId, inputs } as Partial<GenerationTask>)).toContain('META_TALK 0');
});

it.each([
  `We must write about the Nordwald oak cutting board. ${GOOD}`,
  `So we need to write a product description. ${GOOD}`,
  `The user wants a text about the Nordwald oak cutting board. ${GOOD}`,
  `The user needs the text. ${GOOD}`,
  `The user is asking me to write about a board. ${GOOD}`,
  `${GOOD} The instructions say no prices.`,
  `${GOOD} The instructions say we must not name a price.`,
  `${GOOD}\n\nClaims:\n- product.title: Nordwald Oak Cutting Board.`,
  `${GOOD}\n\nClaims: product.title: Nordwald.`,
])('a text does not tell of its task: %s', (text) => {
  expect(hardIn(text, { applicationId: 'product-description' })).toContain('META_TALK 0');
});

it.each([
  ['en', "Sorry, I can't help it: oak is what I love."],
  ['en', 'A board for all who say: I cannot write on oak.'],
  ['en', 'Unfortunately, we cannot provide a gift box.'],
  ['en', "Unfortunately, I can't help with refunds here."],
  ['en', 'The instructions say we must oil it twice a year.'],
  ['en', 'The instructions say we must use distilled water.'],
  ['en', 'The user needs the text size raised.'],
  ['en', 'The user needs to create an account in the app, or to write the code down.'],
  ['en', 'The customer needs a copy of the invoice.'],
  ['en', 'We need to write less and cook more.'],
  ['en', "The instructions say how to oil it. The rules say we can't cut on it."],
  ['en', 'The instructions say not to use soap.'],
  ['en', 'Claims: none. Product: oak.'],
  ['en', '🌳 Oak, oiled by hand.'],
  ['de', 'Leider kann die Firma nicht jeden Wunsch erfüllen.'],
  ['de', 'Leider kann ich Ihre Frage nicht beantworten.'],
  ['de', 'Leider kann ich Ihnen bei Rückgaben nicht helfen.'],
  ['de', 'Ich kann schreiben, und der Stift kann nichts dafür.'],
  ['fr', 'Malheureusement, la planche ne peut pas aider à écrire.'],
  ['fr', 'Malheureusement, je ne peux pas répondre à votre question.'],
  ['fr', 'Malheureusement, je ne peux pas vous aider avec les retours.'],
  ['es', 'Lo siento, no puedo responder a su pregunta.'],
  ['es', 'Lo siento, no puedo ayudarle con las devoluciones.'],
  ['es', 'Lo siento, no puedo vivir sin mi tabla.'],
  ['it', 'Purtroppo non posso rispondere alla sua domanda.'],
  ['it', 'Purtroppo non posso aiutarla con i resi.'],
  ['it', 'Non posso vivere senza il mio tagliere.'],
  ['zh-CN', '对不起，我不能没有你。'],
  ['zh-CN', '很抱歉，我们不能提供礼盒包装。'],
  ['zh-TW', '很抱歉，我們無法提供禮盒包裝。'],
  ['ja', '恐れ入りますが、説明書のみの提供はできません。'],
  ['ja', '残念ながら、本機は画像の生成ができません'],
  ['ja', '申し訳ありませんが、名入れの作成はできません。'],
])('in %s what sounds alike is none: %s', (language, text) => {
  const found = hardIn(text, { applicationId: 'product-description' }, language);
  expect(found.filter((rule) => rule.startsWith('META_TALK'))).toEqual([]);
});

it('a product may be called so', () => {
  const product = { ...BOARD, title: "Nordwald Mug “I'm sorry, I can’t help with that”" };
  const text = "I'm sorry, I can't help with that: the Nordwald mug says so.";
  expect(hardIn(text, { applicationId: 'product-description' })).toContain('META_TALK 0');
  expect(hardIn(text, { applicationId: 'product-description', product })).not.toContain('META_TALK 0');
});
