// Composes titles: the brand, what the product is, then as many further facts as there is room for.
import { isHard, type CheckContext } from '../../checks/violations.rules.ts';
import { lengthOf, segments, tellingWords } from '../../checks/languages.rules.ts';
import { checkText } from '../../checks/review.rules.ts';
import { shuffled, type ComposerInput } from '../composer-input.rules.ts';

/** Between two facts of a title; not where figures stand on both sides. */
const SEPARATORS = /\s+[-–—|•·~]+\s+|\s*[;|【】[\]()（）]+\s*|,(?!\d)\s*|[:：、，]\s+|\s+\/\s+/u;
/** Words after which something must follow. */
const DANGLING =
  /(?:^|\s)(?:[-–—&+/x×]|a|an|and|as|at|by|compatible|for|from|in|into|of|on|or|per|plus|set of|pack of|size|the|to|with|without|mit|und|für|von|aus|et|pour|avec|de|con|para|per|y|e|\d[\d.,/-]*)$/iu;
/** Details that belong into a title, in this order. */
const TELLING_DETAILS =
  /^(?:material|colou?r|size|style|pattern|farbe|größe|couleur|taille|talla|colore|颜色|尺寸|材质|色|サイズ|素材)$/i;
/** Orders that are tried to find titles that differ. */
const TRIES = 16;

interface Parts {
  brand: string;
  core: string;
  /** In the order of the source. */
  more: string[];
  /** What it belongs to; says little, but tells titles apart. */
  category: string;
}

/** Up to `count` different titles without hard findings, the plainest first. */
export function composeTitles(
  material: ComposerInput,
  count: number,
  seed: string,
  context: CheckContext,
): string[] {
  const parts = partsOf(material, context);
  const tried = new Set<string>(['']);
  const titles: string[] = [];
  for (const plan of plans(parts, seed)) {
    const title = build(plan, context);
    if (tried.has(title)) continue;
    tried.add(title);
    if (!checkText(title, context).some(isHard)) titles.push(title);
    if (titles.length >= count) break;
  }
  return titles;
}

function partsOf(material: ComposerInput, context: CheckContext): Parts {
  const { brand } = material;
  const { maxText } = context.limits;
  const piecesOf = (text: string): string[] =>
    withoutBrand(text, brand)
      .split(SEPARATORS)
      .map((piece) => usableWords(piece, brand))
      .filter((piece) => /\p{L}/u.test(piece) && lengthOf(piece) < maxText * 4);
  const pieces = piecesOf(material.title || material.keywords[0] || material.features[0] || '');
  // “[Upgraded] Kids water bottle” is a water bottle.
  const core = pieces.find((piece) => tellingWords(piece, context.language).length > 1) ?? pieces[0] ?? '';
  const details = material.details
    .filter(({ label }) => TELLING_DETAILS.test(label))
    .map(({ value }) => value);
  const more = [...material.keywords, material.productType, ...pieces, ...details]
    .map((piece) => usableWords(piece, brand))
    .filter((piece) => piece !== '' && piece !== core);
  return {
    brand: lengthOf(brand) * 2 <= maxText ? brand : '',
    core,
    more: [...new Set(more)],
    category: usableWords(material.categories.at(-1) ?? '', brand),
  };
}

function withoutBrand(title: string, brand: string): string {
  if (!brand) return title;
  const name = brand.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const before = '(?:(?<=\\s)(?:by|from|von|par|di|de)\\s+)?';
  return title.replace(
    new RegExp(`${before}(?<![\\p{L}\\p{N}])${name}(?:'s)?(?![\\p{L}\\p{N}-])`, 'giu'),
    ' ',
  );
}

/** Without signs that a title may not show, nor the words that hang on them. */
function usableWords(text: string, brand: string): string {
  return text
    .split(/\s+/)
    .filter((word) => word === brand || !/[$_{}^¬¦]/.test(word))
    .join(' ')
    .replace(/[!?]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

interface Plan extends Parts {
  brandLast: boolean;
}

function* plans(parts: Parts, seed: string): Generator<Plan> {
  const plain = { ...parts, brandLast: false };
  const { more, category } = parts;
  yield plain;
  yield { ...plain, more: shuffled(more, seed) };
  yield { ...plain, more: [] };
  for (let i = 1; i <= TRIES; i += 1) {
    const order = shuffled(more, `${seed}/${i}`);
    yield { ...plain, more: order.slice(0, 1 + (i % 3)) };
    yield { ...plain, more: order };
  }
  yield { ...plain, more: [], brandLast: true };
  yield { ...plain, brandLast: true };
  yield { ...plain, more: [category] };
  yield { ...plain, more: [...more, category] };
  yield { ...plain, brand: '' };
  yield { ...plain, brand: '', more: [] };
}

/** The facts of a plan as far as there is room; "" when not even the first fits. */
function build({ brand, core, more, brandLast }: Plan, context: CheckContext): string {
  const room = context.limits.maxText - (brandLast && brand ? lengthOf(brand) + 2 : 0);
  const start = brandLast ? '' : brand;
  let title = fitted(core, start, start ? ' ' : '', room, context) || start;
  for (const piece of more) {
    if (piece === '' || saysNothingNew(piece, title, context)) continue;
    const longer = fitted(piece, title, title ? ', ' : '', room, context);
    // A later fact is worth its place whole, or when the title would be short without it.
    const whole = longer.endsWith(piece);
    if (longer && (whole || lengthOf(title) * 2 < room)) title = longer;
  }
  return brandLast && brand && title ? `${title}, ${brand}` : title;
}

/** As many words of a piece as fit behind a title; "" when none does. */
function fitted(piece: string, title: string, glue: string, room: number, context: CheckContext): string {
  const repeats = new Map<string, number>();
  const count = (text: string): boolean =>
    tellingWords(text, context.language).every(({ text: word }) => {
      const times = (repeats.get(word.toLowerCase()) ?? 0) + 1;
      repeats.set(word.toLowerCase(), times);
      return times <= 2;
    });
  count(title);
  let text = '';
  let cut = false;
  for (const { word, gap } of wordsOf(piece, context)) {
    if (lengthOf(title + glue + text + gap + word) > room) {
      cut = true;
      break;
    }
    if (count(word)) text += (text ? gap : '') + word;
    else cut = true;
  }
  const kept = cut ? withoutLooseEnd(text) : text.replace(/[\s,;:&+/–—-]+$/u, '');
  return kept ? title + glue + kept : '';
}

function wordsOf(piece: string, { language }: CheckContext): { word: string; gap: string }[] {
  const words = piece.split(' ');
  if (language.spaced || words.length > 2) return words.map((word) => ({ word, gap: ' ' }));
  const spans = segments(piece, language, 'word');
  return spans.map(({ start }, index) => ({
    word: piece.slice(start, spans[index + 1]?.start ?? piece.length),
    gap: '',
  }));
}

function withoutLooseEnd(text: string): string {
  const shorter = text.replace(/[\s,;:&+/–—-]+$/u, '').replace(DANGLING, '');
  return shorter === text ? text : withoutLooseEnd(shorter);
}

function saysNothingNew(piece: string, title: string, { language }: CheckContext): boolean {
  const said = new Set(tellingWords(title, language).map(({ text }) => text.toLowerCase()));
  const words = tellingWords(piece, language);
  return (
    title.toLowerCase().includes(piece.toLowerCase()) ||
    (words.length > 0 && !/\p{N}/u.test(piece) && words.every(({ text }) => said.has(text.toLowerCase())))
  );
}
