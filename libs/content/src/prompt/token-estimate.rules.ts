// Estimates how many tokens texts take where no model has told.
import type { Turn } from './prompt.rules.ts';

/** Characters of an alphabet that a token has. */
export const CHARACTERS_PER_TOKEN = 4;

/** Roughly how many tokens a text takes: four characters of an alphabet, or one of Chinese and the like. */
export function estimatedTokens(text: string): number {
  const wide =
    text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu)?.length ?? 0;
  return Math.ceil(wide + (text.length - wide) / CHARACTERS_PER_TOKEN);
}

/** The text of all that a model is sent. */
export function textOfPrompt({
  instructions,
  turns,
}: {
  instructions: string;
  turns: readonly Turn[];
}): string {
  return [instructions, ...turns.map(({ content }) => content)].join('\n');
}
