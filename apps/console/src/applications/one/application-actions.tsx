// What can be done with an application: have a text written, make its next version, copy it, archive it.
import { Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Application } from '#client';
import { useTryOn } from '../../form/writing/use-try-on.tsx';
import { KeyButton } from '../../keyboard/key-button.tsx';
import { later } from '../../page/index.ts';

const ArchiveDialog = later(() => import('./archive-dialog.tsx'));

interface ApplicationActionsProps {
  application: Application;
  onEdit: () => void;
}

export function ApplicationActions({ application, onEdit }: ApplicationActionsProps): ReactNode {
  const { t } = useTranslation('applications');
  const navigate = useNavigate();
  const { text, isMaking, tryOn } = useTryOn();
  const [isArchiving, { open, close }] = useDisclosure();
  const { id, builtIn, archivedAt } = application;
  const isOwn = !builtIn && archivedAt === undefined;
  const write = (): void => void navigate({ to: '/generations/new', search: { application: id } });
  return (
    <Group gap="sm">
      {archivedAt === undefined && <KeyButton press="w" text={t('actions.write')} onPress={write} />}
      {isOwn && <KeyButton variant="default" press="e" text={t('actions.edit')} onPress={onEdit} />}
      {archivedAt === undefined && (
        <Button variant="default" loading={isMaking} onClick={() => tryOn({ application: id })}>
          {text}
        </Button>
      )}
      <Button
        variant="default"
        renderRoot={(props) => <Link to="/applications/new" search={{ from: id }} {...props} />}
      >
        {t('actions.copy')}
      </Button>
      {isOwn && (
        <Button variant="default" onClick={open}>
          {t('actions.archive')}
        </Button>
      )}
      {isArchiving && <ArchiveDialog application={application} onClose={close} />}
    </Group>
  );
}
