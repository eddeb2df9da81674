// The page on which a session begins.
import { Center, Paper, Stack, Title } from '@mantine/core';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useTitle, withFragment } from '../page/index.ts';
import { LanguageSwitch } from '../language/language-switch.tsx';
import { SignInForm } from './sign-in-form.tsx';

const route = getRouteApi('/sign-in');

export default function SignInPage() {
  const { t } = useTranslation('session');
  const { next } = route.useSearch();
  const router = useRouter();
  useTitle(t('title'));
  const goOn = (): void => {
    const href = withFragment(next ?? '/', router.state.location.hash);
    void router.navigate({ href, replace: true });
  };
  return (
    <Center component="main" mih="100dvh" p="lg">
      <Paper withBorder w="100%" maw={360} p="xl">
        <Stack gap="lg">
          <Title order={1}>{t('title')}</Title>
          <SignInForm onDone={goOn} />
          <LanguageSwitch />
        </Stack>
      </Paper>
    </Center>
  );
}
