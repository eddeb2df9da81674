// The menu of the account: who is signed in, language, colours, sign out.
import { Button, Popover, SegmentedControl, Stack, Text, useMantineColorScheme } from '@mantine/core';
import { IconUser } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../api/ask.client.ts';
import { keep, signOut } from '../api/session.state.ts';
import { useSession } from '../api/use-session.tsx';
import { Failed } from '../state/failed.tsx';
import { LanguageSwitch } from '../language/language-switch.tsx';
import type { Language } from '../language/language.state.ts';

export function AccountMenu() {
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
    <Popover width={280} position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <Button variant="subtle" leftSection={<IconUser size={18} />} aria-label={t('account.open')}>
          <span className="frame-person">{account?.name}</span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('account.open')}>
        <Stack gap="md">
          <div>
            <Text fw={600}>{account?.name}</Text>
            <Text size="sm" c="dimmed" className="frame-email">
              {account?.email}
            </Text>
          </div>
          <LanguageSwitch onChoose={(language) => choice.mutate(language)} />
          <SegmentedControl
            aria-label={t('account.colours')}
            fullWidth
            data={colours}
            value={colorScheme}
            onChange={(value) => setColorScheme(value as typeof colorScheme)}
          />
          {leave.error && <Failed error={leave.error} />}
          <Button variant="default" loading={leave.isPending} onClick={() => leave.mutate()}>
            {t('account.signOut')}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
