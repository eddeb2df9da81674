// Grounding: which figures, materials, colours and origins rest on the facts.
import { termsIn } from '../vocabulary/lexicon.rules.ts';
import { tokensOf } from '../words/tokens.rules.ts';
import { evidenceOf } from './evidence.rules.ts';
import { checkGrounding } from './grounding.rules.ts';

const facts = [
  'Kettle of stainless steel and walnut, 60 x 50 in, 14-slot, 500 ml, 1 1/2 in at the rim, 2 x 3 kg, matte black.',
  'Twelve cups. One cap per gallon. 620 g, 200 °C. Made in Portugal.',
];
const evidence = evidenceOf(facts);

function found(text: string, language = 'en', known = evidence): string[] {
  const tokens = tokensOf(text);
  const given = { text, tokens, terms: termsIn(tokens, language), language, isTitle: false };
  return checkGrounding(given, known).map(({ rule, start, end }) => `${rule} ${text.slice(start, end)}`);
}

it.each([
  ['en', '152 x 127 cm', []],
  ['en', '1.52 m', []],
  ['en', '155 cm', ['UNGROUNDED_NUMBER 155 cm']],
  ['en', 'half, ½ l', []],
  ['fr', '50 cl', []],
  ['es', 'medio litro', []],
  ['de', 'anderthalb Zoll', []],
  ['de', 'anderthalb Liter', ['UNGROUNDED_NUMBER anderthalb']],
  ['en', '1.5 inches', []],
  ['en', '12 cups', []],
  ['it', 'dodici tazze', []],
  ['it', 'quindici tazze', ['UNGROUNDED_NUMBER quindici']],
  ['en', 'two hands, three ways', []],
  ['en', 'seven ways', ['UNGROUNDED_NUMBER seven']],
  ['zh', '十二杯，六块', ['UNGROUNDED_NUMBER 六']],
  ['zh', '0.62千克', []],
  ['ja', '1ガロンの水に', []],
  ['en', '14 slots', []],
  [
    'en',
    '14 years, 14 awards',
    ['UNGROUNDED_NUMBER 14 years', 'UNGROUNDED_NUMBER 14 awards', 'UNGROUNDED_CLAIM awards'],
  ],
  ['en', '3 kg each, 6 kg', ['UNGROUNDED_NUMBER 6 kg']],
  ['en', 'a figure of 99999999999999999999999999999', ['UNGROUNDED_NUMBER 99999999999999999999999999999']],
])('%s: %s', (language, text, expected) => {
  expect(found(text, language)).toEqual(expected);
});

it.each([
  ['en', 'A body of steel with a wooden handle', []],
  ['de', 'Griff aus Nussbaum, Körper aus Edelstahl', []],
  ['en', 'A handle of bamboo', ['UNGROUNDED_MATERIAL bamboo']],
  ['de', 'Griff aus Bambus', ['UNGROUNDED_MATERIAL Bambus']],
  ['en', 'Stands well on glass, oak floors and leather tops', ['UNGROUNDED_MATERIAL leather']],
  ['en', 'Keeps scratches off the glass', []],
  ['en', 'A lid made of glass', ['UNGROUNDED_MATERIAL glass']],
  ['fr', 'Bouilloire noire', []],
  ['fr', 'Bouilloire verte', ['UNGROUNDED_COLOUR verte']],
  ['en', 'Brews black coffee between white walls', []],
  ['en', 'A red kettle', ['UNGROUNDED_COLOUR red']],
  ['es', 'Fabricado en Portugal', []],
  ['de', 'Handgefertigt in Italien', ['UNGROUNDED_ORIGIN Italien']],
  ['de', 'Made in Germany', ['UNGROUNDED_ORIGIN Germany']],
  ['ja', '日本製のケトル', ['UNGROUNDED_ORIGIN 日本']],
  ['en', 'Loved in Italy and Japan', []],
  ['ja', '紫外線と赤ちゃんと緑茶', []],
  ['ja', '紫のケトル', ['UNGROUNDED_COLOUR 紫']],
])('%s: %s', (language, text, expected) => {
  expect(found(text, language)).toEqual(expected);
});

it.each([
  ['Freezer safe to -20 °C', 'Safe to -20 °C, which is −4 °F', []],
  ['Freezer safe to -20 °C', 'Safe to minus 20 °C', []],
  ['Freezer safe to -20 °C', 'Safe to 20 °C', ['UNGROUNDED_NUMBER 20 °C']],
  ['Freezer safe to -20 °C', 'Safe to -68 °F', ['UNGROUNDED_NUMBER -68 °F']],
  ['Freezer safe to -20 °C', 'Safe to -20 °F', ['UNGROUNDED_NUMBER -20 °F']],
  ['Oven safe to 200 °C', 'Safe to 200 °F', ['UNGROUNDED_NUMBER 200 °F']],
  ['Kept at 2 °C', 'Kept at 36 °F', []],
  ['耐温-20℃至60℃', 'From -20 °C to 60 °C', []],
  ['Between -20 and 60 °C', 'Between 20 and 60 °C', ['UNGROUNDED_NUMBER 20']],
  ['Between 20-60 °C', '20 - 60 °C', []],
  ['Between 20-60 °C', 'Up to -60 °C', ['UNGROUNDED_NUMBER -60 °C']],
])('a temperature has its sign: of “%s”, “%s”', (fact, text, expected) => {
  expect(found(text, 'en', evidenceOf([fact]))).toEqual(expected);
});

it.each([
  ['en', 'Water resistant, not waterproof', 'A waterproof backpack', 'waterproof'],
  ['en', 'These statements have not been evaluated by the FDA', 'FDA approved', 'FDA'],
  ['en', "It isn't waterproof", 'waterproof', 'waterproof'],
  ['en', 'Sold without FDA approval', 'FDA', 'FDA'],
  ['en', 'Waterproof: No', 'waterproof', 'waterproof'],
  ['de', 'Nicht wasserdicht', 'wasserdicht', 'wasserdicht'],
  ['de', 'Ist kein Bio Produkt', 'Bio', 'Bio'],
  ['fr', "N'est pas étanche", 'étanche', 'étanche'],
  ['es', 'No es impermeable', 'impermeable', 'impermeable'],
  ['it', 'Non è impermeabile', 'impermeabile', 'impermeabile'],
  ['zh', '本品不防水', '防水', '防水'],
  ['zh', '未通过食品级检测', '食品级', '食品级'],
  ['ja', '防水ではありません', '防水', '防水'],
])('%s: “%s” does not vouch for “%s”, and a text may repeat it', (language, fact, text, claim) => {
  const known = evidenceOf([fact]);
  expect(found(text, language, known)).toEqual([`UNGROUNDED_CLAIM ${claim}`]);
  expect(found(fact, language, known)).toEqual([]);
});

it.each([
  ['en', 'Not only waterproof but light', 'waterproof'],
  ['en', 'Does not leak, fully waterproof', 'waterproof'],
  ['en', 'Does not leak and is waterproof', 'waterproof'],
  ['en', 'Non-slip waterproof mat, non-GMO, BPA free, no spill', 'waterproof, non-GMO, BPA-free'],
  ['de', 'Lautsprecher ohne Kabel wasserdicht', 'wasserdicht'],
  ['fr', 'Enceinte sans fil étanche', 'étanche'],
  ['it', 'Cassa senza fili impermeabile', 'impermeabile'],
  ['zh', '不锈钢食品级，无线防水音箱，不含 BPA', '食品级，防水，不含 BPA'],
])('%s: “%s” vouches for “%s”', (language, fact, text) => {
  expect(found(text, language, evidenceOf([fact]))).toEqual([]);
});

it('a text does not deny what no fact mentions', () => {
  expect(found('It is not waterproof', 'en', evidenceOf(['A bag of oak']))).toEqual([
    'UNGROUNDED_CLAIM waterproof',
  ]);
});
