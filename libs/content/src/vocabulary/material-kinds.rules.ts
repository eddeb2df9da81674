// Kinds of materials which facts name, and a text may call by the broader name.
import { phrasesOf } from '../words/phrase-lists.rules.ts';
import { PhraseTree, type PhraseMatch } from '../words/phrases.rules.ts';
import type { Token } from '../words/tokens.rules.ts';
import { BROADER } from './materials.rules.ts';

/** Names that are no material of the review, and vouch for one: what is of polypropylene may be called plastic. */
const KINDS_OF: Readonly<Record<string, string>> = {
  plastic: 'abs|pvc|pp|pe|hdpe|pla|petg|polycarbonate|polypropylene|polyethylene|polystyrene|acrylic|tritan|vinyl|resin|melamine|acryl|polypropylen|polyethylen|harz|acrylique|résine|acrílico|resina|acrilico|亚克力|树脂|聚丙烯|アクリル|ポリプロピレン|ポリエチレン|ポリカーボネート|塩ビ|メラミン',
  wood: 'hardwood|softwood|plywood|timber|mdf|birch|spruce|cedar|rosewood|ebony|olivewood|cherrywood|driftwood|basswood|linden|poplar|胶合板|桦木|杉木|合板|白樺|杉',
  ceramic: 'ceramics|stoneware|earthenware|pottery|terracotta|steingut|steinzeug|terrakotta|faïence|gres|loza|紫砂|磁器|陶磁器|ストーンウェア',
  porcelain: '陶瓷',
  metal: 'metals|metallic|alloy|zinc|pewter|chrome|tin|legierung|alliage|aleación|lega|合金|锌|亜鉛',
  rubber: 'latex|eva|乳胶|ラテックス',
  glass: 'pyrex|borosilicate|borosilikat|高硼硅',
}; // prettier-ignore
const KINDS = new PhraseTree<string>();
for (const [name, kinds] of Object.entries(KINDS_OF)) KINDS.add(phrasesOf(kinds), name);

/** The materials that tokens vouch for without naming them, where what they name is claimed. */
export function vouchedBy(
  tokens: readonly Token[],
  isClaimed: (kind: PhraseMatch<string>) => boolean,
): string[] {
  return KINDS.find(tokens)
    .filter(isClaimed)
    .map(({ value }) => value);
}

/** Materials, and what a thing of them is made of too. */
export function withBroader(names: readonly string[]): Set<string> {
  return new Set(names.flatMap((name) => [name, ...(BROADER[name] ?? [])]));
}
