// What can be done with an application: have a text written, make its next version, copy it, archive it.
import { Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Application } from '#client';
import { useKeyHint, useKeys } from '../../keyboard/use-keys.tsx';
import { later } from '../../page/index.ts';

const ArchiveDialog = later(() => import('./archive-dialog.tsx'));

interface ApplicationActionsProps {
  application: Application;
  onEdit: () => void;
}

export function ApplicationActions({ application, onEdit }: ApplicationActionsProps): ReactNode {
  const { t } = useTranslation('applications');
  const navigate = useNavigate();
  const [isArchiving, { open, close }] = useDisclosure();
  const { id, builtIn, archivedAt } = application;
  const isOwn = !builtIn && archivedAt === undefined;
  const write = (): void => void navigate({ to: '/generations/new', search: { application: id } });
  const hint = useKeyHint();
  useKeys({
    w: archivedAt === undefined && { does: t('actions.write'), act: write },
    e: isOwn && { does: t('actions.edit'), act: onEdit },
  });
  return (
    <Group gap="sm">
      {archivedAt === undefined && (
        <Button {...hint('w')} onClick={write}>
          {t('actions.write')}
        </Button>
      )}
      {isOwn && (
        <Button variant="default" {...hint('e')} onClick={onEdit}>
          {t('actions.edit')}
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
