// Invites a person to the workspace, and shows the code once.
import { Text, TextInput } from '@mantine/core';
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Role } from '#client';
import { newKey } from '../../api/new-key.client.ts';
import { Dialog } from '../../form/dialog.tsx';
import { Refusal, refusalsOf } from '../../form/refusal.tsx';
import { ShortForm } from '../../form/short-form.tsx';
import { exactly } from '../../language/figures.rules.ts';
import { RoleChoice } from '../members/role-choice.tsx';
import { Code, Secret } from '../secret.tsx';
import { joinLink } from './invitation-code.rules.ts';
import { JOIN_PAGE, useInvite } from './invitations.queries.ts';

interface InviteProps {
  workspaceId: string;
  onClose: () => void;
}

export default function Invite({ workspaceId, onClose }: InviteProps): ReactNode {
  const { t, i18n } = useTranslation('settings');
  const invite = useInvite(workspaceId);
  if (!invite.data)
    return (
      <Dialog title={t('invitations.new')} onClose={onClose}>
        <InviteForm invite={invite} onClose={onClose} />
      </Dialog>
    );
  const { code, email, expiresAt } = invite.data;
  return (
    <Dialog title={t('invitations.made', { email })} onClose={onClose} isKept>
      <Secret label={t('invitations.code')} secret={code} onClose={onClose}>
        <Text>{t('invitations.handOver', { email, time: exactly(expiresAt, i18n.language) })}</Text>
        {code !== undefined && <Code label={t('invitations.link')} text={joinLink(JOIN_PAGE, code)} />}
      </Secret>
    </Dialog>
  );
}

interface InviteFormProps {
  invite: ReturnType<typeof useInvite>;
  onClose: () => void;
}

function InviteForm({ invite, onClose }: InviteFormProps): ReactNode {
  const { t } = useTranslation('settings');
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('editor');
  const key = useMemo(newKey, [email, role]);
  const messages = refusalsOf(invite.error);
  return (
    <ShortForm
      submit={t('invitations.make')}
      isSending={invite.isPending}
      onSubmit={() => invite.mutate({ body: { email: email.trim(), role }, key })}
      onCancel={onClose}
    >
      <Refusal error={invite.error} count={Object.keys(messages).length} />
      <TextInput
        label={t('invitations.columns.email')}
        description={t('invitations.emailHint')}
        type="email"
        value={email}
        onChange={({ currentTarget }) => setEmail(currentTarget.value)}
        error={messages.email}
        autoComplete="off"
        maxLength={254}
        required
        data-autofocus
      />
      <RoleChoice value={role} onChange={setRole} />
    </ShortForm>
  );
}
