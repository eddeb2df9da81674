// Brands that the facts do not name: compared with, or only named.
import { termsIn } from '../vocabulary/lexicon.rules.ts';
import { tokensOf } from '../words/tokens.rules.ts';
import { checkBrands } from './brands.rules.ts';
import { evidenceOf } from './evidence.rules.ts';

function found(language: string, text: string): string[] {
  const tokens = tokensOf(text);
  const given = { text, tokens, terms: termsIn(tokens, language), language, isTitle: false };
  return checkBrands(given, 'Oakline', evidenceOf(['Oakline kettle'])).map(({ rule }) => rule);
}

it.each([
  ['ja', '象印の電気ケトルより早く沸きます'],
  ['ja', 'ティファールのケトルよりも静か'],
  ['ja', 'デロンギ製のケトルに負けない静かさ'],
  ['ja', 'タイガーの電気ケトルより軽い'],
  ['ja', 'T-fal製品より早い'],
  ['ja', '象印より早く沸きます'],
  ['it', 'Dura più dei taglieri IKEA'],
  ['it', 'Costa meno delle moka Bialetti'],
  ['es', 'Dura más que las de Bialetti'],
  ['es', 'Calienta más que una Bosch'],
  ['fr', 'Elle dure plus que les Tefal'],
  ['en', 'It boils faster than a Bosch kettle'],
  ['en', 'It lasts longer than those of Philips'],
])('%s: “%s” compares with another maker', (language, text) => {
  expect(found(language, text)).toEqual(['COMPETITOR']);
});

it.each([
  ['ja', '象印のポットと並べて、より便利に', ['UNGROUNDED_BRAND']],
  ['ja', 'ソニーのテレビでより美しく', ['UNGROUNDED_BRAND']],
  ['ja', 'ソニーのテレビに対応。前より静か', ['UNGROUNDED_BRAND']],
  ['ja', 'タイガー柄のケトル', []],
  ['ja', 'タイガーのぬいぐるみ', []],
  ['it', 'Più di 100 brani su Spotify', ['UNGROUNDED_BRAND']],
  ['es', 'Más de 100 canciones en Spotify', ['UNGROUNDED_BRAND']],
  ['es', 'Más que un altavoz para Spotify', ['UNGROUNDED_BRAND']],
  ['en', 'More than 100 songs of Spotify', ['UNGROUNDED_BRAND']],
])('%s: “%s” does not', (language, text, rules) => {
  expect(found(language, text)).toEqual(rules);
});
