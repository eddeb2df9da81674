// Adds an existing account to the workspace.
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useMemo, useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Role } from '#client';
import { newKey } from '../../api/new-key.client.ts';
import { Dialog } from '../../form/dialog.tsx';
import { Refusal, refusalsOf } from '../../form/refusal.tsx';
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
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!add.isPending) add.mutate({ body: { email: email.trim(), role }, key }, { onSuccess: onClose });
  };
  return (
    <Dialog title={t('members.add')} onClose={onClose}>
      <form onSubmit={submit}>
        <Stack gap="md">
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
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button type="submit" loading={add.isPending}>
              {t('members.addNow')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
