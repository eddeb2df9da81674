// Publishes what an earlier version said as the next version.
import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Application } from '#client';
import { useChange } from '../../api/change.queries.ts';
import { Failed } from '../../feedback/index.ts';
import { publishVersion } from '../applications.queries.ts';
import { definitionOf } from '../definition.rules.ts';
import { useGoOn } from '../../page/index.ts';

export function UseAgain({ latest, former }: { latest: Application; former: Application }): ReactNode {
  const { t } = useTranslation('applications');
  const goOn = useGoOn();
  const using = useChange(
    async () => ({ data: await publishVersion(latest.id, definitionOf(former), latest.version) }),
    {
      again: ['applications'],
      onDone: ({ id, version }) => {
        notifications.show({ message: t('one.usedAgain', { version, former: former.version }) });
        return goOn({ to: '/applications/$id', params: { id } });
      },
    },
  );
  return (
    <>
      <Button loading={using.isPending} onClick={() => using.mutate()}>
        {t('one.useAgain')}
      </Button>
      {using.error && <Failed error={using.error} />}
    </>
  );
}
