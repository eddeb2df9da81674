// Languages by their words: what is surely another one, and what is too short or too alike to tell.
import { isInOtherLanguage } from './detection.rules.ts';
import { languageOf } from '../findings/languages.rules.ts';

it.each([
  ['de', true, 'A pour-over kettle that holds one litre and works on gas'],
  ['de', false, 'Ein Wasserkessel für einen Liter, der auf Gas passt'],
  ['de-AT', false, 'Ein Wasserkessel für einen Liter, der auf Gas passt'],
  ['fr', true, 'Ein Rucksack mit Regenhülle und zwei Seitentaschen'],
  ['es', true, 'Quattro coltelli da cucina con manico di faggio e lama da venti centimetri'],
  ['it', false, 'Caffettiera moka'],
  ['de', false, 'LED USB-C HDMI'],
  ['no', false, 'En vannkoker i stål med plass til en liter vann og håndtak av tre'],
  ['zh', true, '小さくて軽い手持ちの国旗です'],
  ['zh', true, '這款保溫杯採用雙層真空結構'],
  ['zh', false, '这款保温杯采用双层真空结构'],
  ['zh-TW', true, '这款保温杯采用双层真空结构'],
  ['zh-TW', false, '這款保溫杯採用雙層真空結構'],
  ['ja', true, '这是一款双层真空保温杯'],
  ['ja', false, '竹製のまな板、抗菌加工'],
  ['ja', false, '国産檜俎板'],
  ['ja', false, '無香料・無着色'],
  ['ja', false, '浅型机上収納'],
])('%s: %s for “%s”', (tag, expected, text) => {
  expect(isInOtherLanguage(text, languageOf(tag))).toBe(expected);
});
