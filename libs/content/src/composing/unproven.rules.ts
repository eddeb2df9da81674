// What a composer does not repeat, though the product is called so: claims that need a proof which no product page gives.
import type { Rule } from '../findings/rules.rules.ts';
import { lengthOf, tellingWords, type Language } from '../findings/languages.rules.ts';
import { POLICIES } from '../policies/policies.rules.ts';
import { termsIn } from '../vocabulary/lexicon.rules.ts';
import { tokensOf } from '../words/tokens.rules.ts';
import { BOASTS } from './phrases/boasts.rules.ts';

const RULES: readonly Rule[] = ['MEDICAL_CLAIM', 'AUTHORITY_CLAIM', 'ADVERTISING_LAW'];
/** Ids of their policies, with the languages in which each holds; of undefined ones in all. */
const CLAIMS = new Map(
  POLICIES.filter(({ rule }) => RULES.includes(rule)).map(({ id, languages }) => [id, languages]),
);

/** Fewest statements without proof, and least share of them, by which a source is doubtful. */
const FEWEST_CLAIMS = 2;
const LEAST_CLAIMED = 0.2;
/** Longest title of a seller who keeps to any rule, in code points; with one claim beside a longer one a source is doubtful too. */
const LONGEST_TITLE = { spaced: 200, unspaced: 90 };

/** True for a text that boasts, claims to heal, names an authority or a study, or says what advertising law forbids. */
export function isUnproven(text: string, { code }: Language): boolean {
  const { policy, certification } = termsIn(tokensOf(text), code);
  return (
    BOASTS.get(code)?.test(text) === true ||
    policy.some(({ value: { name } }) => CLAIMS.has(name) && (CLAIMS.get(name)?.includes(code) ?? true)) ||
    certification.some(({ value: { name } }) => name === 'clinical')
  );
}

/** What a claim says that the product does, and up to two words behind it: “relieves the worst”. */
const DOING = new RegExp(
  `\\s(?:to\\s)?(?:${[
    '(?:reliev|reduc|remov|sooth|eas|minimi[sz]|eras|alleviat|eliminat)(?:es?|ing)|(?:prevent|fight|combat|heal|cure|stop|help|clear|calm|improve|boost)s|(?:prevent|fight|combat|treat|heal|stopp|clear|calm|improv)ing',
    '(?:linder|reduzier|minder|milder|vermind(?:er)?|verringer|verbesser|beruhig|entfern|bekämpf|beseitig|verhinder|glätt|stopp|heil)(?:t|et|n|en)|löst|lösen|hilft|helfen',
    '(?:soulag|attenu|atténu|apais|élimin|diminu|calm|effac|liss|lutt|trait)(?:e|ent|er)|rédui(?:t|sent|re)|combat(?:tent|tre)?|prévien(?:t|nent)',
    '(?:alivi|elimin|calm|mejor|quit|atenú|trat|combat)(?:an?|en?|ar|ir)|reduc(?:en?|ir)|disminuyen?|previenen?',
    '(?:allevi|elimin|attenu|calm|miglior|contrast)(?:a|ano|are)|riduc(?:e|ono)|ridurre|(?:combatt|previen|lenisc)(?:e|ono)|rimuov(?:e|ono)',
  ].join('|')})(?:\\s\\S+){0,2}$`,
  'iu',
);
/** Words at the end of a piece that belong to what the pieces were parted at. */
export const OPEN_END =
  /(?:\s(?:with|for|and|of|by|from|in|up to|compatible|mit|für|und|von|aus|ab|[Bb]is|passend|geeignet|kompatibel|avec|pour|et|de|à|dès|à partir de|jusqu['’]à|compatibles?|adaptée?s?|con|para|y|desde|hasta|apt[oa]s?|per|e|di|da|fino a|adatt[oaie]|compatibil[ei]))+$/u;
/** English parts of the body and words beside them, which belong to an ailment behind them. */
const AILING =
  /(?:(?:^|\s)(?:lower|upper|chronic|sore|stiff|neck|back|shoulders?|knees?|joints?|muscles?|heels?|foot|feet|legs?|hips?|wrists?|elbows?|ankles?|nerves?|period|menstrual|body|and|&))+$/iu;
/** What joins an ailment to the product, with its article and the first part of another one: “für Rücken- und”. */
const AGAINST =
  /\s(?:for|against|anti|gegen|bei|für|pour|contre|para|contra|per|contro)(?:\s(?:the|your|die|den|das|la|le|les|l['’]|el|los|las|il|i|lo|gli|und|\p{L}+-))*$/iu;
/** The rest of a claim in front of what the product is: “Pain Relief Pillow”. */
const REST_OF_CLAIM =
  /^(?:(?:relief|relieving|remedy|treatment|removal|prevention)(?=\s|$)|[をのがに]?(?:解消|改善|軽減|緩和|対策|予防)[のに用]?|的)\s*/iu;

/** A piece of a title up to the claim that it makes; "" when that leaves no name. */
export function provenPart(piece: string, language: Language): string {
  if (!isUnproven(piece, language)) return piece;
  const { words, gap, isClaim } = wordsOf(piece, language);
  const end = firstPlace(words.length, (place) => isClaim(0, place));
  const start = firstPlace(end + 2, (place) => !isClaim(place, end)) - 1;
  const before = words.slice(0, start).join(gap);
  // Of “業界No.1” what stands in front is a part of the claim.
  const isApart = /\p{L}.*\p{L}/u.test(before) && language.letter.test(words[start] ?? '');
  if (!language.spaced) return isApart ? before : '';
  const led = before.replace(AILING, '');
  const name = DOING.test(led) ? led.replace(DOING, '') : led.replace(AGAINST, '');
  const isLed = name !== led || DOING.test(` ${words[start]}`);
  // Of “Natural Pain Relief Cream” the one word in front is no name.
  const isName = isLed || name.includes(' ') || partBehindClaims(piece, language) === '';
  return isName && /\p{L}/u.test(name) ? name.replace(OPEN_END, '') : '';
}

/** What stands behind the claims of a piece, where it may be the name: in languages in which that ends a phrase. */
export function partBehindClaims(piece: string, language: Language): string {
  if (language.headFirst || !isUnproven(piece, language)) return '';
  const { words, gap, isClaim } = wordsOf(piece, language);
  const start = firstPlace(words.length + 1, (place) => !isClaim(place, words.length - 1)) - 1;
  const end = firstPlace(words.length, (place) => isClaim(start, place));
  const rest = words
    .slice(end + 1)
    .join(gap)
    .replace(REST_OF_CLAIM, '');
  const isPhrase = tellingWords(rest, language)[0]?.start === 0;
  return isPhrase ? rest : '';
}

/** The words of a text, or its characters in a script without blanks, and whether those from one to another make a claim. */
function wordsOf(text: string, language: Language) {
  const gap = language.spaced ? ' ' : '';
  const words = language.spaced ? text.split(gap) : [...text];
  const isClaim = (from: number, to: number): boolean =>
    isUnproven(words.slice(from, to + 1).join(gap), language);
  return { words, gap, isClaim };
}

/** The first place at which something holds that holds at all later ones. The search halves: a title may have hundreds of words. */
function firstPlace(count: number, holds: (place: number) => boolean): number {
  let first = 0;
  let last = count - 1;
  while (first < last) {
    const middle = Math.floor((first + last) / 2);
    if (holds(middle)) last = middle;
    else first = middle + 1;
  }
  return first;
}

/** What a source states of a product, beside its details. */
interface Told {
  features: string[];
  sentences: string[];
}

/**
 * What a source says without a claim that needs a proof. One in which there are too many is doubtful: it is believed in its name
 * and its details alone.
 */
export function toldOf(
  { features, sentences, title }: Told & { title: string },
  language: Language,
): Told & { isDoubtful: boolean } {
  const isTold = (one: string): boolean => !isUnproven(one, language);
  const told = { features: features.filter(isTold), sentences: sentences.filter(isTold) };
  const all = features.length + sentences.length;
  const claims = all - told.features.length - told.sentences.length;
  const isLong = lengthOf(title) > LONGEST_TITLE[language.spaced ? 'spaced' : 'unspaced'];
  const isDoubtful =
    (claims >= FEWEST_CLAIMS && claims >= all * LEAST_CLAIMED) || (isLong && (claims > 0 || !isTold(title)));
  return isDoubtful ? { features: [], sentences: [], isDoubtful } : { ...told, isDoubtful };
}
