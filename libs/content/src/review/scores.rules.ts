// Scores of a result that need the text and its task: how much of the allowed length it uses, how much its items differ, and how
// much of it is in the language that was asked for.
import type { WrittenScores } from '#contracts';
import type { CheckContext, Content } from '../applications/port.ts';
import { isInOtherLanguage } from '../checks/detection.rules.ts';
import { comparedWordsOf } from '../checks/similarity.rules.ts';
import { lengthOf, segments, shareInScript, type Language } from '../findings/languages.rules.ts';

/** Characters of each text that are measured; the texts of a page are shorter. */
const MEASURED = 10_000;
/** Decimals of a share. */
const EXACT = 1000;

/** The scores of a result by its texts. */
export function textScoresOf(
  content: Content,
  context: CheckContext,
): Pick<WrittenScores, 'lengthUse' | 'distinct' | 'languageShare'> {
  const { application, task, language, limits } = context;
  const output = application.output(task);
  const texts =
    typeof content === 'string' || output === 'text' ? [content as string] : content.map(output.published);
  const measured = texts.map((text) => text.slice(0, MEASURED));
  return {
    // The longest text of an application of a workspace is a bound of ours, and nothing to be used up.
    ...(!task.application && {
      lengthUse: shareOf(mean(measured.map((text) => useOf(text, limits.maxText)))),
    }),
    ...(measured.length > 1 && { distinct: shareOf(1 - likenessOf(measured, language)) }),
    languageShare: shareOf(languageShareOf(measured, language)),
  };
}

function useOf(text: string, most: number): number {
  return Math.min(1, lengthOf(text) / most);
}

/** For each text, how much the most similar other one has in common with it (Jaccard); the mean of these. */
function likenessOf(texts: readonly string[], language: Language): number {
  const words = texts.map((text) => new Set(comparedWordsOf(text, language)));
  return mean(
    words.map((one, place) =>
      Math.max(...words.map((other, otherPlace) => (place === otherPlace ? 0 : commonOf(one, other)))),
    ),
  );
}

function commonOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const common = [...one].filter((word) => other.has(word)).length;
  return common === 0 ? 0 : common / (one.size + other.size - common);
}

function languageShareOf(texts: readonly string[], language: Language): number {
  const sentences = texts
    .flatMap((text) => segments(text, language, 'sentence'))
    .map(({ text }) => ({ text, letters: text.match(/\p{L}/gu)?.length ?? 0 }));
  const all = sentences.reduce((sum, { letters }) => sum + letters, 0);
  const own = sentences.reduce((sum, { text, letters }) => {
    return isInOtherLanguage(text, language) ? sum : sum + letters * shareInScript(text, language);
  }, 0);
  return all === 0 ? 1 : own / all;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function shareOf(value: number): number {
  return Math.round(value * EXACT) / EXACT;
}
