// A question to the judge: the standard ones in the language of the page, one's own as it was written.
import { JUDGE_QUESTIONS } from '#client';
import { useLanguage } from '../language/use-language.tsx';
import { InlineText } from '../text-display/safe-text.tsx';

export function QuestionText({ question }: { question: string }) {
  const language = useLanguage();
  const standard = JUDGE_QUESTIONS.find(({ en }) => en === question);
  return <InlineText text={standard?.[language] ?? question} />;
}
