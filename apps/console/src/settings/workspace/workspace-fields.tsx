// The fields of a workspace, when it is made and when it is changed.
import { NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Marketplace, Workspace } from '#client';
import { Refusal, refusalsOf } from '../../form/refusal.tsx';
import { marketplacesQuery } from '../../reference/reference.queries.ts';

type Fields = Pick<Workspace, 'name' | 'marketplace'>;

interface WorkspaceFieldsProps {
  fields: Fields;
  onChange: (fields: Fields) => void;
  /** Why they were refused. */
  error: Error | null;
}

export function WorkspaceFields({ fields, onChange, error }: WorkspaceFieldsProps): ReactNode {
  const { t } = useTranslation('settings');
  const { data } = useQuery(marketplacesQuery);
  const messages = refusalsOf(error);
  const marketplaces = data?.map(({ code, host }) => ({ value: code, label: `${code} · ${host}` }));
  return (
    <>
      <Refusal error={error} count={Object.keys(messages).length} />
      <TextInput
        label={t('workspace.name')}
        value={fields.name}
        onChange={({ currentTarget }) => onChange({ ...fields, name: currentTarget.value })}
        error={messages.name}
        maxLength={200}
        pattern=".*\S.*"
        required
        data-autofocus
      />
      <NativeSelect
        label={t('workspace.marketplace')}
        description={t('workspace.marketplaceHint')}
        data={marketplaces ?? [fields.marketplace]}
        value={fields.marketplace}
        onChange={({ currentTarget }) =>
          onChange({ ...fields, marketplace: currentTarget.value as Marketplace })
        }
        error={messages.marketplace}
      />
    </>
  );
}
