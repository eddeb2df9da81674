// The differences of two texts as one text.
import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { differencesOf } from './differences.rules.ts';
import { SafeText } from './safe-text.tsx';
import classes from './text-display.module.css';

interface DifferentTextProps {
  before: string;
  after: string;
  /** BCP 47 tag, by which words are cut. */
  language?: string | undefined;
  /** True in a description, where `<br>` is a line break. */
  br?: boolean;
}

/** What is added and removed is said to screen readers in words. */
export default function DifferentText({
  before,
  after,
  language,
  br = false,
}: DifferentTextProps): ReactNode {
  const { t } = useTranslation('text-display');
  return (
    <div lang={language} dir="auto" className={classes.different}>
      {differencesOf(before, after, language).map(({ kind, text }, i) => {
        if (kind === 'same') return <SafeText key={i} text={text} br={br} />;
        const Tag = kind === 'added' ? 'ins' : 'del';
        return (
          <Tag key={i} className={classes[kind]}>
            <VisuallyHidden>{t(kind)}</VisuallyHidden>
            <SafeText text={text} br={br} />
          </Tag>
        );
      })}
    </div>
  );
}
