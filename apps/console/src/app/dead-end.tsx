// A page that says why there is nothing here, and leads to the start.
import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Heading, TextLink } from '../page/index.ts';

/** `notFound` is for an address without a page, `notAllowed` for a page that the person may not use. */
export function DeadEnd({ why }: { why: 'notFound' | 'notAllowed' }) {
  const { t } = useTranslation('app');
  return (
    <Stack>
      <Heading title={t(`${why}.title`)} />
      <Text>{t(`${why}.text`)}</Text>
      <TextLink to="/">{t('notFound.back')}</TextLink>
    </Stack>
  );
}
