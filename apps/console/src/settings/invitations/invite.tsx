// Invites a person to the workspace, and shows the code once.
import { Text, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { CreatedInvitation, InvitationRequest } from '#client';
import { bound } from '../../form/bound.rules.ts';
import { FormDialog } from '../../form/dialog/form-dialog.tsx';
import { refusalsOf } from '../../form/refusal.tsx';
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
  const { t } = useTranslation('settings');
  const [fields, setFields] = useState<InvitationRequest>({ email: '', role: 'editor' });
  const invite = useInvite(workspaceId);
  const { text } = bound(fields, setFields, refusalsOf(invite.error));
  const made = invite.data;
  return (
    <FormDialog
      title={t('invitations.new')}
      submit={t('invitations.make')}
      body={{ ...fields, email: fields.email.trim() }}
      saving={invite}
      made={
        made && {
          title: t('invitations.made', { email: made.email }),
          content: <Made invitation={made} onClose={onClose} />,
        }
      }
      onClose={onClose}
    >
      <TextInput
        {...text('email')}
        label={t('email')}
        description={t('invitations.emailHint')}
        type="email"
        autoComplete="off"
        maxLength={254}
        required
        data-autofocus
      />
      <RoleChoice value={fields.role} onChange={(role) => setFields({ ...fields, role })} />
    </FormDialog>
  );
}

interface MadeProps {
  invitation: CreatedInvitation;
  onClose: () => void;
}

function Made({ invitation: { code, email, expiresAt }, onClose }: MadeProps): ReactNode {
  const { t, i18n } = useTranslation('settings');
  return (
    <Secret label={t('invitations.code')} secret={code} onClose={onClose}>
      <Text>{t('invitations.handOver', { email, time: exactly(expiresAt, i18n.language) })}</Text>
      {code !== undefined && <Code label={t('invitations.link')} text={joinLink(JOIN_PAGE, code)} />}
    </Secret>
  );
}
