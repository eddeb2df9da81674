// Kinds of products by their names, with the words by which buyers also search for each.
import type { Language } from '../../findings/languages.rules.ts';
import { phrasesOf } from '../../words/phrase-lists.rules.ts';
import { PhraseTree } from '../../words/phrases.rules.ts';
import { tokensOf } from '../../words/tokens.rules.ts';
import { GERMAN_KINDS } from './de.rules.ts';
import { ENGLISH_KINDS } from './en.rules.ts';
import { SPANISH_KINDS } from './es.rules.ts';
import { FRENCH_KINDS } from './fr.rules.ts';
import { ITALIAN_KINDS } from './it.rules.ts';
import { JAPANESE_KINDS } from './ja.rules.ts';
import type { Kinds } from './port.ts';
import { CHINESE_KINDS } from './zh.rules.ts';

export const KINDS: Readonly<Record<string, Kinds>> = {
  en: ENGLISH_KINDS,
  de: GERMAN_KINDS,
  fr: FRENCH_KINDS,
  es: SPANISH_KINDS,
  it: ITALIAN_KINDS,
  zh: CHINESE_KINDS,
  ja: JAPANESE_KINDS,
};

/** What may stand before the thing in a name that begins with it: how many there are, and how large it is. */
const BEFORE =
  /^(?:(?:\d+|x|set|kit|lot|pack|pair[eo]?|juego|paquete|confezione|coppia|serie|série|de|di|da|d|le|la|les|el|los|las|un|une|una|uno|mini|maxi|petite?s?|grande?s?|gran|pequeñ[oa]s?|piccol[oaie]|nouve(?:au|lle)s?|nuev[oa]s?|nuov[oaie]|vrais?|double|doble|doppi[oa])(?![\p{L}\p{N}])[\s'’]*)*$/iu;

/** Words for a kind, and one of its names. */
interface Kind {
  words: string;
  name: string;
}

const TREES = new Map(
  Object.entries(KINDS).map(([code, kinds]) => {
    const tree = new PhraseTree<Kind>();
    for (const [names, words] of Object.entries(kinds))
      for (const name of phrasesOf(names)) tree.add([name], { words, name });
    return [code, tree];
  }),
);

/**
 * Words for the kind that a name of a product tells: of a garden bench for that, and not for any bench. Of kinds with the same
 * place in the name the longer one holds: of a baby's sleeping bag that, and not any sleeping bag.
 */
export function kindWordsOf(name: string, { code, headFirst }: Language): string[] {
  const tokens = tokensOf(name);
  const found = (TREES.get(code)?.find(tokens) ?? []).filter(
    ({ start, end }) => (!headFirst || BEFORE.test(name.slice(0, start))) && !/^\p{L}/u.test(name.slice(end)),
  );
  const ranked = found.toSorted((a, b) => {
    const places = headFirst ? b.from - a.from || a.to - b.to : a.to - b.to || b.from - a.from;
    return places || a.value.name.length - b.value.name.length;
  });
  return ranked.at(-1)?.value.words.split(' ') ?? [];
}

/** Colours that Japanese buyers write in either of two ways. */
const COLOUR_WRITINGS: readonly (readonly [string, string])[] = [
  ['ブラック', '黒'],
  ['ホワイト', '白'],
  ['グレー', '灰色'],
  ['グリーン', '緑'],
  ['ブルー', '青'],
  ['ネイビー', '紺色'],
  ['レッド', '赤'],
  ['ピンク', '桃色'],
  ['ブラウン', '茶色'],
  ['イエロー', '黄色'],
  ['水色', 'ライトブルー'],
];

/** The colours of a Japanese text in their other writing; of other languages none, whose search knows their accents. */
export function otherWritingsOf(text: string, { code }: Language): string[] {
  if (code !== 'ja') return [];
  return COLOUR_WRITINGS.flatMap(([one, other]) => [
    ...(text.includes(one) ? [other] : []),
    ...(text.includes(other) ? [one] : []),
  ]);
}
