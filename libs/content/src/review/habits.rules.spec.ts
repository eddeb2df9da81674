// Tests the review with habits of models: texts that SmolLM2 135M and others have written of the invented products.
import type { ApplicationId, GenerationTask } from '#contracts';
import { applicationOf } from '../applications/index.ts';
import { contextOf, review } from './review.rules.ts';

const LAMP = {
  id: '0193a0b0-0000-7000-8000-000000000001',
  genre: 'Retailer',
  marketplace: 'US',
  asin: 'B0SHELF002',
  title: 'Northlight Enamel Desk Lamp, Adjustable Arm, Forest Green',
  brand: 'Northlight',
  description:
    'The arm of this desk lamp moves in three places and stays where you leave it. The shade is steel with two layers of enamel. It takes every E27 bulb up to 40 W; the bulb is not included. The cable is 1.8 m long and has a switch.',
  specification: 'Color: Forest Green',
  tags: ['Home & Kitchen', 'Lighting', 'Desk Lamps'],
} as const;

/** A task about the lamp. */
function taskOf(
  applicationId: ApplicationId,
  language = 'en',
  { more = '', tags = LAMP.tags }: { more?: string; tags?: readonly string[] } = {},
) {
  const task = {
    applicationId,
    inputs: {},
    environment: { language, model: 'local:smollm2-135m', temperature: 0.7 },
    product: { ...LAMP, description: `${LAMP.description} ${more}`, tags },
  } as unknown as GenerationTask;
  return { task, application: applicationOf(task), secrets: [] };
}

/** The rules that forbid a description of the lamp. */
function rulesAgainst(text: string, language = 'en', more = ''): string[] {
  const { all } = review(text, contextOf(taskOf('product-description', language, { more })));
  return all.filter(({ severity }) => severity === 'hard').map(({ rule }) => rule);
}

const GOOD = 'The steel shade of this desk lamp has two layers of enamel, and its arm moves in three places.';

it.each([
  ["Here's the content:\n\n", ''],
  ["I'm ready. Let's work on the task. ", ''],
  ['The customer wants to know what this lamp is made of. ', ''],
  ['The task: - to write content for the product description. ', ''],
  ['The data below contains the information about the lamp. ', ''],
  ['', ' The features say that it is a lamp.'],
  ['', ' The product description mentions its switch.'],
  ['', ' The content is a list of a few words.'],
  ['This is the product description. ', ''],
  ['Product description: ', ''],
  ['', ' The item is longer than the marketplace allows.'],
  ['', ' The quality check refused the answer for these reasons.'],
])('refuses what a model says of its task: %s…%s', (before, after) => {
  expect(rulesAgainst(GOOD)).toEqual([]);
  expect(rulesAgainst(`${before}${GOOD}${after}`)).toContain('META_TALK');
});

it.each(['Three speeds give the right power for the task.', 'It has what is needed to complete the task.'])(
  'allows a product to have a task: %s',
  (said) => expect(rulesAgainst(`${GOOD} ${said}`)).not.toContain('META_TALK'),
);

it.each([
  ['en', 'Would you like me to adjust the tone?'],
  ['en', 'Note: I have not included the price.'],
  ['en', 'The facts do not mention the weight.'],
  ['de', 'Soll ich den Ton anpassen?'],
  ['de', 'Das Gewicht ist nicht angegeben.'],
  ['fr', 'Souhaitez-vous que je modifie le ton ?'],
  ['fr', 'Le poids n’est pas indiqué.'],
  ['es', '¿Quieres que ajuste el tono?'],
  ['es', 'No he incluido el precio.'],
  ['it', 'Vuoi che modifichi il tono?'],
  ['it', 'Il peso non è indicato.'],
  ['zh-CN', '是否需要我调整语气？'],
  ['zh-CN', '重量未提及。'],
  ['ja', 'トーンを調整しましょうか？'],
  ['ja', '重さは記載していません。'],
])('refuses what a model offers, and what it says it was not told, in %s: %s', (language, text) => {
  expect(rulesAgainst(text, language)).toContain('META_TALK');
});

it.each(['The product_data is a small lamp. ', 'It is among the category_data of lamps. '])(
  'refuses the names of the blocks of the prompt: %s',
  (said) => expect(rulesAgainst(`${said}${GOOD}`)).toContain('PLACEHOLDER'),
);

it.each([
  ['en', `${GOOD} It is available in 3 colors.`],
  ['en', `${GOOD} The lamp comes in a variety of sizes.`],
  [
    'de',
    'Der Schirm aus Stahl hat zwei Schichten Emaille, und der Arm der Lampe ist in verschiedenen Farben erhältlich.',
  ],
  [
    'fr',
    "L'abat-jour en acier a deux couches d'émail, et la lampe de bureau est disponible en plusieurs couleurs.",
  ],
  [
    'es',
    'La pantalla de acero tiene dos capas de esmalte, y la lámpara de escritorio está disponible en varios colores.',
  ],
  [
    'it',
    'Il paralume in acciaio ha due strati di smalto, e la lampada da tavolo è disponibile in diversi colori.',
  ],
  ['zh', '灯罩为钢制，涂有两层珐琅，灯臂可在三处活动，多种颜色可选。'],
  [
    'ja',
    'スチール製のシェードには二層のエナメルが施され、アームは三か所で動きます。豊富なカラーから選べます。',
  ],
])('refuses in %s a choice that no fact offers: %s', (language, text) => {
  expect(rulesAgainst(text, language)).toContain('UNGROUNDED_CHOICE');
  expect(rulesAgainst(text, language, 'It is available in several colours.')).not.toContain(
    'UNGROUNDED_CHOICE',
  );
});

it.each([
  'The product is made of steel with enamel',
  'This desk lamp has a steel shade with two layers of enamel',
])('refuses a title that tells of the product without naming it: %s', (text) => {
  const { all } = review([{ text }], contextOf(taskOf('product-title')));
  expect(all.map(({ rule }) => rule)).toContain('SENTENCE_AS_TITLE');
});

it.each(['40 W each', 'Set of 2'])(
  'refuses a title that says how many of what it does not name: %s',
  (text) => {
    const lamps = taskOf('product-title', 'en', { more: 'They are sold in a set of two, 40 W each.' });
    expect(review([{ text }], contextOf(lamps)).all.map(({ rule }) => rule)).toContain('TOO_FEW_FACTS');
    expect(
      review([{ text: `Desk Lamp, ${text}` }], contextOf(lamps)).all.map(({ rule }) => rule),
    ).not.toContain('TOO_FEW_FACTS');
  },
);

it.each([
  ['en', 'The arm of this desk lamp moves in three places.'],
  ['de', 'Diese Schreibtischlampe ist aus Stahl mit zwei Schichten Emaille.'],
  ['ja', 'このデスクランプのアームは三か所で動きます。'],
  ['ja', 'このデスクランプのアームは三か所で動きます'],
  ['ja', 'アームは三か所で動く仕様です．'],
  ['zh', '这款台灯的灯罩为钢制，带两层珐琅。'],
])('refuses a sentence as a title in %s: %s', (language, text) => {
  const rulesOf = (given: string): string[] =>
    review([{ text: given }], contextOf(taskOf('product-title', language))).all.map(({ rule }) => rule);
  expect(rulesOf(text)).toContain('SENTENCE_AS_TITLE');
  expect(rulesOf('Northlight Desk Lamp by Lund Bros.')).not.toContain('SENTENCE_AS_TITLE');
});

it.each([
  ['en', 'Home & Kitchen', 'Home & Kitchen Lamp', ['Home & Kitchen', 'Lighting', 'Desk Lamps']],
  ['ja', 'ホーム＆キッチン', 'ホーム＆キッチン デスクランプ', ['ホーム＆キッチン', 'デスクランプ']],
  ['zh', '家居用品', '家居用品 台灯', ['家居用品', '台灯']],
])('refuses a title in %s that names no more than the department: %s', (language, text, title, tags) => {
  const context = contextOf(taskOf('product-title', language, { tags }));
  const rulesOf = (given: string): string[] => review([{ text: given }], context).all.map(({ rule }) => rule);
  expect(rulesOf(text)).toContain('TOO_FEW_FACTS');
  expect(rulesOf(title)).not.toContain('TOO_FEW_FACTS');
});

it.each([
  ['en', 'Lamp', 'Lamp 40 W'],
  ['de', 'Schreibtischlampe', 'Northlight Schreibtischlampe'],
  ['zh', '台灯', 'Northlight 台灯'],
])('refuses a title of one word in %s: %s', (language, text, title) => {
  const context = contextOf(taskOf('product-title', language));
  const rulesOf = (given: string): string[] => review([{ text: given }], context).all.map(({ rule }) => rule);
  expect(rulesOf(text)).toContain('TOO_FEW_FACTS');
  expect(rulesOf(title)).not.toContain('TOO_FEW_FACTS');
});

it('refuses a description that knows no more than the category', () => {
  expect(rulesAgainst('The product is designed to enhance the aesthetic of the home.')).toContain(
    'TOO_FEW_FACTS',
  );
});

it.each(['The marketplace does not allow this character.', 'desk lamp 文本中较多内容使用了其他文字。'])(
  'refuses what a repair was told: %s',
  (text) => {
    const { all } = review(text, contextOf(taskOf('search-terms')));
    expect(all.map(({ rule }) => rule)).toContain('PROMPT_LEAK');
  },
);

it('a bullet point of measures alone is refused', () => {
  const items = [
    { header: '40 W', text: '1.8 m' },
    { header: 'Cable', text: '1.8 m' },
  ];
  const { all } = review(items, contextOf(taskOf('bullet-points')));
  const found = all.filter(({ rule }) => rule === 'TOO_FEW_FACTS');
  expect(found.map(({ variant, severity }) => `${variant} ${severity}`)).toEqual(['0 hard']);
});

it('a bullet point that says what its heading says is refused', () => {
  const items = [
    { header: '40 W', text: '40 W' },
    { header: 'Arm', text: 'It moves in three places and stays there.' },
  ];
  const { all } = review(items, contextOf(taskOf('bullet-points')));
  const hard = all.filter(({ severity }) => severity === 'hard');
  expect(hard.map(({ variant, rule }) => `${variant} ${rule}`)).toContain('0 DUPLICATE');
  expect(hard.every(({ variant }) => variant === 0)).toBe(true);
});

it('the same words under two headings are said twice', () => {
  const items = [
    { header: 'Shade', text: 'The shade is steel with two layers of enamel.' },
    { header: 'Material', text: 'The shade is steel with two layers of enamel.' },
    { header: 'Arm', text: 'It moves in three places and stays there.' },
  ];
  const { all } = review(items, contextOf(taskOf('bullet-points')));
  const hard = all.filter(({ severity }) => severity === 'hard');
  expect(hard.map(({ variant, rule }) => `${variant} ${rule}`)).toEqual(['1 DUPLICATE']);
});

it('the most popular of all is a promotion, and what is most popular is none', () => {
  expect(rulesAgainst(`${GOOD} The most popular reading lamp is this one.`)).toContain('PROMOTION');
  expect(rulesAgainst(`${GOOD} It takes the bulbs that are most popular.`)).not.toContain('PROMOTION');
});

it('a few words that come again and again are a passage said twice, unless they are a name', () => {
  const echo =
    'It shows the variety of birds, knows the variety of birds, likes the variety of birds and tells the variety of birds.';
  expect(rulesAgainst(`${GOOD} ${echo}`)).toContain('REPEATED_PASSAGE');
  const sides = 'Its base is 55 x 40 x 20 cm. Open, 55 x 40 x 20 cm are needed.';
  expect(rulesAgainst(`${GOOD} ${sides}`)).not.toContain('REPEATED_PASSAGE');
  const named = ['stands', 'moves', 'shines', 'stays'].map(
    (verb) => `The Northlight Enamel Desk Lamp ${verb} well.`,
  );
  expect(rulesAgainst(named.join(' '))).not.toContain('REPEATED_PASSAGE');
});
