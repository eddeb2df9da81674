// A moment of the past as people read it.
import type { ReactNode } from 'react';
import { ago, exactly } from './figures.rules.ts';
import { useLanguage } from './use-language.tsx';

/** How long ago a moment was; its tooltip says it exactly. `moment` in Unix seconds. */
export function Ago({ moment }: { moment: number }): ReactNode {
  const language = useLanguage();
  return (
    <time dateTime={new Date(moment * 1000).toISOString()} title={exactly(moment, language)}>
      {ago(moment, Date.now() / 1000, language)}
    </time>
  );
}
