// The place of the page.
import { Anchor, Stack, Text } from '@mantine/core';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMayWrite } from '../api/use-session.tsx';
import { Heading } from '../page/index.ts';

/** The page; but what makes something, at `/…/new`, is not for who only views. */
export function Content() {
  const isNew = useLocation({ select: ({ pathname }) => pathname.endsWith('/new') });
  return !useMayWrite() && isNew ? <NotAllowed /> : <Outlet />;
}

function NotAllowed() {
  const { t } = useTranslation('app');
  return (
    <Stack>
      <Heading title={t('notAllowed.title')} />
      <Text>{t('notAllowed.text')}</Text>
      <Anchor component={Link} to="/">
        {t('notFound.back')}
      </Anchor>
    </Stack>
  );
}
