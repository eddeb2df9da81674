// The page on which a session begins.
import { Center, Paper, Stack, Text, Title } from '@mantine/core';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { TextLink, useTitle, withFragment } from '../page/index.ts';
import { LanguageSwitch } from '../language/language-switch.tsx';
import { isToJoin, JOIN } from './next.rules.ts';
import { SignInForm } from './sign-in-form.tsx';

const route = getRouteApi('/sign-in');

export default function SignInPage() {
  const { t } = useTranslation('session');
  const { next } = route.useSearch();
  const router = useRouter();
  const isJoining = isToJoin(next);
  useTitle(t('title'));
  const goOn = (): void => {
    const href = withFragment(next ?? '/', router.state.location.hash);
    void router.navigate({ href, replace: true });
  };
  return (
    <Center component="main" mih="100dvh" p="lg">
      <Paper withBorder w="100%" maw={360} p="xl">
        <Stack gap="lg">
          <div>
            <Text fw={600}>Shelfscribe</Text>
            <Text c="dimmed">{t('about')}</Text>
          </div>
          <div>
            <Title order={1}>{t('title')}</Title>
            <Text role="status">{isJoining && t('joinNext')}</Text>
          </div>
          <SignInForm onDone={goOn} />
          {!isJoining && (
            <TextLink to="/sign-in" search={{ next: JOIN }}>
              {t('join')}
            </TextLink>
          )}
          <LanguageSwitch />
        </Stack>
      </Paper>
    </Center>
  );
}
