// Questions and answers: what an answer must tell, and what the offline composer asks of a product in seven languages.
import type { GenerationTask } from '#contracts';
import { contextOf, review } from '../../review/review.rules.ts';
import { composed, taskOf } from '../../../test/compositions.ts';
import { faq } from './faq.rules.ts';

const FACTS: GenerationTask['inputs'] = {
  title: 'Kettle',
  material: 'Steel',
  weight: '620 g',
  features: ['The kettle holds 1 l', 'Wipe it with a damp cloth'],
};
const MATERIAL = { question: 'What is the kettle made of?', answer: 'It is made of steel.' };
const CAPACITY = { question: 'How much water fits into it?', answer: 'The kettle holds 1 l.' };
const CARE = { question: 'How do I clean it?', answer: 'Wipe it with a damp cloth.' };

/** The rules that items break, by item. */
function rulesOf(...items: { question: string; answer: string }[]): string[] {
  const task = taskOf('faq', { count: 3, ...FACTS });
  const { all } = review(items, contextOf({ task, application: faq, secrets: [] }));
  return all.map(({ rule, severity, variant }) => `${variant} ${severity} ${rule}`);
}

describe('an answer', () => {
  it('that tells facts passes', () => expect(rulesOf(MATERIAL, CAPACITY, CARE)).toEqual([]));

  it.each([
    ['nothing that is a fact', 'How is it?', 'You are going to be very happy.', '2 hard TOO_FEW_FACTS'],
    ['a figure of its own', 'How much fits into it?', 'The kettle holds 2 l.', '2 hard UNGROUNDED_NUMBER'],
    ['half a sentence', 'How do I clean it?', 'Wipe it with a damp cloth and the', '2 hard TRUNCATED'],
    ['a guarantee', 'What is the warranty?', 'The steel has a warranty.', '2 hard GUARANTEE'],
    ['the same as its question', 'It is made of steel.', 'It is made of steel', '2 hard DUPLICATE'],
    ['no question', 'The material', 'It is made of steel.', '2 hard NO_QUESTION'],
  ])('with %s is found', (_name, question, answer, rule) => {
    expect(rulesOf(CAPACITY, CARE, { question, answer })).toContain(rule);
  });

  it('that stands there twice is one too many', () => {
    expect(rulesOf(MATERIAL, CARE, MATERIAL)).toContain('2 hard DUPLICATE');
  });
});

describe('the composer', () => {
  it('asks what details and a feature on care answer, and no more', () => {
    expect(composed(taskOf('faq', { count: 5, ...FACTS }))).toEqual([
      { question: 'What is it made of?', answer: 'Made of steel.' },
      { question: 'How much does it weigh?', answer: 'Weighs 620 g.' },
      { question: 'How is it cleaned and cared for?', answer: 'Wipe it with a damp cloth.' },
    ]);
  });

  it.each([
    [
      'de',
      { title: 'Wasserkocher', material: 'Edelstahl', gewicht: '620 g' },
      'Aus welchem Material ist es?',
    ],
    ['fr', { title: 'Bouilloire', poids: '620 g', contenance: '1 l' }, 'Quel est le poids ?'],
    ['es', { title: 'Hervidor', material: 'Acero', peso: '620 g' }, '¿De qué material es?'],
    ['it', { title: 'Bollitore', materiale: 'Acciaio', peso: '620 g' }, 'Di che materiale è?'],
    ['zh', { title: '水壶', 材质: '不锈钢', 重量: '620克' }, '是什么材质？'],
    ['ja', { title: 'ケトル', 素材: 'ステンレス', 重量: '620g' }, '素材は何ですか？'],
  ])('asks in %s', (language, inputs, question) => {
    const answer = expect.any(String) as string;
    expect(composed(taskOf('faq', inputs, language))).toEqual(expect.arrayContaining([{ question, answer }]));
  });
});

it.each([
  ['es', ['El champú limpia en profundidad y dura 60 lavados'], undefined],
  ['fr', ['FACILE À LAVER – La housse passe en machine à 30 °C'], 'La housse passe en machine à 30 °C.'],
  ['zh', ['【易清洗】杯口宽约4.5厘米，可以放入冰块'], undefined],
  ['en', ['Solid pine with a gray wash'], undefined],
])('of care in %s, %j is answered by %j', (language, features, answer) => {
  const facts = { title: 'Oakline', features, material: 'x', weight: '20 g' };
  const items = composed(taskOf('faq', facts, language)) as { question: string; answer: string }[];
  expect(items.at(-1)?.answer).toBe(answer ?? items.find((item) => /20 ?g/.test(item.answer))?.answer);
});

it('Japanese questions on figures are no doubles of each other', () => {
  const facts = { title: '電気ケトル', 重量: '1.1kg', 容量: '1L', 消費電力: '1200W', 電圧: '100V' };
  const task = taskOf('faq', facts, 'ja');
  const context = contextOf({ task, application: faq, secrets: [] });
  const { all } = review(composed(task) ?? [], context);
  expect(all.filter(({ rule }) => rule === 'DUPLICATE')).toEqual([]);
});

it.each([
  ['en', { color: 'Black' }, ['What color is it?']],
  ['en-GB', { color: 'Black' }, ['What colour is it?']],
  ['en', { age: '3 years and up' }, ['What age is it for?']],
  ['en', { size: 'Large' }, ['What size is it?']],
  ['en', { diameter: '20 cm' }, ['What is the diameter?']],
  ['en', { power: '65 W' }, ['What is the wattage?']],
  ['en', { power: 'Two AA cells' }, []],
  ['ja', { power: '22.5W' }, ['ワット数は？']],
  ['ja', { 消費電力: '1200W' }, ['消費電力は？']],
  // English alone asks for watts.
  ['en', { power: '2 HP' }, []],
  ['fr', { puissance: '2 CV' }, ['Quelle est la puissance ?']],
  ['es', { potencia: '2 CV' }, ['¿Qué potencia tiene?']],
  ['it', { potenza: '2 CV' }, ['Qual è la potenza?']],
  ['de', { Fassungsvermögen: '8 kg' }, ['Wie viel fasst es?']],
  ['es', { aroma: 'Sinfonía de flores' }, ['¿A qué huele?']],
  ['it', { profumo: 'Sinfonia di agrumi' }, ['Che profumo ha?']],
  ['en', { scent: 'Neutral Musk' }, ['What does it smell like?']],
  ['en', { scent: 'Neutral' }, []],
  // Nobody asks what it smells of where it does not.
  ['en', { scent: 'Lavender' }, ['What does it smell like?']],
  ['en', { scent: 'Unscented' }, []],
  ['de', { duft: 'Ohne Duftstoffe' }, []],
  ['de', { duft: 'Unparfümiert' }, []],
  ['fr', { parfum: 'Sans parfum' }, []],
  ['es', { aroma: 'Sin perfume' }, []],
  ['it', { profumo: 'Senza profumo' }, []],
  ['ja', { 香り: '無香料' }, []],
  ['zh', { 香型: '无香' }, []],
])('in %s, %j is asked about by %j', (language, inputs, expected) => {
  const items = (composed(taskOf('faq', { title: 'Q2', ...inputs }, language)) ?? []) as { question: string }[];
  expect(items.map(({ question }) => question)).toEqual(expected);
}); // prettier-ignore
