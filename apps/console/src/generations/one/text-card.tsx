// Texts one below the other, also in a frame with a heading: what stands on the product, and what is written.
import { Card, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SafeText } from '../../text-display/safe-text.tsx';
import classes from '../generations.module.css';

interface TextsProps {
  /** Language of the texts as a BCP 47 tag. */
  language: string | undefined;
  texts: readonly string[];
  /** True while the texts are being written. They are not announced then: a status tells how it stands. */
  isGrowing?: boolean;
  /** Stands in the place of a text, for example with marks in it. */
  render?: (text: string, index: number) => ReactNode;
}

export function Texts({ language, texts, isGrowing, render }: TextsProps): ReactNode {
  const { t } = useTranslation('generations');
  if (texts.length === 0) return <Text c="dimmed">{isGrowing ? '…' : t('one.nothing')}</Text>;
  return (
    <div lang={language} dir="auto" className={classes.texts} data-growing={isGrowing || undefined}>
      {texts.map((text, index) => (
        <div key={index} className={classes.text}>
          {render ? render(text, index) : <SafeText text={text} br />}
        </div>
      ))}
    </div>
  );
}

interface TextCardProps extends TextsProps {
  title: string;
  /** True for texts that are not kept. */
  isVoid?: boolean;
}

export function TextCard({ title, isVoid, ...texts }: TextCardProps): ReactNode {
  return (
    <Card withBorder padding="md" className={isVoid ? classes.void : undefined}>
      <Stack gap="sm">
        <Title order={2} size="h3">
          {title}
        </Title>
        <Texts {...texts} />
      </Stack>
    </Card>
  );
}
