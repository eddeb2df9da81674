// The columns of the table of applications.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Application } from '#client';
import { useApplicationName } from '../../form/writing/use-application-name.tsx';
import { Ago } from '../../language/ago.tsx';
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
    const number = new Intl.NumberFormat(i18n.language);
    const percent = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 1 });
    const useOf = ({ id }: Application) => uses && (uses.get(id) ?? { success: 0, failed: 0 });
    const none = isError ? t('unknown') : '';
    return [
      column('name', t('columns.name'), { size: 260, isName: true, isWide: true }, (application) => (
        <Link to="/applications/$id" params={{ id: application.id }}>
          <InlineText text={nameOf(application)} />
        </Link>
      )),
      column('kind', t('columns.kind'), { size: 110 }, ({ builtIn }) =>
        t(builtIn ? 'kinds.builtIn' : 'kinds.own'),
      ),
      column('result', t('columns.result'), { size: 130 }, ({ resultType }) => t(`results.${resultType}`)),
      column('version', t('columns.version'), { size: 90 }, ({ version }) => version),
      column('used', t('columns.used'), { size: 150 }, (application) => {
        const use = useOf(application);
        return use ? number.format(use.success + use.failed) : none;
      }),
      column('success', t('columns.success'), { size: 110 }, (application) => {
        const use = useOf(application);
        if (!use) return none;
        const rate = successRate(use);
        return rate === undefined ? '–' : percent.format(rate);
      }),
      column('changed', t('columns.changed'), { size: 140 }, ({ builtIn, updatedAt }) =>
        builtIn ? '–' : <Ago moment={updatedAt} />,
      ),
    ];
  }, [t, i18n.language, nameOf, uses, isError]);
}
