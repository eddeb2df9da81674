// A result of a generation in a frame with a heading.
import { Card, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Generation } from '#client';
import { textsOf } from '../text-display/result-texts.rules.ts';
import { SafeText } from '../text-display/safe-text.tsx';
import classes from './experiments.module.css';

interface ResultCardProps {
  title: string;
  applicationId: string;
  result: NonNullable<Generation['result']>;
  /** Language of the texts as a BCP 47 tag. */
  language: string | undefined;
  children?: ReactNode;
}

export function ResultCard({ title, applicationId, result, language, children }: ResultCardProps) {
  return (
    <Card withBorder padding="md">
      <Stack gap="sm">
        <Title order={3}>{title}</Title>
        <div lang={language} dir="auto" className={classes.texts}>
          {textsOf(applicationId, result, language).map((text, place) => (
            <div key={place}>
              <SafeText text={text} br />
            </div>
          ))}
        </div>
        {children}
      </Stack>
    </Card>
  );
}
