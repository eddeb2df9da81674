// The differences of a written text from the one that stands on the product.
import { Card, Title, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { differencesOf } from '../../wording/differences.rules.ts';
import { SafeText } from '../../wording/safe-text.tsx';
import classes from '../generations.module.css';

interface DifferentTextProps {
  before: string;
  after: string;
  language: string | undefined;
}

/** What is added and removed is said to screen readers in words. */
export function DifferentText({ before, after, language }: DifferentTextProps) {
  const { t } = useTranslation('generations');
  return (
    <Card withBorder padding="md">
      <Title order={2} size="h3" mb="sm">
        {t('views.differences')}
      </Title>
      <div lang={language} dir="auto" className={classes.texts}>
        {differencesOf(before, after, language).map(({ kind, text }, index) => {
          if (kind === 'same') return <SafeText key={index} text={text} br />;
          const Tag = kind === 'added' ? 'ins' : 'del';
          return (
            <Tag key={index} className={classes[kind]}>
              <VisuallyHidden>{t(`differences.${kind}`)}</VisuallyHidden>
              <SafeText text={text} br />
            </Tag>
          );
        })}
      </div>
    </Card>
  );
}
