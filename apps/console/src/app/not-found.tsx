// What an address without a page shows.
import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Heading } from '../page/index.ts';

export function NotFound() {
  const { t } = useTranslation('app');
  return (
    <Stack>
      <Heading title={t('notFound.title')} />
      <Text>{t('notFound.text')}</Text>
      <Anchor component={Link} to="/">
        {t('notFound.back')}
      </Anchor>
    </Stack>
  );
}
