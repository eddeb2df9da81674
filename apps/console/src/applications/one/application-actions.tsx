// What can be done with an application: have a text written, make its next version, copy it, archive it.
import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Application } from '#client';
import { ConfirmChange } from '../../form/dialog/confirm-change.tsx';
import { DialogButton } from '../../form/dialog/dialog-button.tsx';
import { useTryOn } from '../../form/writing/use-try-on.tsx';
import { KeyButton } from '../../keyboard/key-button.tsx';
import { archiveApplication } from '../applications.queries.ts';
import { ButtonLink, useGoOn } from '../../page/index.ts';

interface ApplicationActionsProps {
  application: Application;
  onEdit: () => void;
}

export function ApplicationActions({ application, onEdit }: ApplicationActionsProps): ReactNode {
  const { t } = useTranslation('applications');
  const navigate = useNavigate();
  const goOn = useGoOn();
  const { text, isMaking, tryOn } = useTryOn();
  const { id, name, builtIn, archivedAt } = application;
  const isOwn = !builtIn && archivedAt === undefined;
  const write = (): void => void navigate({ to: '/generations/new', search: { application: id } });
  const leave = async (): Promise<void> => {
    await goOn({ to: '/applications' });
    notifications.show({ message: t('archive.done', { name }) });
  };
  return (
    <Group gap="sm">
      {archivedAt === undefined && <KeyButton press="w" text={t('actions.write')} onPress={write} />}
      {isOwn && <KeyButton variant="default" press="e" text={t('actions.edit')} onPress={onEdit} />}
      {archivedAt === undefined && (
        <Button variant="default" loading={isMaking} onClick={() => tryOn({ application: id })}>
          {text}
        </Button>
      )}
      <ButtonLink variant="default" to="/applications/new" search={{ from: id }}>
        {t('actions.copy')}
      </ButtonLink>
      {isOwn && (
        <DialogButton
          variant="default"
          text={t('actions.archive')}
          dialog={(close) => (
            <ConfirmChange
              title={t('archive.title', { name })}
              text={t('archive.text')}
              action={t('actions.archive')}
              send={() => archiveApplication(id)}
              again={['applications']}
              onDone={leave}
              onClose={close}
            />
          )}
        />
      )}
    </Group>
  );
}
