// Publishes what an earlier version said as the next version.
import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Application } from '#client';
import { Failed } from '../../feedback/index.ts';
import { publishVersion, readAgain } from '../applications.queries.ts';
import { definitionOf } from '../definition.rules.ts';

export function UseAgain({ latest, former }: { latest: Application; former: Application }): ReactNode {
  const { t } = useTranslation('applications');
  const queries = useQueryClient();
  const navigate = useNavigate();
  const using = useMutation({
    mutationFn: () => publishVersion(latest.id, definitionOf(former), latest.version),
    onSuccess: async ({ id, version }) => {
      await readAgain(queries);
      notifications.show({ message: t('one.usedAgain', { version, former: former.version }) });
      await navigate({ to: '/applications/$id', params: { id } });
    },
    onError: () => void readAgain(queries),
  });
  return (
    <>
      <Button loading={using.isPending} onClick={() => using.mutate()}>
        {t('one.useAgain')}
      </Button>
      {using.error && <Failed error={using.error} />}
    </>
  );
}
