// The columns of the table of API keys.
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiKey } from '#client';
import { useSession } from '../../api/use-session.tsx';
import { Ago } from '../../language/ago.tsx';
import { dateOf, exactly } from '../../language/figures.rules.ts';
import { type Column, columns, RowAction } from '../../table/index.ts';
import { usePersonName } from '../../reference/use-person-name.tsx';

const column = columns<ApiKey>();

/** The columns. The list of all keys of a workspace names the owner of each, the list of one's own keys the workspace. */
export function useApiKeyColumns(isOfAll: boolean, onRevoke: (key: ApiKey) => void): Column<ApiKey>[] {
  const { t } = useTranslation('settings');
  const workspaceOf = useWorkspaceNames();
  const memberOf = usePersonName();
  return useMemo(
    () => [
      column('name', t('columns.name'), { size: 200, isName: true, isWide: true }, ({ name }) => (
        <bdi>{name}</bdi>
      )),
      column('prefix', t('keys.columns.prefix'), { size: 130 }, (key) => <code>{key.prefix}…</code>),
      column('scopes', t('keys.columns.scopes'), { size: 110 }, ({ scopes }) =>
        scopes.map((scope) => t(`scopes.${scope}`)).join(', '),
      ),
      column(
        isOfAll ? 'by' : 'workspace',
        t(isOfAll ? 'keys.columns.by' : 'pages.workspace'),
        { size: 150 },
        (key) => <bdi>{isOfAll ? memberOf(key.accountId) : workspaceOf(key.workspaceId)}</bdi>,
      ),
      column('expires', t('keys.columns.expires'), { size: 160 }, ({ expiresAt }) => (
        <Expiry moment={expiresAt} />
      )),
      column('used', t('columns.used'), { size: 110 }, ({ lastUsedAt }) =>
        lastUsedAt === undefined ? t('never') : <Ago moment={lastUsedAt} />,
      ),
      column('revoke', t('keys.columns.revoke'), { size: 110 }, (key) => (
        <RowAction
          text={t('keys.revoke')}
          label={t('keys.revokeOne', { name: key.name })}
          onClick={() => onRevoke(key)}
        />
      )),
    ],
    [t, isOfAll, workspaceOf, memberOf, onRevoke],
  );
}

/** When a key ends, or that it has ended. */
function Expiry({ moment }: { moment: number | undefined }): ReactNode {
  const { t, i18n } = useTranslation('settings');
  if (moment === undefined) return t('never');
  if (moment * 1000 <= Date.now()) return t('keys.expired');
  return (
    <time dateTime={new Date(moment * 1000).toISOString()} title={exactly(moment, i18n.language)}>
      {dateOf(moment, i18n.language)}
    </time>
  );
}

/** The name of a workspace of the account. */
function useWorkspaceNames(): (id: string) => string {
  const { account } = useSession();
  return useMemo(() => {
    const names = new Map(account?.workspaces.map(({ id, name }) => [id, name]));
    return (id) => names.get(id) ?? '';
  }, [account]);
}
