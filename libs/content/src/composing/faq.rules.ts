// Composes questions with answers: each detail of the source answers one, and a sentence on cleaning the one on care.
import type { Language } from '../findings/languages.rules.ts';
import { headed } from './bullets.rules.ts';
import { capitalised, sentencesOf, terminated } from './cleaning.rules.ts';
import { toldDetails } from './details.rules.ts';
import { DETAIL_KEYS, type DetailKey } from './phrases/phrases.rules.ts';
import { QUESTIONS } from './phrases/questions.rules.ts';
import type { Composition } from './port.ts';

/** Values with which nobody would ask what it smells of; what only begins like them is a scent, such as “Sinfonía”. */
const NO_SCENT =
  /^(?:unscented|unflavou?red|(?:fragrance|scent|perfume)[- ]free|no |(?:none|ohne|sans|sin|senza)(?!\p{L})|neutral$|unparfümiert|parfümfrei|duftfrei|geruchlos|non parfumé|inodor[eo]|non profumat|無香|無臭|无香|无味|なし$)/iu;
/** What a question on power asks for: English asks how many watts, and the others for any measure of it. */
const WATTS = /\d\s?(?:k?w|watts?|vatios?)(?!\p{L})|[瓦ワ]/iu;
const POWER = /\d\s?(?:cv|ch|ps|hp|k?va)(?!\p{L})|馬力|马力/iu;

/** Up to `count` questions that the source answers, all of them clean. */
export function composeFaq(composition: Composition, count: number): { question: string; answer: string }[] {
  const { input, language, isClean } = composition;
  const asked = DETAIL_KEYS.flatMap((key) => {
    const label = input.details.find((one) => one.key === key)?.label ?? '';
    const question = input.spell(QUESTIONS[language.code]?.[key]?.replace('{label}', () => label) ?? '');
    const answer = question === '' ? undefined : answerTo(key, composition);
    return answer && isClean(`${question}\n${answer}`) ? [{ question, answer }] : [];
  });
  return asked.slice(0, count);
}

function isPower(value: string, { code }: Language): boolean {
  return WATTS.test(value) || (code !== 'en' && POWER.test(value));
}

/** What the source says of a detail in a sentence; undefined when that is nothing. */
function answerTo(key: DetailKey, composition: Composition): string | undefined {
  const { input, language, phrases } = composition;
  const detail = input.details.find((one) => one.key === key);
  const isOdd =
    (key === 'scent' && NO_SCENT.test(detail?.value ?? '')) ||
    (key === 'power' && !isPower(detail?.value ?? '', language));
  if (isOdd) return undefined;
  const [told] = detail ? toldDetails([detail], phrases, language) : [];
  if (told) return terminated(told.sentence, phrases.stop);
  if (key !== 'care') return undefined;
  const sentences = input.features.flatMap((feature) =>
    sentencesOf(headed(feature, phrases, language).text, language, phrases),
  );
  const care = [...sentences, ...input.sentences].find((sentence) => phrases.care.test(sentence));
  return care && terminated(capitalised(care), phrases.stop);
}
