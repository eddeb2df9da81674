// The menu of the account: who is signed in, workspaces, language, colours, sign out.
import { ActionIcon, Button, NativeSelect, Stack, Text, useMantineColorScheme } from '@mantine/core';
import { UserIcon } from 'lucide-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../api/ask.client.ts';
import { keep, signOut } from '../api/session.state.ts';
import { useSession } from '../api/use-session.tsx';
import { Menu } from '../menu/menu.tsx';
import { Failed } from '../feedback/index.ts';
import { LanguageSwitch } from '../language/language-switch.tsx';
import type { Language } from '../language/language.state.ts';
import { WorkspaceSwitch } from './workspace-switch.tsx';
import { ButtonLink } from '../page/index.ts';

export function AccountMenu() {
  const { t } = useTranslation('app');
  return (
    <Menu
      label={t('account.open')}
      button={(opens) => (
        <ActionIcon variant="subtle" size="lg" aria-label={t('account.open')} {...opens}>
          <UserIcon size={18} />
        </ActionIcon>
      )}
    >
      {(close) => <AccountMenuContent onLeave={close} />}
    </Menu>
  );
}

function AccountMenuContent({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation('app');
  const { account } = useSession();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const leave = useMutation({
    mutationFn: signOut,
  });
  const choice = useMutation({
    mutationFn: (locale: Language) => api.updateAccount({ body: { locale } }),
    onSuccess: ({ data }) => keep(data),
  });
  const colours = (['light', 'dark', 'auto'] as const).map((value) => ({
    value,
    label: t(`account.${value}`),
  }));
  return (
    <Stack gap="md" w={256}>
      <div>
        <Text fw={600}>{account?.name}</Text>
        <Text size="sm" c="dimmed" className="frame-email">
          {account?.email}
        </Text>
      </div>
      <WorkspaceSwitch />
      <ButtonLink variant="default" onClick={onLeave} to="/join">
        {t('account.join')}
      </ButtonLink>
      <LanguageSwitch onChoose={(language) => choice.mutate(language)} />
      <NativeSelect
        label={t('account.colours')}
        data={colours}
        value={colorScheme}
        onChange={({ currentTarget }) => setColorScheme(currentTarget.value as typeof colorScheme)}
      />
      {leave.error && <Failed error={leave.error} />}
      <Button variant="default" loading={leave.isPending} onClick={() => leave.mutate()}>
        {t('account.signOut')}
      </Button>
    </Stack>
  );
}
