// Asks for the password over a page whose session has ended, so that nothing on the page is lost.
import { Modal, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSession } from '../api/use-session.tsx';
import { useFocusBack } from '../page/index.ts';
import { SignInForm } from './sign-in-form.tsx';

export default function Expired() {
  const { t } = useTranslation('session');
  const { account } = useSession();
  const queries = useQueryClient();
  useFocusBack();
  return (
    <Modal opened onClose={() => undefined} withCloseButton={false} closeOnEscape={false} title={t('title')}>
      <Stack>
        <Text>{t('expired')}</Text>
        <SignInForm email={account?.email} onDone={() => void queries.invalidateQueries()} />
      </Stack>
    </Modal>
  );
}
