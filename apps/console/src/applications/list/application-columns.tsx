// The columns of the table of applications.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Application } from '#client';
import { useApplicationName } from '../../form/writing/use-application-name.tsx';
import { Ago } from '../../language/ago.tsx';
import { numberOf, shareOf } from '../../language/figures.rules.ts';
import { type Column, columns } from '../../table/index.ts';
import { InlineText } from '../../text-display/safe-text.tsx';
import { usageQuery } from '../applications.queries.ts';
import { successRate } from '../application-use.rules.ts';

const column = columns<Application>();

/** The columns; the same array as long as language and figures are the same. */
export function useApplicationColumns(): Column<Application>[] {
  const { t, i18n } = useTranslation('applications');
  const nameOf = useApplicationName();
  const { data: uses, isError } = useQuery(usageQuery);
  return useMemo(() => {
    const useOf = ({ id }: Application) => uses && (uses.get(id) ?? { success: 0, failed: 0 });
    const none = isError ? t('unknown') : '';
    return [
      column('name', t('parts.name'), { size: 260, isName: true, isWide: true }, (application) => (
        <Link to="/applications/$id" params={{ id: application.id }}>
          <InlineText text={nameOf(application)} />
        </Link>
      )),
      column('kind', t('columns.kind'), { size: 110 }, ({ builtIn }) =>
        t(builtIn ? 'kinds.builtIn' : 'kinds.own'),
      ),
      column('result', t('parts.result'), { size: 130 }, ({ resultType }) => t(`results.${resultType}`)),
      column('version', t('columns.version'), { size: 90 }, ({ version }) => version),
      column('used', t('columns.used'), { size: 150 }, (application) => {
        const use = useOf(application);
        return use ? numberOf(use.success + use.failed, i18n.language) : none;
      }),
      column('success', t('columns.success'), { size: 110 }, (application) => {
        const use = useOf(application);
        return use ? shareOf(successRate(use), i18n.language) : none;
      }),
      column('changed', t('columns.changed'), { size: 140 }, ({ builtIn, updatedAt }) =>
        builtIn ? '–' : <Ago moment={updatedAt} />,
      ),
    ];
  }, [t, i18n.language, nameOf, uses, isError]);
}
