// Adds an existing account to the workspace.
import { TextInput } from '@mantine/core';
import { useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Role } from '#client';
import { newKey } from '../../api/new-key.client.ts';
import { Dialog } from '../../form/dialog.tsx';
import { Refusal, refusalsOf } from '../../form/refusal.tsx';
import { ShortForm } from '../../form/short-form.tsx';
import { useAddMember } from './members.queries.ts';
import { RoleChoice } from './role-choice.tsx';

interface NewMemberProps {
  workspaceId: string;
  onClose: () => void;
}

export default function NewMember({ workspaceId, onClose }: NewMemberProps): ReactNode {
  const { t } = useTranslation('settings');
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('editor');
  const key = useMemo(newKey, [email, role]);
  const add = useAddMember(workspaceId);
  const messages = refusalsOf(add.error);
  return (
    <Dialog title={t('members.add')} onClose={onClose}>
      <ShortForm
        submit={t('members.addNow')}
        isSending={add.isPending}
        onSubmit={() => add.mutate({ body: { email: email.trim(), role }, key }, { onSuccess: onClose })}
        onCancel={onClose}
      >
        <Refusal error={add.error} count={Object.keys(messages).length} />
        <TextInput
          label={t('members.columns.email')}
          description={t('members.emailHint')}
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
    </Dialog>
  );
}
