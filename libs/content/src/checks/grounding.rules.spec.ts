// Grounding: which figures, materials, colours and origins rest on the facts.
import { termsIn } from '../vocabulary/lexicon.rules.ts';
import { tokensOf } from '../words/tokens.rules.ts';
import { evidenceOf } from './evidence.rules.ts';
import { checkGrounding, figuresWithout } from './grounding.rules.ts';

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
  ['Sold since 2019 in Germany', 'It is 51.3 m long', ['UNGROUNDED_NUMBER 51.3 m']],
  ['Sold since 2019 in Germany', 'Sold since 2019 in Germany', []],
  ['It is 6 ft 2 in tall', 'It is 188 cm or 74 inches tall', []],
  ['It is 188 cm tall', 'It is 6 ft 2 in tall', []],
  ['It is 188 cm tall', 'It is 6 ft 4 in tall', ['UNGROUNDED_NUMBER 6 ft 4 in']],
])('a figure is read with its sign and its unit: of “%s”, “%s”', (fact, text, expected) => {
  expect(found(text, 'en', evidenceOf([fact]))).toEqual(expected);
});

it.each([
  ['de', 'Stainless steel 18/10, matte black', 'Edelstahl 18/10 in Mattschwarz', []],
  ['it', 'Stainless steel 18/10, matte black', 'Acciaio inox 18/10 in nero opaco', []],
  ['de', 'Founded in 1884, Solingen', 'Seit 1884 in Solingen zu Hause', []],
  ['en', 'Founded in 1884, Solingen', 'A family business since 1884 in Solingen', []],
  ['it', 'Set of 6 cups', 'Le tazze sono 6 in tutto', []],
  ['en', 'Set of 6 cups', 'The set of 6 in matte black, six in white, two in grey', []],
  ['en', 'Set of 6 cups', 'The set of 7 in matte black', ['UNGROUNDED_NUMBER 7 in']],
  ['en', 'Set of 6 cups', 'Only 6 in wide', ['UNGROUNDED_NUMBER 6 in']],
  ['en', 'Throw, 1.52 m', 'A throw of 60 in for two', []],
  ['en', 'Throw, 60 in of wool', 'A throw of 152 cm', []],
  ['en', '2 in 1 gate', 'A 2-in-1 gate, a 2-in-One', []],
  ['de', '3 in 1 charger', 'Das 3-in-1-Ladegerät', []],
  ['en', '2-in-1 gate', 'A gate only 2 in thick', ['UNGROUNDED_NUMBER 2 in']],
  ['en', 'Safe at 40 to 100 °C', 'Pour from 104 or 212 °F', []],
  ['it', 'Manico di 8 e 10 cm', 'Manico di 3,1 o 3,9 pollici', []],
  ['en', '2 cables of 16 ft, 2 years', '2 x 16 ft cables', []],
  ['en', 'Rug of 2 x 16 ft', 'A rug of 61 x 488 cm', []],
])('%s: a unit that may be none accuses nobody: of “%s”, “%s”', (language, fact, text, expected) => {
  expect(found(text, language, evidenceOf([fact])).filter((one) => one.includes('NUMBER'))).toEqual(expected);
});

it('feet with inches are lost from a text only where it has no such measure', () => {
  const lost = (text: string): number =>
    figuresWithout('It is 6 ft 2 in tall', evidenceOf([text]), 'en').length;
  expect(['It is 188 cm tall', 'It is 6 ft 2 in tall', 'It is tall'].map(lost)).toEqual([0, 0, 1]);
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
  ['en', 'Boots of suede', 'Boots of leather'],
  ['en', 'Bag of leather, with no lining of plastic', 'Bag of leather'],
  ['en', 'Ring of solid gold', 'Ring of solid gold'],
  ['de', 'Topf aus nicht rostendem Edelstahl', 'Topf aus Edelstahl'],
  ['fr', 'Sac en toile de coton', 'Sac en coton'],
  ['en', 'Never rust stainless steel', 'A stainless steel pan'],
  ['en', 'Not your average leather wallet', 'Made of leather'],
  ['en', 'Bag of leather free for you', 'Bag of leather'],
])('%s: “%s” vouches for “%s”', (language, fact, text) => {
  expect(found(text, language, evidenceOf([fact]))).toEqual([]);
});

it('a text does not deny what no fact mentions', () => {
  expect(found('It is not waterproof', 'en', evidenceOf(['A bag of oak']))).toEqual([
    'UNGROUNDED_CLAIM waterproof',
  ]);
});

it.each([
  [
    'en',
    'Wallet of faux leather, or PU leather, which feels like real leather',
    'Made of genuine leather',
    'leather',
  ],
  ['de', 'Geldbörse aus Kunstleder, auch PU-Leder', 'Aus echtem Leder', 'Leder'],
  ['fr', 'Sac en cuir synthétique', 'Sac en cuir', 'cuir'],
  ['es', 'Bolso de piel sintética', 'Bolso de piel', 'de piel'],
  ['it', 'Borsa in pelle sintetica', 'Borsa in vera pelle', 'vera pelle'],
  ['zh', '人造皮革钱包', '采用真皮', '真皮'],
  ['ja', 'PUレザーの財布', '本革の財布', '本革'],
  ['en', 'Boots of synthetic suede', 'Boots of real leather', 'leather'],
  ['en', 'Necklace, gold plated, and 18 karat gold plating', 'Made of solid gold', 'solid gold'],
  ['de', 'Kette, vergoldet', 'Kette aus Massivgold', 'Massivgold'],
  ['fr', 'Bague plaqué or', 'Bague en or massif', 'or massif'],
  ['zh', '镀金项链', '足金项链', '足金'],
  ['en', 'Contains no plastic', 'Made of plastic', 'plastic'],
  ['en', 'Plastic-free box', 'Made of plastic', 'plastic'],
  ['en', 'Leather: No', 'Made of leather', 'leather'],
  ['en', 'Sofa of polyurethane leather, microfiber leather', 'Made of leather', 'leather'],
  ['en', 'Sofa of eco leather, bonded leather', 'Made of leather', 'leather'],
  ['en', 'Leather free', 'Made of leather', 'leather'],
  ['en', 'Free of leather', 'Made of leather', 'leather'],
])('%s: “%s” does not vouch for “%s”, and a text may repeat it', (language, fact, text, material) => {
  const known = evidenceOf([fact]);
  expect(found(text, language, known)).toEqual([`UNGROUNDED_MATERIAL ${material}`]);
  expect(found(fact, language, known)).toEqual([]);
});

it.each([
  ['en', 'Mug of 12 oz. Contact us with any questions', 'Made in the USA', 'USA'],
  ['en', 'Comes with a US plug. Made in China', 'Made in the USA', 'USA'],
  ['en', 'Made in China, with a US plug', 'Made in the USA', 'USA'],
  ['en', 'French Press\nCountry of origin: China', 'Made in France', 'France'],
  ['de', 'French Press aus Glas', 'Made in France', 'France'],
  ['en', 'Made to polish shoes', 'Made in Poland', 'Poland'],
  ['en', 'Designed in Germany. Made in China.', 'Made in Germany', 'Germany'],
  ['en', 'Designed in Germany and made in China', 'Made in Germany', 'Germany'],
  ['de', 'In Deutschland entworfen und in China gefertigt', 'In Deutschland gefertigt', 'Deutschland'],
  ['zh', '德国设计，中国制造', '德国制造', '德国'],
  ['ja', 'イタリアの革、日本製', 'イタリア製', 'イタリア'],
  ['en', 'Belt crafted in Italian leather', 'Made in Italy', 'Italy'],
  ['en', 'Made in soft Italian leather', 'Made in Italy', 'Italy'],
  ['de', 'Hergestellt aus italienischem Leder', 'Hergestellt in Italien', 'Italien'],
  ['fr', 'Fabriqué en cuir italien', 'Fabriqué en Italie', 'Italie'],
  ['de', 'Hergestellt aus Wolle aus Neuseeland', 'Hergestellt in Neuseeland', 'Neuseeland'],
])('%s: “%s” does not vouch for “%s”', (language, fact, text, country) => {
  const known = evidenceOf([fact]);
  expect(found(text, language, known)).toEqual([`UNGROUNDED_ORIGIN ${country}`]);
  expect(found(fact, language, known)).toEqual([]);
});

it.each([
  ['de', 'Herkunft: Deutschland', 'Hergestellt in Deutschland'],
  ['de', 'Bank aus deutscher Fertigung', 'Made in Germany'],
  ['en', 'Product of Italy', 'Made in Italy'],
  ['en', '100% made in Portugal', 'Made in Portugal'],
  ['en', 'Made in USA since 1950', 'Made in the USA'],
  ['en', 'Country of origin: P.R. China', 'Made in China'],
  ['en', 'A German-made knife', 'Made in Germany'],
  ['en', 'Handmade by skilled artisans in Jaipur, India', 'Made in India'],
  ['en', 'Made in Germany or Austria', 'Made in Austria'],
  ['en', 'Handcrafted in our workshop in Sheffield, England', 'Made in England'],
  ['de', 'Handgefertigt von erfahrenen Handwerkern in Indien', 'In Indien gefertigt'],
  ['fr', 'Fabriqué à la main par des artisans en Inde', 'Fabriqué en Inde'],
  ['es', 'Hecho a mano por artesanos en México', 'Hecho en México'],
  ['it', 'Fatto a mano da artigiani in Toscana, Italia', 'Prodotto in Italia'],
  ['ja', '日本国内の工場で製造', '日本製のケトル'],
  ['en', 'Portugal', 'Made in Portugal'],
  ['fr', "Pays d'origine : France", 'Fabriqué en France'],
  ['es', 'País de origen: España', 'Fabricado en España'],
  ['it', 'Paese di origine: Italia', 'Prodotto in Italia'],
  ['zh', '原产国：中国', '中国制造'],
  ['ja', '原産国：日本', '日本製のケトル'],
  ['en', 'Deze ketel is gemaakt in Portugal en heeft een handvat van hout', 'Made in Portugal'],
  ['en', 'Belt of Italian leather', 'Crafted in Italian leather'],
  ['de', 'Gürtel, Leder aus Italien', 'Gefertigt aus italienischem Leder'],
  ['de', 'Decke, Wolle aus Neuseeland', 'Hergestellt aus Wolle aus Neuseeland'],
  ['en', 'made in us', 'Made in the USA'],
  ['en', 'Country of origin: us. Contact us', 'Made in the USA'],
  ['en', 'Made in Italy, leather', 'Made in Italy'],
  ['en', 'Made in Italy leather wallet', 'Made in Italy'],
  ['en', 'Made in Scotland wool blanket', 'Made in Scotland'],
  ['en', 'Wallet of leather made in Italy', 'Made in Italy'],
  ['de', 'Hergestellt aus Leder in Italien', 'Hergestellt in Italien'],
  ['zh', '不锈钢中国制造', '中国制造'],
])('%s: “%s” vouches for “%s”', (language, fact, text) => {
  expect(found(text, language, evidenceOf([fact]))).toEqual([]);
});

it.each([
  ['en', '60% cotton, 40% polyester', '60% polyester and 40% cotton', ['60%', '40%']],
  ['en', '60% cotton 40% polyester', '60% polyester and 40% cotton', ['60%', '40%']],
  ['en', '60% cotton, 40% polyester', '40% polyester and 60% soft cotton', []],
  ['en', 'Cotton: 60%, polyester: 40%', '60% cotton, 40% polyester', []],
  ['de', 'Baumwolle 60 %, Polyester 40 %', '60 % Baumwolle, 40 % Polyester', []],
  ['de', 'Baumwolle 60 %, Polyester 40 %', '60 % Polyester', ['60 %']],
  ['en', 'Sixty percent cotton, 40 percent linen', '60% cotton, 40% linen', []],
  ['en', 'Cotton and linen, a blend of 60% and 40%', '60% cotton', []],
  ['en', '60% stainless steel, 40% brass', '60% steel', []],
  ['zh', '60%棉，40%涤纶', '棉40%', ['40%']],
  ['zh', '棉60%，涤纶40%', '60%棉', []],
  ['en', 'Cotton 95%, elastane 5%', '95% cotton, 5% elastane', []],
  ['en', '5% Spandex / 95% Cotton', '95% cotton, 5% spandex', []],
  ['en', 'Wool 70%, Acrylic 30%', '70% wool, 30% acrylic', []],
  ['de', 'Baumwolle 95 %, Elasthan 5 %', '95 % Baumwolle, 5 % Elasthan', []],
  ['fr', 'Coton 95 %, élasthanne 5 %', '95 % coton, 5 % élasthanne', []],
  ['zh', '棉95%，氨纶5%', '95%棉，5%氨纶', []],
  ['ja', '素材：綿60% ポリエステル35% ナイロン5%', '綿60%、ポリエステル35%、ナイロン5%', []],
  ['en', '100% cotton\nBlocks 99% of UV rays', 'Made of cotton, 99% of UV rays are blocked', []],
  ['en', '100% cotton\nBlocks 99% of UV rays', 'Blocks 99% of UV with cotton, or 99% with cotton', []],
  ['en', 'Cotton 60% Polyester 35% Nylon 5%', 'Cotton (60%) polyester (35%) nylon (5%)', []],
  ['en', 'Cotton 60% Polyester 35% Nylon 5%', '60% cotton 35% polyester 5% nylon', []],
  ['en', 'Cotton 60% Polyester 35% Nylon 5%', 'Made of 35% cotton 60% polyester', ['35%', '60%']],
  ['en', 'Cotton 60%, viscose 35%, nylon 5%', 'Cotton 60% Viscose 35% Nylon 5%', []],
  ['en', 'Cotton 60%, viscose 35%, nylon 5%', 'Soft cotton 35% viscose', []],
  ['en', '95% cotton, 5% elastane', '5% elastane cotton, 5% elastane for cotton', []],
])('%s: a share is that of its material: of “%s”, “%s”', (language, fact, text, figures) => {
  const expected = figures.map((figure) => `UNGROUNDED_NUMBER ${figure}`);
  expect(found(text, language, evidenceOf([fact]))).toEqual(expected);
});
