// Joins the workspace of an invitation by its code, which is entered or comes in the fragment of the address.
import { Stack, Text, TextInput } from '@mantine/core';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Membership } from '#client';
import { useSession } from '../../api/use-session.tsx';
import { Failed } from '../../feedback/index.ts';
import { bound } from '../../form/bound.rules.ts';
import { refusalsOf } from '../../form/refusal.tsx';
import { ShortForm } from '../../form/short-form.tsx';
import { Heading } from '../../page/index.ts';
import { codeIn, enteredCode } from './invitation-code.rules.ts';
import { useAccept, useEnter } from './invitations.queries.ts';

export default function JoinPage(): ReactNode {
  const { t } = useTranslation('settings');
  const { account } = useSession();
  const accept = useAccept();
  return (
    <Stack gap="lg" maw={480}>
      <Heading title={t('join.title')} />
      {accept.data ? (
        <Joined membership={accept.data} />
      ) : (
        <>
          <Text>{t('join.about', { email: account?.email })}</Text>
          <CodeForm accept={accept} />
        </>
      )}
    </Stack>
  );
}

function CodeForm({ accept }: { accept: ReturnType<typeof useAccept> }): ReactNode {
  const { t } = useTranslation('settings');
  const [fields, setFields] = useState({ code: '' });
  useCodeOfAddress(setFields);
  const { text } = bound(fields, setFields, refusalsOf(accept.error));
  return (
    <ShortForm
      submit={t('join.join')}
      isSending={accept.isPending}
      error={accept.error}
      isChanged={fields.code !== ''}
      onSubmit={() => accept.mutate(enteredCode(fields.code))}
    >
      <TextInput
        {...text('code')}
        label={t('join.code')}
        description={t('join.codeHint')}
        autoComplete="off"
        spellCheck={false}
        maxLength={500}
        pattern=".*\S.*"
        required
      />
    </ShortForm>
  );
}

/** Takes the code out of the address, so that it is neither shown there nor kept in the history of the tab. */
function useCodeOfAddress(onFound: (found: { code: string }) => void): void {
  const fragment = useLocation({ select: ({ hash }) => hash });
  const navigate = useNavigate();
  useEffect(() => {
    const code = codeIn(fragment);
    if (code === '') return;
    onFound({ code });
    void navigate({ to: '/join', replace: true, ignoreBlocker: true });
  }, [fragment, navigate, onFound]);
}

/** Goes on in the workspace by itself; shown longer only when that fails. */
function Joined({ membership: { workspaceId, workspaceName, role } }: { membership: Membership }): ReactNode {
  const { t } = useTranslation('settings');
  const { mutate: enter, error } = useEnter();
  useEffect(() => enter(workspaceId), [enter, workspaceId]);
  return (
    <>
      <Text role="status">{t('join.joined', { workspace: workspaceName, role: t(`roles.${role}`) })}</Text>
      {error && <Failed error={error} onRetry={() => enter(workspaceId)} />}
    </>
  );
}
