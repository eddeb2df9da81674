// What the product is made of, as where a material stands says it, and what facts vouch for it.
import { termsIn } from '../vocabulary/lexicon.rules.ts';
import { tokensOf } from '../words/tokens.rules.ts';
import { evidenceOf, type Evidence } from './evidence.rules.ts';
import { checkGrounding } from './grounding.rules.ts';

function found(text: string, language: string, known: Evidence): string[] {
  const tokens = tokensOf(text);
  const given = { text, tokens, terms: termsIn(tokens, language), language, isTitle: false };
  return checkGrounding(given, known).map(({ rule, start, end }) => `${rule} ${text.slice(start, end)}`);
}

const TITLES: Readonly<Record<string, string>> = {
  de: 'Oakline Wasserkocher 1,7 L',
  fr: 'Bouilloire électrique',
  es: 'Oakline cafetera',
};

/** A kettle with its title in a language. */
function kettle(language: string): string[] {
  const title = TITLES[language] ?? 'Oakline Electric Kettle 1.7 L';
  return [title, 'Oakline', 'ケトル, 电水壶', 'A kettle of aluminium.'];
}

it.each([
  ['ja', 'ガラス製のケトルです', 'ガラス'],
  ['ja', 'プラスチック製ケトル', 'プラスチック'],
  ['ja', '本体は木製です', '木製'],
  ['ja', '陶器製で重いケトル', '陶器'],
  ['ja', '素材はガラスで、軽いケトル', 'ガラス'],
  ['zh', '玻璃内胆，容量1.7升', '玻璃'],
  ['zh', '塑料杯身，轻便', '塑料'],
  ['zh', '玻璃材质，外观清透', '玻璃'],
  ['zh', '材质为玻璃', '玻璃'],
  ['zh', '木质手柄', '木质'],
  ['zh', '壶身为玻璃', '玻璃'],
  ['ja', 'ガラスのケトルです', 'ガラス'],
  ['zh', '玻璃水壶，轻便', '玻璃'],
  ['zh', '这款玻璃水壶很轻便', '玻璃'],
  ['en', 'The glass kettle boils fast', 'glass'],
  ['de', 'Der Glas-Wasserkocher kocht', 'Glas'],
  ['en', 'A glass kettle that boils water', 'glass'],
  ['en', 'This sturdy plastic kettle boils water', 'plastic'],
  ['en', 'It boils. A ceramic kettle for tea', 'ceramic'],
  ['de', 'Ein Glas-Wasserkocher für Tee', 'Glas'],
  ['es', 'Una cafetera cerámica para el café', 'cerámica'],
  ['fr', 'Une bouilloire plastique', 'plastique'],
])('%s: “%s” says what the product is made of: %s', (language, text, material) => {
  expect(found(text, language, evidenceOf(kettle(language)))).toEqual([`UNGROUNDED_MATERIAL ${material}`]);
});

it.each([
  ['ja', 'ガラス製のテーブルにも置けます'],
  ['ja', '金属製のたわしは使わないでください'],
  ['ja', 'ガラス製品の近くでも使えます'],
  ['ja', '木製の床にも置けます'],
  ['zh', '适合玻璃杯，木质地板上也能放'],
  ['zh', '带来木质香调'],
  ['zh', '水壶，与玻璃水杯搭配'],
  ['ja', 'ガラスの棚に置けるケトル'],
  ['en', 'The glass of tea is full, the paper filter is not part of it'],
  ['en', 'Pour it into a glass teapot'],
  ['en', 'It fits under wooden shelves and kettle stands'],
  ['en', 'It cleans tall glass kettles and plastic bottles'],
  ['en', 'A glass of water and a paper filter'],
  ['de', 'Ein Glas Tee, ein Holz zum Feuern'],
  ['es', 'Un vaso de agua. La cafetera. Cerámica y café'],
])('%s: “%s” does not', (language, text) => {
  expect(found(text, language, evidenceOf(kettle(language)))).toEqual([]);
});

it.each([
  ['en', 'Door Stop', 'A wooden door closes softly with it.'],
  ['en', 'Screen Protector', 'The glass screen stays safe.'],
  ['en', 'Bottle Brush', 'A glass bottle stays clear with this brush.'],
  ['en', 'Brush for bottle', 'A glass bottle stays clear.'],
  ['en', 'Brush – bottle', 'A glass bottle stays clear.'],
  ['fr', 'Brosse pour bouteille', 'Une bouteille plastique reste propre.'],
  ['ja', 'フック', '木製の柱に取り付けられます'],
  ['ja', 'フック', 'ガラス製の水槽に貼り付けます'],
  ['ja', 'スポンジ', 'ガラス製のコップを洗うのに使えます'],
  ['zh', '挂钩', '木质柜子里也能用'],
  ['zh', '挂钩', '实木书柜也适用'],
  ['zh', '杯刷', '适合清洗玻璃杯身'],
])('%s: of a %s “%s” does not', (language, title, text) => {
  expect(found(text, language, evidenceOf([title]))).toEqual([]);
});

it('what is free of a kind of plastic is not of plastic for that', () => {
  expect(found('Made of plastic', 'en', evidenceOf(['Bottle, PVC-free']))).toEqual([
    'UNGROUNDED_MATERIAL plastic',
  ]);
});

it.each([
  ['en', 'Bottle, ABS and Tritan', 'ja', 'プラスチック製のボトル'],
  ['en', 'Bottle, polypropylene', 'en', 'A plastic bottle'],
  ['en', 'Stoneware mug', 'ja', '陶器製のマグ'],
  ['en', 'Ceramic mug', 'zh', '陶瓷材质的马克杯'],
  ['en', 'Tray of hardwood', 'zh', '木质手柄'],
  ['en', 'Stand of zinc alloy', 'ja', '金属製のスタンド'],
  ['zh', '陶瓷马克杯', 'en', 'A mug made of porcelain'],
])('%s: “%s” is a kind of what the text says in %s: %s', (_source, fact, language, text) => {
  expect(found(text, language, evidenceOf([fact]))).toEqual([]);
});
